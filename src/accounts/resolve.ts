import type {Account} from '../api/wire/answer.js';
import type {Globals} from '../commands/globals.js';
import {ConfigError, UsageError} from '../core/errors.js';
import type {Host} from '../core/system/host.js';
import {andList, plural} from '../core/words/sentence.js';
import {originOf, sameOrigin, toBaseUrl} from './base-url.js';
import type {Config} from './config-file.js';
import {readKeyFile, toKey} from './key.js';
import {namedProfile, pickProfile} from './pick-profile.js';

/** An account with the source of each value, for `auth status`. */
type FoundAccount = Pick<Account, 'name' | 'source' | 'guard'> & {
  readonly [secret in 'baseUrl' | 'publicKey' | 'secretKey']: Sourced;
};

type Choices = Pick<Globals, 'profile' | 'baseUrl' | 'sandbox' | 'allowHttp'>;

/** Decides where requests go. The base URL and both keys come from one source, so no key goes elsewhere. */
export async function resolveAccount(
  globals: Choices,
  host: Host,
  {config, sandbox}: {readonly config: Config; readonly sandbox: () => Promise<Account>},
): Promise<Account> {
  keepToSandbox(globals, host);
  if (globals.sandbox) return sandbox();
  const {name, source, guard, baseUrl, publicKey, secretKey} = findAccount(globals, host, config);
  return {name, source, guard, baseUrl: baseUrl.value, publicKey: publicKey.value, secretKey: secretKey.value};
}

/** Finds the account among the sources. Throws if they contradict each other or are incomplete. */
export function findAccount(globals: Choices, host: Host, config: Config): FoundAccount {
  const environment = readEnvironment(host);
  if (environment.keys.length === 0) return fromProfile(environment, globals, host, config);
  if (globals.profile !== undefined) throw twoAccounts(environment, globals.profile);
  return fromEnvironment(environment, globals, namedProfile(globals, host) ?? config.current);
}

function fromEnvironment(environment: Environment, globals: Choices, profile: string | undefined): FoundAccount {
  const {baseUrl, publicKey, secretKey, keys} = environment;
  if (baseUrl === undefined) throw noBaseUrl(keys, globals.baseUrl === undefined ? profile : '--base-url');
  if (publicKey === undefined || secretKey === undefined) throw oneKey(keys, publicKey === undefined);
  const home: Sourced = {value: toBaseUrl(baseUrl.value, baseUrl.from, globals), from: baseUrl.from};
  return {
    name: 'environment',
    source: 'environment',
    guard: 'none',
    baseUrl: withinOrigin(home, flagged(globals), 'the keys of the environment', globals),
    publicKey,
    secretKey,
  };
}

function fromProfile(environment: Environment, globals: Choices, host: Host, config: Config): FoundAccount {
  const url = flagged(globals) ?? environment.baseUrl;
  const profile = pickProfile(globals, host, config);
  if (profile === undefined) throw noKeys(url, [...config.profiles.keys()]);
  const {name, baseUrl, publicKey, secretKey, guard} = profile;
  const from = `the profile "${name}"`;
  return {
    name,
    source: 'profile',
    guard,
    baseUrl: withinOrigin({value: toBaseUrl(baseUrl, from, globals), from}, url, `the keys of ${from}`, globals),
    publicKey: {value: toKey(publicKey, `The public key of ${from}`), from},
    secretKey: {value: toKey(secretKey, `The secret key of ${from}`), from},
  };
}

const flagged = ({baseUrl}: Choices): Sourced | undefined =>
  baseUrl === undefined ? undefined : {value: baseUrl, from: '--base-url'};

/** A base URL given alone may have another path at the keys' origin, but never another origin. */
function withinOrigin(home: Sourced, given: Sourced | undefined, keys: string, globals: Choices): Sourced {
  if (given === undefined) return home;
  const {from} = given;
  const value = toBaseUrl(given.value, from, globals);
  if (sameOrigin(value, home.value)) return {value, from};
  throw new ConfigError(
    `${from} leads to ${originOf(value)}, but ${keys} belong to ${originOf(home.value)} (${home.from}).`,
    {hint: `Remove ${from}, or give keys for ${originOf(value)}: "emk login" saves them as another profile.`},
  );
}

const twoAccounts = ({keys}: Environment, profile: string): ConfigError =>
  new ConfigError(`--profile names "${profile}", but the environment names an account too (${andList(keys)}).`, {
    hint: `Unset ${andList(keys)} to use the profile, or remove --profile to use the environment.`,
  });

function noBaseUrl(keys: readonly string[], other: string | undefined): ConfigError {
  const lender = other === '--base-url' || other === undefined ? other : `the profile "${other}"`;
  return new ConfigError(
    `${andList(keys)} ${plural(keys.length, 'is', 'are')} set, but EMK_BASE_URL is not${lender ? `, and the base URL of ${lender} comes from elsewhere` : ''}.`,
    {hint: `Set EMK_BASE_URL to the service that these keys belong to${lender ? `, or unset ${andList(keys)}` : ''}.`},
  );
}

function oneKey(keys: readonly string[], publicIsMissing: boolean): ConfigError {
  const missing = publicIsMissing ? 'EMK_PUBLIC_KEY' : 'EMK_SECRET_KEY';
  return new ConfigError(`EMK_BASE_URL and ${andList(keys)} are set, but ${missing} is not.`, {
    hint: `Set ${publicIsMissing ? missing : `${missing} or EMK_SECRET_KEY_FILE`} too: the base URL and both keys come from one source.`,
  });
}

