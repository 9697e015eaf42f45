import {createHash, randomBytes} from 'node:crypto';
import type {IncomingHttpHeaders} from 'node:http';
import type {Db} from '../service/behaviour.js';
import {failed, type WholeAnswer} from './answer.js';
import {readOwn, writeOwn} from './own-tables.js';

export type Keys = {readonly publicKey: string; readonly secretKey: string};

/**
 * The keys of an account, created when it is first opened and stored with it. They are random by default. With a seed
 * they are the same in every run, so that a configuration can contain them.
 */
export function keysOf(db: Db, given: Partial<Keys> = {}, seed?: number): Keys {
  const made = (name: string, length: number): string => {
    const bytes = seed === undefined ? randomBytes(length) : createHash('sha256').update(`${seed} ${name}`).digest();
    return `sandbox-${name}-${bytes.subarray(0, length).toString('hex')}`;
  };
  const keys = {
    publicKey: given.publicKey ?? readOwn(db, 'publicKey') ?? made('public', 8),
    secretKey: given.secretKey ?? readOwn(db, 'secretKey') ?? made('secret', 16),
  };
  for (const [name, value] of Object.entries(keys)) if (readOwn(db, name) !== value) writeOwn(db, name, value);
  return keys;
}

/** The refusal of a request without the account's keys. */
export function refusalOf(headers: IncomingHttpHeaders, keys: Keys): WholeAnswer | undefined {
  const given = {PublicKey: textOf(headers['publickey']), SecretKey: textOf(headers['secretkey'])};
  const missing = Object.entries(given).filter(([, value]) => value === '');
  if (missing.length > 0) {
    const errors = Object.fromEntries(missing.map(([name]) => [name, [missingTexts[name] ?? '']]));
    return failed(errors);
  }
  if (given.PublicKey !== keys.publicKey || given.SecretKey !== keys.secretKey) {
    return failed('Invalid public key or secret key', 401);
  }
  return undefined;
}

const missingTexts: {readonly [header: string]: string} = {
  PublicKey: 'The public key field is required.',
  SecretKey: 'The secret key field is required.',
};

const textOf = (header: string | string[] | undefined): string => String(header ?? '').trim();
