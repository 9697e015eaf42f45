import type {Globals} from '../commands/globals.js';
import {ConfigError, UsageError} from '../core/errors.js';
import type {Host} from '../core/system/host.js';
import {plural, quoted} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import type {Config, Profile} from './config-file.js';

export type NamedProfile = Profile & {readonly name: string};

/** The named profile, or else the current one; undefined if there is none. */
export function pickProfile(
  globals: Pick<Globals, 'profile'>,
  host: Pick<Host, 'env'>,
  config: Config,
): NamedProfile | undefined {
  const name = namedProfile(globals, host) ?? config.current;
  return name === undefined ? undefined : {...profileCalled(name, config), name};
}

/** The profile that this run names on the command line or in the environment. */
export const namedProfile = ({profile}: Pick<Globals, 'profile'>, {env}: Pick<Host, 'env'>): string | undefined =>
  profile ?? (env['EMK_PROFILE'] || undefined);

/** The profile with this name. If there is none, the error lists the existing ones. */
export function profileCalled(name: string, {profiles}: Pick<Config, 'profiles'>): Profile {
  const profile = profiles.get(name);
  if (profile !== undefined) return profile;
  throw new ConfigError(`There is no profile "${name}".`, {hint: alternatives([...profiles.keys()], name)});
}

/** Checks the name of a new profile: it appears in messages and command lines, so it must be one plain word. */
export function toProfileName(name: string): string {
  if (isProfileName(name)) return name;
  throw new UsageError(`A profile cannot be called "${name}".`, {
    hint: reserved.includes(name)
      ? `Choose another name: emk uses "${name}" for accounts from elsewhere.`
      : 'Use letters, digits, dots, hyphens and underscores. Start with a letter or a digit.',
  });
}

/** Whether a profile can have this name. */
export const isProfileName = (name: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name) && !reserved.includes(name);

const reserved = ['environment', 'sandbox'];

/** The profiles that there are, and how to create this one if a profile can have its name. */
function alternatives(names: readonly string[], name: string): string {
  const there = `There ${plural(names.length, 'is', 'are')} ${quoted(names)}`;
  if (!isProfileName(name)) return names.length === 0 ? 'To log in: emk login' : `${there}.`;
  return names.length === 0
    ? `To create it: emk login ${shellWord(name)}`
    : `${there}; "emk login ${shellWord(name)}" adds it.`;
}
