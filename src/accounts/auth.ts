import type {Choice} from '../ask/terminal/ask.js';
import {type Context, command, type Group} from '../commands/command.js';
import {ConfigError, UsageError} from '../core/errors.js';
import {quoted} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {doneResult} from '../output/results/result.js';
import {hostOf} from './base-url.js';
import type {Config} from './config-file.js';
import {login} from './login.js';
import {namedProfile, profileCalled} from './pick-profile.js';
import {configOf, saveConfig, warnIfOverridden} from './save-config.js';
import {status} from './status.js';

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
      (await import('./cached-names.js')).forgetNames(context.host, {...profile, source: 'profile'});
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
  return [...profiles].map(([name, {baseUrl, guard}]) => ({
    name,
    note: `${hostOf(baseUrl)}${guard === 'none' ? '' : `, ${guard}`}${name === current ? ', the current one' : ''}`,
    value: name,
  }));
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
    const name = input.name ?? (await whichOne(context, config, {question: 'Which profile?', verb: 'switch'}));
    const {baseUrl} = profileCalled(name, config);
    warnIfOverridden(context, name);
    if (config.current === name) return doneResult(isCurrent(name, config), name);
    if (input.name === undefined) context.answered({name});
    return saveConfig(context, now => ({...now, current: name}), {
      name,
      sentence: `The profile "${name}" (${hostOf(baseUrl)}) is now the current one.`,
    });
  },
});

/** Says that a profile is the current one already, and how to have another one to switch to. */
function isCurrent(name: string, {profiles}: Config): string {
  const service = hostOf(profileCalled(name, {profiles}).baseUrl);
  return profiles.size > 1
    ? `The profile "${name}" (${service}) is the current one already.`
    : `"${name}" (${service}) is your only profile, and the current one. To add another, name it: emk login NAME`;
}

function without(name: string, {current, profiles, settings}: Config): Config {
  return {
    current: current === name ? undefined : current,
    profiles: new Map([...profiles].filter(([each]) => each !== name)),
    settings,
  };
}

/** The commands that save, switch and forget keys. */
export default {commands: {login, logout, status, switch: switchTo}, bare: 'status'} satisfies Group;
