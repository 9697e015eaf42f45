import {readFileSync, statSync} from 'node:fs';
import {resolve} from 'node:path';
import type {Account} from '../api/wire/answer.js';
import type {AccountChoice, Context} from '../change/context.js';
import {ConfigError, UsageError} from '../core/errors.js';
import {codeOf} from '../core/system/files.js';
import type {Host} from '../core/system/host.js';
import {andList, orList, quoted} from '../core/words/sentence.js';
import {originOf, sameOrigin, toBaseUrl, toKey} from './key.js';
import type {Config, Profile} from './store.js';

/** An account with the source of each value in words, for `auth status`: `EMK_BASE_URL`, `the profile "prod"`. */
type FoundAccount = {
  readonly account: Account;
  readonly from: {readonly [value in 'baseUrl' | 'publicKey' | 'secretKey']: string};
};

/** A base URL that is given alone: by the line, or beside the keys of a profile. */
type TypedBaseUrl = {readonly url: string; readonly by: '--base-url' | 'EMK_BASE_URL'} | undefined;

/** Decides where requests go. The base URL and both keys come from one source, so no key goes elsewhere. */
export async function resolveAccount(
  choice: AccountChoice,
  host: Host,
  {config, sandbox}: {readonly config: Config; readonly sandbox: () => Promise<Account>},
): Promise<Account> {
  keepToSandbox(choice, host);
  return choice.sandbox ? sandbox() : findAccount(choice, host, config).account;
}

/**
 * Finds the account among the sources: keys of the environment come before a profile, and a base URL alone only picks
 * another path at the keys' origin. Throws if the sources contradict each other or are incomplete.
 */
export function findAccount(choice: AccountChoice, host: Host, config: Config): FoundAccount {
  // An option that is typed counts even if it is empty: the line must not go to another service than it names.
  const flag: TypedBaseUrl = choice.baseUrl === undefined ? undefined : {url: choice.baseUrl, by: '--base-url'};
  if (keysIn(host).length > 0) return inEnvironment(choice, host, flag);
  const variable = host.env['EMK_BASE_URL'];
  const given: TypedBaseUrl = flag ?? (variable ? {url: variable, by: 'EMK_BASE_URL'} : undefined);
  const profile = pickProfile(choice, host, config);
  if (profile === undefined) throw noKeys(given, [...config.profiles.keys()]);
  const {name, guard} = profile;
  const from = `the profile "${name}"`;
  return {
    account: {
      ...{name, source: 'profile', guard},
      baseUrl: withinOrigin(profile.baseUrl, from, given, `the keys of ${from}`, choice),
      publicKey: toKey(profile.publicKey, `The public key of ${from}`),
      secretKey: toKey(profile.secretKey, `The secret key of ${from}`),
    },
    from: {baseUrl: given?.by ?? from, publicKey: from, secretKey: from},
  };
}

/** The variables that name an account, as one unit: each with the other ways to give it. */
const unit = [['EMK_BASE_URL'], ['EMK_PUBLIC_KEY'], ['EMK_SECRET_KEY', 'EMK_SECRET_KEY_FILE']];

function inEnvironment(choice: AccountChoice, host: Host, flag: TypedBaseUrl): FoundAccount {
  const {EMK_BASE_URL: url = '', EMK_PUBLIC_KEY: publicKey = '', EMK_SECRET_KEY: key = '', ...env} = host.env;
  const file = env['EMK_SECRET_KEY_FILE'];
  if (choice.profile !== undefined) {
    const keys = andList(keysIn(host));
    throw new ConfigError(`--profile names "${choice.profile}", but the environment names an account too (${keys}).`, {
      hint: `Unset ${keys} to use the profile, or remove --profile to use the environment.`,
    });
  }
  const missing = unit.filter(ways => !ways.some(name => host.env[name]));
  if (missing.length > 0) throw incomplete(missing);
  if (key && file)
    throw new ConfigError('EMK_SECRET_KEY and EMK_SECRET_KEY_FILE are both set.', {hint: 'Unset one of them.'});
  return {
    account: {
      ...{name: 'environment', source: 'environment', guard: 'none'},
      baseUrl: withinOrigin(url, 'EMK_BASE_URL', flag, 'the keys of the environment', choice),
      publicKey: toKey(publicKey, 'EMK_PUBLIC_KEY'),
      secretKey: file ? keyIn(file, host) : toKey(key, 'EMK_SECRET_KEY'),
    },
    from: {
      baseUrl: flag?.by ?? 'EMK_BASE_URL',
      publicKey: 'EMK_PUBLIC_KEY',
      secretKey: file ? 'EMK_SECRET_KEY_FILE' : 'EMK_SECRET_KEY',
    },
  };
}

/** The key in a file. A pipe gives it only once, so it is read once a run. */
function keyIn(file: string, host: Host): string {
  const key = keysRead.get(host.env) ?? readKeyFile(file, 'EMK_SECRET_KEY_FILE', host);
  keysRead.set(host.env, key);
  return key;
}

