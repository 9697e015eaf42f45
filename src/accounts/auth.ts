import {record} from '../api/describe/operation.js';
import type {RecordOf} from '../api/describe/schema.js';
import type {Choice} from '../change/ask.js';
import {type Context, command, type Group} from '../commands/command.js';
import {ConfigError, UsageError} from '../core/errors.js';
import {quoted} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {operations} from '../endpoints/lists.js';
import {doneResult} from '../output/results/result.js';
import {type Computed, inTheirPlaces} from '../records/fields/computed.js';
import {findAccount, namedProfile, profileCalled, warnIfOverridden} from './account.js';
import {hostOf} from './key.js';
import {login} from './login.js';
import {type Config, configOf, configPath, type Profile, saveConfig} from './store.js';

const logout = command({
  summary: 'Log out: delete the keys of a profile from this machine',
  details:
    'Deletes the profile from this machine. The keys stay valid at the service. With several profiles, name one; at ' +
    'a terminal emk asks.',
  takes: {name: {type: 'text', help: 'Name of the profile (default: the only one)', value: 'profile'}},
  args: ['name'],
  examples: ['emk logout staging', 'emk logout'],
  calls: [],
  gives: 'done',
  run: async (context, input) => {
    const config = configOf(context);
    const wanted = input.name ?? namedProfile(context.globals, context.host);
    const name = wanted ?? (await whichOne(context, config, {question: 'Log out of which profile?', verb: 'logout'}));
    const profile = profileCalled(name, config);
    if (!context.globals.dryRun)
      (await import('./names.js')).forgetNames(context.host, {...profile, source: 'profile'});
    const wasCurrent = config.current === name;
    return saveConfig(context, now => without(name, now), {
      name,
      sentence: `Logged out of the profile "${name}".${wasCurrent ? ' No profile is current now.' : ''}`,
    });
  },
});

/** The profile that is meant if none is named: the only one, or the one that a person chooses. emk never guesses. */
async function whichOne(
  {ask}: Context,
  config: Config,
  {question, verb}: {readonly question: string; readonly verb: string},
): Promise<string> {
  const [first = '', ...others] = profileChoices(config).map(({name}) => name);
  if (others.length === 0) return first;
  if (ask.possible) return ask.pick(question, profileChoices(config));
  const names = [first, ...others];
  throw new UsageError(`There are ${names.length} profiles. Name one of them.`, {
    hint: `For example: emk auth ${verb} ${shellWord(first)}. To choose from: ${quoted(names)}.`,
  });
}

/** The profiles to choose from, each with its service. */
function profileChoices({current, profiles}: Config): readonly Choice<string>[] {
  if (profiles.size === 0) {
    throw new ConfigError('You are not logged in.', {hint: 'To log in: emk login'});
  }
  return [...profiles].map(([name, profile]) => ({name, note: inWords(profile, name === current), value: name}));
}

/** A profile beside its name: its service, its guard, and whether it is the current one. */
const inWords = ({baseUrl, guard}: Pick<Profile, 'baseUrl' | 'guard'>, isCurrent: boolean): string =>
  [hostOf(baseUrl), ...(guard === 'none' ? [] : [guard]), ...(isCurrent ? ['current'] : [])].join(', ');

const switchTo = command({
  summary: 'Make a profile the current one',
  takes: {name: {type: 'text', help: 'Name of the profile (at a terminal, emk asks)', value: 'profile'}},
  args: ['name'],
  examples: ['emk switch prod', 'emk switch staging -q'],
  calls: [],
  gives: 'done',
  run: async (context, input) => {
    const config = configOf(context);
    const name = input.name ?? (await whichOne(context, config, {question: 'Which profile?', verb: 'switch'}));
    const {baseUrl} = profileCalled(name, config);
    warnIfOverridden(context, name);
    if (config.current === name)
      return doneResult(`The profile "${name}" (${hostOf(baseUrl)}) is the current one already.`, name);
    if (input.name === undefined) context.answered({name});
    return saveConfig(context, now => ({...now, current: name}), {
      name,
      sentence: `The profile "${name}" (${hostOf(baseUrl)}) is now the current one.`,
    });
  },
});

function without(name: string, {current, profiles, settings}: Config): Config {
  return {
    current: current === name ? undefined : current,
    profiles: new Map([...profiles].filter(([each]) => each !== name)),
    settings,
  };
}

const shape = record({
  name: 'text',
  source: 'text',
  base_url: 'text',
  base_url_from: 'text',
  public_key_from: 'text',
  secret_key_from: 'text',
  guard: 'text',
  checked: 'boolean',
  config: 'text',
  profiles: [record({name: 'text', base_url: 'text', guard: 'text', current: 'boolean'})],
});

/** What people see: the account by its name, and the profiles as they choose among them. */
const forPeople: readonly Computed[] = [
  {path: 'account', instead: ['name'], needs: ['name'], read: ({name}) => String(name)},
  {
    path: 'profiles',
    instead: ['profiles'],
    needs: ['profiles'],
    read: ({profiles}) =>
      (profiles as RecordOf<typeof shape>['profiles'])
        .map(({name, base_url, guard, current}) => {
          const profile = {baseUrl: base_url, guard: guard as Profile['guard']};
          return `${name} (${inWords(profile, current)})`;
        })
        .join(', '),
  },
];

/** Shows which account a command would use and why, without showing a key. */
const status = command({
  summary: 'Show which account emk uses, where each value comes from, and the profiles',
  takes: {check: {type: 'flag', help: 'Also test the keys with a request that changes nothing', decides: 'checks'}},
  examples: ['emk auth', 'emk auth status --check --profile prod', "emk auth -o json | jq -r '.profiles[].name'"],
  calls: [operations.list],
  gives: {record: shape},
  run: async (context, {check}) => {
    const account = await context.account();
    const config = configOf(context);
    const {profiles, current} = config;
    if (check) await context.call(operations.list);
    return {
      kind: 'record',
      record: {
        name: account.name,
        source: account.source,
        base_url: account.baseUrl,
        ...sourcesOf(context, config),
        guard: account.guard,
        checked: Boolean(check),
        config: configPath(context.host),
        profiles: [...profiles].map(([name, {baseUrl, guard}]) => ({
          ...{name, base_url: baseUrl, guard, current: name === current},
        })),
      },
      shape,
      key: 'name',
      fields: {columns: inTheirPlaces(Object.keys(shape), forPeople), computed: forPeople, chosen: false},
    };
  },
});

/** Where the base URL and the keys come from. */
function sourcesOf({host, globals}: Context, config: Config): {readonly [value in SourceName]: string} {
  const said = 'the sandbox';
  const {from} = globals.sandbox
    ? {from: {baseUrl: said, publicKey: said, secretKey: said}}
    : findAccount(globals, host, config);
  return {base_url_from: from.baseUrl, public_key_from: from.publicKey, secret_key_from: from.secretKey};
}

type SourceName = 'base_url_from' | 'public_key_from' | 'secret_key_from';

/** The commands that save, switch and forget keys. */
export default {commands: {login, logout, status, switch: switchTo}, bare: 'status'} satisfies Group;
