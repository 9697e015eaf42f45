import {recordsOf} from '../api/answers/record-sources.js';
import {record} from '../api/describe/operation.js';
import {confirmLocalChange} from '../commands/agree.js';
import {type Context, command, type Group} from '../commands/command.js';
import {isSettingName, type SettingName, settings} from '../commands/globals.js';
import {viewOf} from '../commands/view.js';
import {UsageError} from '../core/errors.js';
import type {Result} from '../output/results/result.js';
import {listOptions} from '../records/view/select.js';
import {pickProfile} from './account.js';
import {toZone, withProfileChange} from './profile-settings.js';
import {configOf, type Guard, guards, type Profile, type StandardAnswer, saveConfig} from './store.js';

/** A setting that belongs to one profile: the current or the named one. */
type ProfileSetting = {
  /** The default, in words. */
  readonly standard: string;
  /** The values that it accepts, in words that end an error. */
  readonly takes: string;
  of(profile: Profile): string | null;
  /** The change that this text asks for; undefined if the text is invalid. Without a text, the setting is reset. */
  change(text: string | undefined): Partial<Profile> | undefined;
};

/** What this profile answers where a line does not. The account is asked whether there is such a record when it is used. */
const answer = (name: StandardAnswer, takes: string): ProfileSetting => ({
  standard: 'none',
  takes,
  of: profile => profile[name] ?? null,
  change: text => ({[name]: text?.trim() || undefined}),
});

/** The settings of a profile by their names in `emk config`. */
const profileSettings = {
  guard: {
    standard: 'none',
    takes: `one of ${guards.join(', ')}`,
    of: ({guard}) => guard,
    change: (text = 'none') => {
      const guard = guards.find(word => word === text);
      return guard && {guard};
    },
  },
  timezone: {
    standard: 'none',
    takes: 'the name of a time zone such as Europe/Berlin or UTC',
    of: ({timezone}) => timezone ?? null,
    change: text => {
      const timezone = text === undefined ? undefined : toZone(text);
      return text !== undefined && timezone === undefined ? undefined : {timezone};
    },
  },
  sender: answer('sender', 'the name or address of a sender'),
  group: answer('group', 'the name of a group'),
  country: answer('country', 'the name of a country'),
  'test-to': answer('test-to', 'the address that gets test mails'),
} as const satisfies Readonly<Record<string, ProfileSetting>>;

type ProfileSettingName = keyof typeof profileSettings;

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
  run: (context, input) =>
    isSettingName(input.name)
      ? changeSetting(context, input.name, input.value)
      : changeProfileSetting(context, input.name as ProfileSettingName, input.value || undefined),
});

async function changeSetting(context: Context, name: SettingName, value: string): Promise<Result> {
  const {takes, read, standard} = settings[name];
  if (value !== '' && read(value) === undefined) throw notTaken(name, takes, value, standard);
  if (name === 'completion-cache' && value === 'off' && !context.globals.dryRun)
    (await import('./names.js')).forgetNames(context.host);
  return saveConfig(
    context,
    now => {
      const {[name]: _, ...others} = now.settings;
      return {...now, settings: value === '' ? others : {...others, [name]: value}};
    },
    {name, sentence: value === '' ? `${name} is back to its default, ${standard}.` : `${name} is ${value} now.`},
  );
}

/** Changes or resets a setting of a profile. Lowering a guard needs a yes. */
async function changeProfileSetting(
  context: Context,
  setting: ProfileSettingName,
  text: string | undefined,
): Promise<Result> {
  const {change, takes, standard}: ProfileSetting = profileSettings[setting];
  const changed = change(text);
  if (changed === undefined) throw notTaken(setting, takes, text, standard);
  const profile = pickProfile(context.globals, context.host, configOf(context));
  if (profile === undefined) {
    throw new UsageError(`The ${setting} belongs to a profile, but you have none.`, {
      hint: 'To create one: emk login',
    });
  }
  const {name, guard} = profile;
  if (changed.guard !== undefined && strength(changed.guard) < strength(guard)) {
    await confirmLocalChange(context, `Lower the guard of the profile "${name}" from ${guard} to ${changed.guard}`);
  }
  return saveConfig(context, now => withProfileChange(now, name, changed), {
    name,
    sentence: `The ${setting} of the profile "${name}" is ${changed[setting] ?? standard} now.`,
  });
}

const strength = (guard: Guard): number => guards.indexOf(guard);

const notTaken = (name: string, takes: string, text: string | undefined, standard: string): UsageError =>
  new UsageError(`"${name}" takes ${takes}, not "${text}".`, {
    hint: `Nothing was changed. The default is ${standard}.`,
  });

const list = command({
  summary: 'Show every setting',
  takes: listOptions,
  examples: ['emk config list', 'emk config list -o json'],
  calls: [],
  gives: {list: setting},
  run: async (context, input) => {
    const config = configOf(context);
    const profile = pickProfile(context.globals, context.host, config);
    const own = profile ? Object.entries(profileSettings) : [];
    const rows = [
      ...Object.entries(settings).map(([name, {standard}]) => ({
        ...{name, value: config.settings[name as SettingName] ?? null, standard, of: null},
      })),
      ...own.map(([name, {of, standard}]) => ({
        ...{name, value: profile ? of(profile) : null, standard, of: profile?.name ?? null},
      })),
    ];
    return {
      kind: 'records',
      records: recordsOf<Row>(rows),
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

/** The commands for saved settings. */
export default {commands: {set, list}} satisfies Group;
