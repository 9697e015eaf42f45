import type {Globals} from '../commands/globals.js';
import {ConfigError, UsageError} from '../errors.js';
import type {Host} from '../host.js';
import type {Config, Profile} from './config-file.js';

/** A profile with its name, and how it came to be chosen. */
export type NamedProfile = Profile & {readonly name: string; readonly named: 'flag' | 'EMK_PROFILE' | 'current'};

/** The profile that is named, else the current one; `undefined` when there is none at all. */
export function pickProfile(
  {profile}: Pick<Globals, 'profile'>,
  {env}: Pick<Host, 'env'>,
  config: Config,
): NamedProfile | undefined {
  if (profile === undefined && config.current === undefined) return undefined;
  const named = profile === undefined ? 'current' : profile === env['EMK_PROFILE'] ? 'EMK_PROFILE' : 'flag';
  const name = profile ?? config.current ?? '';
  return {...profileCalled(name, config), name, named};
}

/** The profile of this name. Its absence is an error that says which there are. */
export function profileCalled(name: string, {profiles}: Config): Profile {
  const profile = profiles.get(name);
  if (profile !== undefined) return profile;
  throw new ConfigError(`There is no profile "${name}".`, {hint: alternatives([...profiles.keys()], name)});
}

/** Checks the name of a new profile: it stands in messages and on command lines, so it is one plain word. */
export function toProfileName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name) && !taken.includes(name)) return name;
  throw new UsageError(`"${name}" cannot be the name of a profile.`, {
    hint: taken.includes(name)
      ? `Choose another: "${name}" is what emk calls an account that comes from elsewhere.`
      : 'Use letters, digits, dots, hyphens and underscores, and begin with a letter or a digit.',
  });
}

const taken = ['environment', 'sandbox'];

const alternatives = (names: readonly string[], name: string): string =>
  names.length === 0
    ? `Make it with "emk auth login ${name}".`
    : `There ${names.length === 1 ? 'is' : 'are'} ${names.map(each => `"${each}"`).join(', ')}; "emk auth login ${name}" adds it.`;
