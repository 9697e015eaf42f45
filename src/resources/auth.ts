import {findAccount, namedProfile, profileCalled, warnIfOverridden} from '../accounts/account.js';
import {hostOf} from '../accounts/key.js';
import {type Config, configOf, configPath, saveConfig} from '../accounts/store.js';
import {record} from '../api/describe/operation.js';
import type {Context} from '../change/context.js';
import {command, type Group} from '../commands/command.js';
import {ConfigError, UsageError} from '../core/errors.js';
import {quoted} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {operations} from '../endpoints/lists.js';
import {login} from './login.js';

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
    const name = wanted ?? (await whichOne(context, config, 'logout', 'Log out of which profile?'));
    const profile = profileCalled(name, config);
    if (!context.globals.dryRun)
      (await import('../accounts/names.js')).forgetNames(context.host, {...profile, source: 'profile'});
    const wasCurrent = config.current === name;
    const sentence = `Logged out of the profile "${name}".${wasCurrent ? ' No profile is current now.' : ''}`;
    return saveConfig(
      context,
      now => ({
        ...now,
        current: now.current === name ? undefined : now.current,
        profiles: new Map([...now.profiles].filter(([each]) => each !== name)),
      }),
      {name, sentence},
    );
  },
});

/** The profile that is meant if none is named: the only one, or the one that a person chooses. emk never guesses. */
async function whichOne({ask}: Context, config: Config, verb: string, question: string): Promise<string> {
  const {current, profiles} = config;
  const [first, ...others] = profiles.keys();
  if (first === undefined) throw new ConfigError('You are not logged in.', {hint: 'To log in: emk login'});
  if (others.length === 0) return first;
  const choices = [...profiles].map(([name, {baseUrl}]) => ({
    name,
    note: `${hostOf(baseUrl)}${name === current ? ', current' : ''}`,
    value: name,
  }));
  if (ask.possible) return ask.pick(question, choices);
  throw new UsageError(`There are ${profiles.size} profiles. Name one of them.`, {
    hint: `For example: emk ${verb} ${shellWord(first)}. To choose from: ${quoted([...profiles.keys()])}.`,
  });
}

const switchTo = command({
  summary: 'Make a profile the current one',
  takes: {name: {type: 'text', help: 'Name of the profile (at a terminal, emk asks)', value: 'profile'}},
  args: ['name'],
  examples: ['emk switch prod', 'emk switch staging -q'],
  calls: [],
  gives: 'done',
  run: async (context, input) => {
    const config = configOf(context);
    const name = input.name ?? (await whichOne(context, config, 'switch', 'Which profile?'));
    const {baseUrl} = profileCalled(name, config);
    warnIfOverridden(context, name);
    if (input.name === undefined) context.answered({name});
    return saveConfig(context, now => ({...now, current: name}), {
      name,
      sentence: `The profile "${name}" (${hostOf(baseUrl)}) is now the current one.`,
    });
  },
});

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

/** Shows which account a command would use and why, without showing a key. */
const status = command({
  summary: 'Show which account emk uses, where each value comes from, and the profiles',
  takes: {check: {type: 'flag', help: 'Also test the keys with a request that changes nothing', decides: 'checks'}},
  examples: ['emk auth', 'emk auth status --check --profile prod', "emk auth -o json | jq -r '.profiles[].name'"],
  calls: [operations.list],
  gives: {record: shape},
  run: async (context, {check}) => {
    const {globals, host} = context;
    const account = await context.account();
    const config = configOf(context);
    if (check) await context.call(operations.list);
    const said = 'the sandbox';
    const {from} = globals.sandbox
      ? {from: {baseUrl: said, publicKey: said, secretKey: said}}
      : findAccount(globals, host, config);
    return {
      kind: 'record',
      record: {
        name: account.name,
        source: account.source,
        base_url: account.baseUrl,
        base_url_from: from.baseUrl,
        public_key_from: from.publicKey,
        secret_key_from: from.secretKey,
        guard: account.guard,
        checked: Boolean(check),
        config: configPath(host),
        profiles: [...config.profiles].map(([name, {baseUrl, guard}]) => ({
          ...{name, base_url: baseUrl, guard, current: name === config.current},
        })),
      },
      shape,
      key: 'name',
    };
  },
});

/** The commands that save, switch and forget keys. */
export default {commands: {login, logout, status, switch: switchTo}, bare: 'status'} satisfies Group;
