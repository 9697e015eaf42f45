import {pickProfile} from '../accounts/account.js';
import {toZone, withProfileChange} from '../accounts/profile-settings.js';
import {configOf, guards, saveConfig} from '../accounts/store.js';
import {recordsOf} from '../api/answers/record-sources.js';
import {record} from '../api/describe/operation.js';
import type {RecordOf} from '../api/describe/schema.js';
import type {Account} from '../api/wire/answer.js';
import {confirmLocalChange} from '../change/agree.js';
import type {Context} from '../change/context.js';
import {command, type Group} from '../commands/command.js';
import {isSettingName, type SettingName, settings} from '../commands/globals.js';
import {viewOf} from '../commands/view.js';
import {UsageError} from '../core/errors.js';
import type {Result} from '../output/results/result.js';
import {listOptions} from '../records/view/select.js';

/** What a profile answers where a line does not. The account is asked whether there is such a record when it is used. */
const answer = (takes: string) => ({takes, standard: 'none', read: (text: string) => text.trim() || undefined});

/** The settings that belong to one profile, the current or the named one, by their names there. */
const profileSettings = {
  guard: {
    takes: `one of ${guards.join(', ')}`,
    standard: 'none',
    read: (text: string) => guards.find(word => word === text),
  },
  timezone: {takes: 'the name of a time zone such as Europe/Berlin or UTC', standard: 'none', read: toZone},
  sender: answer('the name or address of a sender'),
  group: answer('the name of a group'),
  country: answer('the name of a country'),
  'test-to': answer('the address that gets test mails'),
};

type ProfileSetting = keyof typeof profileSettings;

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
  async run(context, {name, value}) {
    const {takes, standard, read} = isSettingName(name) ? settings[name] : profileSettings[name as ProfileSetting];
    const valid = value === '' ? undefined : read(value);
    if (value !== '' && valid === undefined) {
      throw new UsageError(`"${name}" takes ${takes}, not "${value}".`, {
        hint: `Nothing was changed. The default is ${standard}.`,
      });
    }
    if (!isSettingName(name)) return changeProfile(context, name as ProfileSetting, valid as string | undefined);
    return saveConfig(
      context,
      now => {
        const {[name]: _, ...others} = now.settings;
        return {...now, settings: value === '' ? others : {...others, [name]: value}};
      },
      {name, sentence: value === '' ? `${name} is back to its default, ${standard}.` : `${name} is ${value} now.`},
    );
  },
});

/** Changes or resets a setting of a profile. Lowering a guard needs a yes. */
async function changeProfile(context: Context, setting: ProfileSetting, value: string | undefined): Promise<Result> {
  const profile = pickProfile(context.globals, context.host, configOf(context));
  if (profile === undefined) {
    throw new UsageError(`The ${setting} belongs to a profile, but you have none.`, {
      hint: 'To create one: emk login',
    });
  }
  const {name, guard} = profile;
  const now = value ?? profileSettings[setting].standard;
  if (setting === 'guard' && guards.indexOf(now as Account['guard']) < guards.indexOf(guard))
    await confirmLocalChange(context, `Lower the guard of the profile "${name}" from ${guard} to ${now}`);
  const changed = {[setting]: setting === 'guard' ? now : value};
  return saveConfig(context, config => withProfileChange(config, name, changed), {
    name,
    sentence: `The ${setting} of the profile "${name}" is ${now} now.`,
  });
}

const list = command({
  summary: 'Show every setting',
  takes: listOptions,
  examples: ['emk config list', 'emk config list -o json'],
  calls: [],
  gives: {list: setting},
  run: async (context, input) => {
    const config = configOf(context);
    const profile = pickProfile(context.globals, context.host, config);
    const rows: SettingRow[] = Object.entries(settings).map(([name, {standard}]) => ({
      ...{name, value: config.settings[name as SettingName] ?? null, standard, of: null},
    }));
    for (const [name, {standard}] of profile ? Object.entries(profileSettings) : [])
      rows.push({name, value: profile?.[name as ProfileSetting] ?? null, standard, of: profile?.name ?? null});
    return {
      kind: 'records',
      records: recordsOf<SettingRow>(rows),
      shape: setting,
      key: 'name',
      noun: {one: 'setting', many: 'settings'},
      view: await viewOf(context, input, {shape: setting, columns: Object.keys(setting)}),
    };
  },
});

type SettingRow = RecordOf<typeof setting>;

/** The commands for saved settings. */
export default {commands: {set, list}} satisfies Group;