function noKeys(url: Sourced | undefined, profiles: readonly string[]): ConfigError {
  if (profiles.length > 0) {
    return new ConfigError('No profile is chosen.', {
      hint: `Choose with "emk switch NAME" or --profile NAME. There ${plural(profiles.length, 'is', 'are')}: ${profiles.join(', ')}.`,
    });
  }
  return new ConfigError(`You are not logged in${url === undefined ? '' : `: there are no keys for ${url.from}`}.`, {
    hint: 'Log in with "emk login", or set EMK_BASE_URL, EMK_PUBLIC_KEY and EMK_SECRET_KEY. To try emk without an account, add --sandbox.',
  });
}

/** A value and its source in words: `EMK_BASE_URL`, `the profile "prod"`. */
type Sourced = {readonly value: string; readonly from: string};

/** The account that the environment names, complete or not. */
type Environment = {
  readonly baseUrl: Sourced | undefined;
  readonly publicKey: Sourced | undefined;
  readonly secretKey: Sourced | undefined;
  readonly keys: readonly string[];
};

/** Reads the variables that name an account. CI systems pass a missing secret as an empty variable. */
function readEnvironment(host: Host): Environment {
  const filled = filledIn(host);
  const baseUrl = filled('EMK_BASE_URL');
  const publicKey = filled('EMK_PUBLIC_KEY');
  const secretKey = filled('EMK_SECRET_KEY');
  const secretFile = filled('EMK_SECRET_KEY_FILE');
  if (secretKey !== undefined && secretFile !== undefined) {
    throw new ConfigError('EMK_SECRET_KEY and EMK_SECRET_KEY_FILE are both set.', {
      hint: 'Unset EMK_SECRET_KEY or EMK_SECRET_KEY_FILE.',
    });
  }
  const secretFrom = secretFile === undefined ? 'EMK_SECRET_KEY' : 'EMK_SECRET_KEY_FILE';
  const secret = secretFile === undefined ? secretKey : readOnce(secretFile, host);
  return {
    baseUrl: baseUrl === undefined ? undefined : {value: baseUrl, from: 'EMK_BASE_URL'},
    publicKey: sourced(publicKey, 'EMK_PUBLIC_KEY'),
    secretKey: sourced(secret, secretFrom),
    keys: keysIn(host),
  };
}

/** The names of the variables that contain keys. It reads no key, because a pipe gives a key only once. */
export function keysIn(host: Pick<Host, 'env'>): readonly string[] {
  const filled = filledIn(host);
  return ['EMK_PUBLIC_KEY', 'EMK_SECRET_KEY', 'EMK_SECRET_KEY_FILE'].filter(name => filled(name) !== undefined);
}

/** Reads the key from its file once a run, because a pipe gives a key only once. */
function readOnce(path: string, host: Host): string {
  const key = keysRead.get(host.env) ?? readKeyFile(path, 'EMK_SECRET_KEY_FILE', host);
  keysRead.set(host.env, key);
  return key;
}

const keysRead = new WeakMap<Host['env'], string>();

const filledIn =
  ({env}: Pick<Host, 'env'>) =>
  (name: string): string | undefined =>
    env[name] || undefined;

const sourced = (key: string | undefined, from: string): Sourced | undefined =>
  key === undefined ? undefined : {value: toKey(key, from), from};

/** Refuses what leads out of a sandbox: a script in it that names a profile would change a real account. */
export function keepToSandbox(
  globals: Pick<Globals, 'sandbox' | 'profile' | 'baseUrl'>,
  host: Pick<Host, 'env'>,
): void {
  if (globals.sandbox) refuseBesideFlag(globals, host);
  else if (isInside(host)) refuseInsideRun(globals, host);
}

/** Refuses `--sandbox` beside another account: it means the account on this machine. */
function refuseBesideFlag(globals: Pick<Globals, 'profile' | 'baseUrl'>, host: Pick<Host, 'env'>): void {
  if (isInside(host)) {
    throw new UsageError('You are in a sandbox already: this runs inside "emk sandbox run".', {
      hint: 'Remove --sandbox.',
    });
  }
  const {profile, baseUrl} = globals;
  const flag = profile !== undefined ? '--profile' : baseUrl !== undefined ? '--base-url' : undefined;
  if (flag !== undefined) {
    throw new UsageError(`--sandbox and ${flag} name two different accounts.`, {hint: `Remove --sandbox or ${flag}.`});
  }
  const name = namedProfile(globals, host);
  if (name === undefined) return;
  throw new UsageError(`--sandbox and EMK_PROFILE, which names "${name}", are two different accounts.`, {
    hint: 'Unset EMK_PROFILE for this command (EMK_PROFILE= emk --sandbox …), or remove --sandbox.',
  });
}

/** Whether this runs inside `emk sandbox run`, where everything goes to a sandbox. */
export const isInside = ({env}: Pick<Host, 'env'>): boolean => Boolean(env['EMK_SANDBOX_RUN']);

function refuseInsideRun(globals: Pick<Globals, 'profile'>, host: Pick<Host, 'env'>): void {
  const name = namedProfile(globals, host);
  if (name !== undefined) {
    const from = globals.profile === undefined ? 'EMK_PROFILE' : '--profile';
    throw new UsageError(`${from} names "${name}", but this runs inside "emk sandbox run".`, {
      hint: `Remove ${from}: everything there goes to the sandbox.`,
    });
  }
  if (keysIn(host).length === 0) {
    throw new ConfigError(
      'This runs inside "emk sandbox run", but the sandbox\'s keys are gone from the environment.',
      {hint: 'Pass EMK_BASE_URL, EMK_PUBLIC_KEY and EMK_SECRET_KEY on to emk.'},
    );
  }
}
