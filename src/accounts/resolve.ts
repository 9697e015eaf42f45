import type {Globals} from '../commands/globals.js';
import {ConfigError, UsageError} from '../errors.js';
import type {Host} from '../host.js';
import type {Account} from './account.js';
import {hostOf, sameOrigin, toBaseUrl} from './base-url.js';
import type {Config, Guard} from './config-file.js';
import {type Environment, readEnvironment} from './environment.js';
import {toKey} from './key.js';
import {type NamedProfile, pickProfile} from './pick-profile.js';

/** A value and where it came from, in words: `EMK_BASE_URL`, `the profile "prod"`. */
export type Sourced = {readonly value: string; readonly from: string};

/** An account with the source of each of its values, for `auth status`. */
export type Found = {
  readonly name: string;
  readonly source: Account['source'];
  readonly guard: Guard;
  readonly baseUrl: Sourced;
  readonly publicKey: Sourced;
  readonly secretKey: Sourced;
};

type Choices = Pick<Globals, 'profile' | 'baseUrl' | 'sandbox' | 'allowHttp'>;

/**
Says where requests go and with which keys. The base URL and both keys are one unit from one source, so that no key ever
travels to a service it does not belong to because a variable was left over.
*/
export async function resolveAccount(
  globals: Choices,
  host: Host,
  {config, sandbox}: {readonly config: Config; readonly sandbox: () => Promise<Account>},
): Promise<Account> {
  refuseProfileInSandbox(globals, host);
  if (globals.sandbox) return sandbox();
  const {name, source, guard, baseUrl, publicKey, secretKey} = findAccount(globals, host, config);
  return {name, source, guard, baseUrl: baseUrl.value, publicKey: publicKey.value, secretKey: secretKey.value};
}

/** The same without its keys' sources taken away. Throws where the sources contradict each other or do not suffice. */
export function findAccount(globals: Choices, host: Host, config: Config): Found {
  const environment = readEnvironment(host);
  const profile = pickProfile(globals, host, config);
  if (environment.keys.length > 0) {
    refuseSecondUnit(environment, profile, globals);
    return fromEnvironment(environment, profile, globals);
  }
  return fromProfile(environment, profile, globals);
}

/** Inside a sandbox a profile's name can only be a mistake: the script would change a real account. */
function refuseProfileInSandbox({sandbox, profile, baseUrl}: Choices, {env}: Host): void {
  const inside = sandbox
    ? '--sandbox is given'
    : env['EMK_SANDBOX_RUN']
      ? 'This runs inside "emk sandbox run"'
      : undefined;
  if (inside === undefined) return;
  const named =
    profile !== undefined ? `the profile "${profile}"` : sandbox && baseUrl !== undefined ? '--base-url' : '';
  if (named === '') return;
  throw new UsageError(`${inside}, yet ${named} names another account.`, {
    hint: `Leave ${named === '--base-url' ? named : 'the profile'} out to use the sandbox${sandbox ? ', or leave --sandbox out to use that account' : ''}.`,
  });
}

function refuseSecondUnit({keys}: Environment, profile: NamedProfile | undefined, {profile: named}: Choices): void {
  if (profile?.named !== 'flag') return;
  throw new ConfigError(`--profile names "${named}", but ${list(keys)} of the environment ${are(keys)} set too.`, {
    hint: `Unset ${list(keys)} to use the profile, or leave --profile out to use the environment.`,
  });
}

function fromEnvironment(environment: Environment, profile: NamedProfile | undefined, globals: Choices): Found {
  const {baseUrl, publicKey, secretKey, keys} = environment;
  if (baseUrl === undefined) {
    const other = globals.baseUrl !== undefined ? '--base-url' : profile && `the profile "${profile.name}"`;
    throw new ConfigError(
      other === undefined
        ? `${list(keys)} ${are(keys)} set, but EMK_BASE_URL is not.`
        : `${list(keys)} ${are(keys)} set, but EMK_BASE_URL is not, and the base URL of ${other} is not theirs to use.`,
      {hint: `Set EMK_BASE_URL to where these keys belong${profile ? `, or unset ${list(keys)}` : ''}.`},
    );
  }
  const missing = [
    ...(publicKey === undefined ? ['EMK_PUBLIC_KEY'] : []),
    ...(secretKey === undefined ? ['EMK_SECRET_KEY'] : []),
  ];
  if (publicKey === undefined || secretKey === undefined) {
    throw new ConfigError(`EMK_BASE_URL and ${list(keys)} are set, but ${list(missing)} is missing.`, {
      hint: `Set ${list(missing)}${missing.includes('EMK_SECRET_KEY') ? ' or EMK_SECRET_KEY_FILE' : ''} too: both keys and the base URL come from one place.`,
    });
  }
  const home = toBaseUrl(baseUrl, 'EMK_BASE_URL', globals);
  return {
    name: 'environment',
    source: 'environment',
    guard: 'none',
    baseUrl: override(home, 'EMK_BASE_URL', `${list(keys)} of the environment`, globals),
    publicKey,
    secretKey,
  };
}

function fromProfile(
  {baseUrl: inEnvironment}: Environment,
  profile: NamedProfile | undefined,
  globals: Choices,
): Found {
  if (profile === undefined) throw noKeys(globals.baseUrl ?? inEnvironment);
  const {name, baseUrl, publicKey, secretKey, guard} = profile;
  const source = `the profile "${name}"`;
  const home = toBaseUrl(baseUrl, source, globals);
  return {
    name,
    source: 'profile',
    guard,
    baseUrl: override(home, source, `the keys of ${source}`, globals, inEnvironment),
    publicKey: {value: toKey(publicKey, `The public key of ${source}`), from: source},
    secretKey: {value: toKey(secretKey, `The secret key of ${source}`), from: source},
  };
}

/** A base URL given on its own may lead elsewhere within the keys' own origin, never to another. */
function override(home: string, homeFrom: string, keys: string, globals: Choices, inEnvironment?: string): Sourced {
  const [text, from] =
    globals.baseUrl !== undefined ? [globals.baseUrl, '--base-url'] : [inEnvironment, 'EMK_BASE_URL'];
  if (text === undefined) return {value: home, from: homeFrom};
  const value = toBaseUrl(text, from, globals);
  if (sameOrigin(value, home)) return {value, from};
  throw new ConfigError(
    `${from} leads to ${hostOf(value)}, but ${keys} belong to ${hostOf(home)}${homeFrom === 'EMK_BASE_URL' ? ' (EMK_BASE_URL)' : ''}.`,
    {hint: `Leave ${from} out, or log in to ${hostOf(value)} with "emk auth login".`},
  );
}

const noKeys = (baseUrl: string | undefined): ConfigError =>
  new ConfigError(baseUrl === undefined ? 'There are no keys yet.' : 'A base URL is given, but no keys for it.', {
    hint: 'Log in with "emk auth login", or set EMK_BASE_URL, EMK_PUBLIC_KEY and EMK_SECRET_KEY.',
  });

const list = (names: readonly string[]): string => names.join(' and ');

const are = (names: readonly string[]): string => (names.length === 1 ? 'is' : 'are');
