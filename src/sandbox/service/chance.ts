import {createHash} from 'node:crypto';
import type {Db} from './behaviour.js';

/** Five numbers from 0 to 1, derived from a seed and a name, so that they are the same in every run. */
export function randomNumbers(seed: number, name: string): readonly [number, number, number, number, number] {
  const bytes = digest(seed, name);
  const at = (index: number) => bytes.readUInt32BE(index * 4) / 2 ** 32;
  return [at(0), at(1), at(2), at(3), at(4)];
}

/** The next utr: a uuid derived from the account's seed and a counter, so that it is the same in every run. */
export function nextUtr(db: Db): string {
  const state = db.get<{seed: number; utrs: number}>('UPDATE service_state SET utrs = utrs + 1 RETURNING seed, utrs');
  const hex = digest(state?.seed ?? 0, `utr ${state?.utrs ?? 0}`).toString('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A number of ten digits, such as groups have, derived from a utr. */
export const digitsFrom = (utr: string): string => String(1e9 + (Number.parseInt(utr.slice(0, 8), 16) % 9e9));

export const seedOf = (db: Db): number => db.get<{seed: number}>('SELECT seed FROM service_state')?.seed ?? 0;

const digest = (seed: number, name: string): Buffer => createHash('sha1').update(`${seed} ${name}`).digest();
