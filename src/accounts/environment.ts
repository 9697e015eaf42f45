import {ConfigError} from '../errors.js';
import type {Host} from '../system/host.js';
import {readKeyFile, toKey} from './key.js';

/** A value and its source in words: `EMK_BASE_URL`, `the profile "prod"`. */
export type Sourced = {readonly value: string; readonly from: string};

/** The account that the environment names, complete or not. */
export type Environment = {
  readonly baseUrl: Sourced | undefined;
  readonly publicKey: Sourced | undefined;
  readonly secretKey: Sourced | undefined;
  readonly keys: readonly string[];
};

/** Reads the variables that name an account. CI systems pass a missing secret as an empty variable. */
export function readEnvironment(host: Host): Environment {
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
