import {recordsOf} from '../api/answers/record-sources.js';
import {record} from '../api/describe/notation.js';
import {type Context, command, type Group} from '../commands/command.js';
import {isSettingName, type SettingName, settings} from '../commands/globals.js';
import {viewOf} from '../commands/view.js';
import {UsageError} from '../core/errors.js';
import type {Result} from '../output/results/result.js';
import {listOptions} from '../records/view/select.js';
import {pickProfile} from './account.js';
import {changeProfileSetting, isProfileSetting, profileOf, profileSettings} from './profile-settings.js';
import {type Config, configOf, saveConfig} from './store.js';

const names = [...Object.keys(settings), ...Object.keys(profileSettings)];
const name = {
  type: 'text',
  required: true,
  choices: names,
  help: 'Which one',
  value: 'setting',
} as const;
const aboutProfiles =
  'The guard, the timezone, and what a line need not say then (sender, group, country, test-to) belong to one profile: ' +
  'the current one, or the one you name with --profile. Guards ' +
  'are "none", "protected" (emk asks for the profile\'s name before a change) and "read-only" (no changes at all). ' +
  'The timezone is the one on your account page, such as Europe/Berlin; --at uses its clock. All other settings ' +
  'apply to every profile.';

const setting = record({name: 'text', value: 'text|null', standard: 'text', of: 'text|null'});

const set = command({
  summary: 'Change a setting',
  details: `${aboutProfiles} An empty value is the default again.`,
  takes: {name, value: {type: 'text', required: true, verbatim: true, help: 'Its new value', value: 'value'}},
  args: ['name', 'value'],
  examples: [
    'emk config set output json',
    'emk config set timeout 90s',
    'emk config set guard protected --profile prod',
    'emk config set timezone Europe/Berlin',
    'emk config set sender news@acme.example',
    'emk config set country Germany',
    'emk config set output ""',
  ],
  calls: [],
  gives: 'done',
  run: async (context, input) => {
    if (isProfileSetting(input.name)) return changeProfileSetting(context, input.name, input.value || undefined);
    if (!isSettingName(input.name)) throw unknown(input.name);
    if (input.value === '') return reset(context, input.name);
    const {takes, read, standard} = settings[input.name];
    if (read(input.value) === undefined)
      throw new UsageError(`"${input.name}" takes ${takes}, not "${input.value}".`, {
        hint: `Nothing was changed. The default is ${standard}.`,
      });
    const change = {[input.name]: input.value};
    if (input.name === 'completion-cache' && input.value === 'off' && !context.globals.dryRun)
      (await import('./names.js')).forgetNames(context.host);
    return saveConfig(context, now => ({...now, settings: {...now.settings, ...change}}), {
      name: input.name,
      sentence: `${input.name} is ${input.value} now.`,
    });
  },
});

const reset = (context: Context, name: SettingName): Promise<Result> =>
  saveConfig(context, now => ({...now, settings: withoutSetting(name, now)}), {
    name,
    sentence: `${name} is back to its default, ${settings[name].standard}.`,
  });

const list = command({
  summary: 'Show every setting',
  takes: listOptions,
  examples: ['emk config list', 'emk config list -o json'],
  calls: [],
  gives: {list: setting},
  run: async (context, input) => {
    const config = configOf(context);
    const shown = pickProfile(context.globals, context.host, config) ? names : Object.keys(settings);
    return {
      kind: 'records',
      records: recordsOf(rows(context, config, shown)),
      shape: setting,
      key: 'name',
      noun: {one: 'setting', many: 'settings'},
      view: await viewOf(context, input, {shape: setting, columns: Object.keys(setting)}),
    };
  },
});

type Row = {
  readonly name: string;
  readonly value: string | null;
  readonly standard: string;
  readonly of: string | null;
};

function rows(context: Context, config: Config, wanted: readonly string[]): Row[] {
  return wanted.map(name => {
    if (isSettingName(name)) {
      return {name, value: config.settings[name] ?? null, standard: settings[name].standard, of: null};
    }
    if (!isProfileSetting(name)) throw unknown(name);
    const profile = profileOf(context, config, name);
    const {of, standard} = profileSettings[name];
    return {name, value: of(profile), standard, of: profile.name};
  });
}

const unknown = (name: string): UsageError =>
  new UsageError(`There is no setting "${name}".`, {hint: 'To see the settings: emk config list'});

const withoutSetting = (name: SettingName, {settings}: Config): Config['settings'] =>
  Object.fromEntries(Object.entries(settings).filter(([each]) => each !== name));

/** The commands for saved settings. */
export default {commands: {set, list}} satisfies Group;