/** Reads a key from a file or a pipe, without the spaces and the line end around it. A device may never end. */
function readKeyFile(path: string, variable: string, {cwd}: Pick<Host, 'cwd'>): string {
  const refused = (why: string, cause?: unknown) =>
    new ConfigError(`The file ${path}, named by ${variable}, ${why}.`, {
      hint: `Fix ${variable}, or set EMK_SECRET_KEY instead.`,
      cause,
    });
  try {
    const stats = statSync(resolve(cwd, path));
    if (!stats.isFile() && !stats.isFIFO()) throw refused('is no file');
    return toKey(readFileSync(resolve(cwd, path), 'utf8').trim(), `The file ${path}`);
  } catch (cause) {
    throw cause instanceof ConfigError ? cause : refused(`cannot be read (${codeOf(cause)})`, cause);
  }
}

const keysRead = new WeakMap<Host['env'], string>();

/** The base URL of these keys. One given alone may have another path at their origin, but never another origin. */
function withinOrigin(url: string, from: string, given: TypedBaseUrl, keys: string, choice: AccountChoice): string {
  const home = toBaseUrl(url, from, choice);
  if (given === undefined) return home;
  const {by} = given;
  const there = toBaseUrl(given.url, by, choice);
  if (sameOrigin(there, home)) return there;
  throw new ConfigError(`${by} leads to ${originOf(there)}, but ${keys} belong to ${originOf(home)} (${from}).`, {
    hint: `Remove ${by}, or give keys for ${originOf(there)}: "emk login" saves them as another profile.`,
  });
}

/** The variables that contain keys. It reads no key, because a pipe gives a key only once. */
export const keysIn = ({env}: Pick<Host, 'env'>): readonly string[] =>
  unit
    .slice(1)
    .flat()
    .filter(name => env[name]);

const incomplete = (missing: ReadonlyArray<readonly string[]>): ConfigError =>
  new ConfigError(`The environment names only a part of an account: ${andList(missing.map(orList))} must be set too.`, {
    hint: 'The base URL and both keys come from one source.',
  });

function noKeys(given: TypedBaseUrl, profiles: readonly string[]): ConfigError {
  if (profiles.length > 0)
    return new ConfigError('No profile is chosen.', {
      hint: `Choose with "emk switch NAME" or --profile NAME: ${profiles.join(', ')}.`,
    });
  return new ConfigError(`You are not logged in${given === undefined ? '' : `: there are no keys for ${given.by}`}.`, {
    hint: 'Log in with "emk login", or set EMK_BASE_URL, EMK_PUBLIC_KEY and EMK_SECRET_KEY. To try emk without an account, add --sandbox.',
  });
}

// ── The profile of a run ────────────────────────────────────────────────────

type NamedProfile = Profile & {readonly name: string};

/** The named profile, or else the current one; undefined if there is none. */
export function pickProfile(
  globals: Pick<AccountChoice, 'profile'>,
  host: Pick<Host, 'env'>,
  config: Config,
): NamedProfile | undefined {
  const name = namedProfile(globals, host) ?? config.current;
  return name === undefined ? undefined : {...profileCalled(name, config), name};
}

/** The profile that this run names on the command line or in the environment. */
export const namedProfile = ({profile}: Pick<AccountChoice, 'profile'>, {env}: Pick<Host, 'env'>): string | undefined =>
  profile ?? (env['EMK_PROFILE'] || undefined);

/** The profile with this name. If there is none, the error lists the existing ones. */
export function profileCalled(name: string, {profiles}: Pick<Config, 'profiles'>): Profile {
  const profile = profiles.get(name);
  if (profile !== undefined) return profile;
  throw new ConfigError(`There is no profile "${name}".`, {
    hint: profiles.size === 0 ? 'To log in: emk login NAME' : `Choose one of ${quoted([...profiles.keys()])}.`,
  });
}

/** Warns if the next command will not use the profile just chosen, because the environment names another account. */
export function warnIfOverridden({host, warn}: Pick<Context, 'host' | 'warn'>, profile: string): void {
  const keys = keysIn(host);
  if (keys.length > 0) warn(`The environment (${andList(keys)}) still overrides every profile.`);
  const fromEnvironment = host.env['EMK_PROFILE'];
  if (fromEnvironment && fromEnvironment !== profile) warn(`EMK_PROFILE still names the profile "${fromEnvironment}".`);
}

// ── Inside and beside a sandbox ─────────────────────────────────────────────

/** Whether this runs inside `emk sandbox run`, where everything goes to a sandbox. */
export const isInside = ({env}: Pick<Host, 'env'>): boolean => Boolean(env['EMK_SANDBOX_RUN']);

/** Refuses a second account beside a sandbox: a script in it that names a profile would change a real account. */
export function keepToSandbox(choice: Omit<AccountChoice, 'allowHttp'>, host: Pick<Host, 'env'>): void {
  const inside = isInside(host);
  if (!choice.sandbox && !inside) return;
  const others: {readonly [name: string]: unknown} = {
    ...(inside ? {'--sandbox': choice.sandbox} : {'--base-url': choice.baseUrl}),
    ...{'--profile': choice.profile, EMK_PROFILE: host.env['EMK_PROFILE']},
  };
  const other = Object.keys(others).find(name => others[name]);
  if (other !== undefined)
    throw new UsageError(`${other} and ${inside ? '"emk sandbox run"' : '--sandbox'} name two different accounts.`, {
      hint: `Remove ${other}: everything goes to the sandbox.`,
    });
  if (inside && keysIn(host).length === 0) throw incomplete(unit);
}
