import {recordsOf} from '../api/record-sources.js';
import {record} from '../api/schema.js';
import {type Context, command, type Group} from '../commands/command.js';
import {ownFormats} from '../commands/own-formats.js';
import {UsageError} from '../errors.js';
import type {Result} from '../output/result.js';
import {listOptions, toView} from '../records/select.js';
import {configOf, confirmHere, keep} from './change.js';
import {type Config, type Guard, guards} from './config-file.js';
import {pickProfile} from './pick-profile.js';
import {isSettingName, type SettingName, settings} from './settings.js';
import {configPath} from './store.js';

const names = [...Object.keys(settings), 'guard'];
const name = {
  type: 'text',
  required: true,
  choices: names,
  help: `Which one: ${names.join(', ')}`,
  value: 'setting',
} as const;
const aboutGuard =
  'The guard belongs to a profile, the current one or the one that --profile names: "none", "protected" (its name is asked ' +
  'for before a change) or "read-only" (no changes at all). The others hold for every profile.';

const get = command({
  summary: 'Show one setting',
  details: aboutGuard,
  takes: {name},
  args: ['name'],
  examples: ['emk config get output', 'emk config get guard --profile prod'],
  calls: [],
  formats: ownFormats,
  run: async (context, input) => {
    const [row] = rows(context, configOf(context), [input.name]);
    if (row && row.value === null) context.notice(`${row.name} is not set. The standard is ${row.standard}.`);
    return {kind: 'data', data: row, text: row?.value ?? ''};
  },
});

const set = command({
  summary: 'Change a setting',
  details: aboutGuard,
  takes: {name, value: {type: 'text', required: true, help: 'Its new value', value: 'value'}},
  args: ['name', 'value'],
  examples: [
    'emk config set output json',
    'emk config set timeout 90s',
    'emk config set guard protected --profile prod',
  ],
  calls: [],
  run: async (context, input) => {
    if (!isSettingName(input.name)) return setGuard(context, input.value);
    const {takes, read} = settings[input.name];
    if (read(input.value) === undefined) throw new UsageError(`${input.name} takes ${takes}, not "${input.value}".`);
    const change = {[input.name]: input.value};
    return keep(context, now => ({...now, settings: {...now.settings, ...change}}), {
      name: input.name,
      sentence: `${input.name} is ${input.value} now.`,
    });
  },
});

const unset = command({
  summary: 'Go back to the standard of a setting',
  details: aboutGuard,
  takes: {name},
  args: ['name'],
  examples: ['emk config unset output', 'emk config unset guard --profile prod'],
  calls: [],
  run: async (context, {name}) => {
    if (!isSettingName(name)) return setGuard(context, 'none');
    return keep(context, now => ({...now, settings: withoutSetting(name, now)}), {
      name,
      sentence: `${name} is back to its standard, ${settings[name].standard}.`,
    });
  },
});

const setting = record({name: 'text', value: 'text|null', standard: 'text', of: 'text|null'});

const list = command({
  summary: 'Show every setting',
  takes: listOptions,
  examples: ['emk config list', 'emk config list -o json'],
  calls: [],
  run: async (context, input) => {
    const config = configOf(context);
    const shown = pickProfile(context.globals, context.host, config) ? names : Object.keys(settings);
    return {
      kind: 'records',
      records: recordsOf(rows(context, config, shown)),
      shape: setting,
      key: 'name',
      noun: {one: 'setting', many: 'settings'},
      view: toView(input, {shape: setting, columns: Object.keys(setting), timeZone: context.host.env['TZ']}),
    };
  },
});

const path = command({
  summary: 'Say where profiles and settings are kept',
  takes: {},
  examples: ['emk config path', 'ls -l "$(emk config path)"'],
  calls: [],
  formats: ownFormats,
  run: async ({host}) => ({kind: 'data', data: {path: configPath(host)}, text: configPath(host)}),
});

type Row = {
  readonly name: string;
  readonly value: string | null;
  readonly standard: string;
  readonly of: string | null;
};

function rows({globals, host}: Context, config: Config, wanted: readonly string[]): Row[] {
  return wanted.map(name => {
    if (isSettingName(name)) {
      return {name, value: config.settings[name] ?? null, standard: settings[name].standard, of: null};
    }
    const profile = chosenProfile(pickProfile(globals, host, config));
    return {name, value: profile.guard, standard: 'none', of: profile.name};
  });
}

async function setGuard(context: Context, value: string): Promise<Result> {
  const guard = guards.find(word => word === value);
  if (guard === undefined) throw new UsageError(`guard takes one of ${guards.join(', ')}, not "${value}".`);
  const {name, guard: before} = chosenProfile(pickProfile(context.globals, context.host, configOf(context)));
  if (strength(guard) < strength(before))
    await confirmHere(context, `Lower the guard of the profile "${name}" from ${before} to ${guard}`);
  return keep(context, now => guarded(now, name, guard), {
    name,
    sentence: `The guard of the profile "${name}" is ${guard} now.`,
  });
}

const strength = (guard: Guard): number => guards.indexOf(guard);

function guarded(now: Config, name: string, guard: Guard): Config {
  const profile = now.profiles.get(name);
  return profile === undefined ? now : {...now, profiles: new Map([...now.profiles, [name, {...profile, guard}]])};
}

function chosenProfile<T>(profile: T | undefined): T {
  if (profile !== undefined) return profile;
  throw new UsageError('The guard belongs to a profile, and there is none.', {hint: 'Make one with "emk auth login".'});
}

const withoutSetting = (name: SettingName, {settings}: Config): Config['settings'] =>
  Object.fromEntries(Object.entries(settings).filter(([each]) => each !== name));

/** The commands for settings that a user keeps, so that they need not be typed each time. */
export default {commands: {get, set, unset, list, path}} satisfies Group;
