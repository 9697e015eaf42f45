import {createHash} from 'node:crypto';
import {UsageError} from '../../core/errors.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import type {KindName} from '../account/keys.js';

/** The content of a mark: the run that made a record, and the record's name in the seed file. */
type RunMark = {readonly run: string; readonly name: string};

/**
 * The name of a run's record: `pr-12.QA~3f9a1c`. Its end is a checksum of the rest, so that a record with a similar
 * name from a person is not taken for it. Fields allow no such characters: `pr_12__score__3f9a1c`.
 */
export const markedName = (kind: KindName, {run, name}: RunMark): string =>
  kind === 'fields'
    ? `${run.replaceAll('-', '_')}__${name}__${checkOf(kind, {run, name})}`
    : `${run}.${name}~${checkOf(kind, {run, name})}`;

/** The address of a run's person: `ada+pr-12.3f9a1c@example.com`. */
export function markedAddress(run: string, address: string): string {
  const name = foldAddress(address);
  const at = name.lastIndexOf('@');
  return `${name.slice(0, at)}+${run}.${checkOf('address', {run, name})}${name.slice(at)}`;
}

/** The mark in a record's name, if it has a valid one. */
export function markIn(kind: KindName, name: string): RunMark | undefined {
  const [, written = '', own = '', check] = (kind === 'fields' ? inField : inName).exec(name) ?? [];
  return check === undefined ? undefined : proven(kind, {run: written.replaceAll('_', '-'), name: own}, check);
}

const inName = /^([a-z0-9-]+)\.(.+)~([0-9a-f]{6})$/s;
const inField = /^([a-z0-9]+(?:_[a-z0-9]+)*)__(.+)__([0-9a-f]{6})$/;

/** The mark in an address, if it has a valid one and no mail can reach the address. */
export function markInAddress(address: string): RunMark | undefined {
  const [, local, run = '', check, domain] = inAddress.exec(foldAddress(address)) ?? [];
  if (check === undefined || !isReserved(address)) return undefined;
  return proven('address', {run, name: `${local}@${domain}`}, check);
}

const inAddress = /^(.+)\+([a-z0-9-]+)\.([0-9a-f]{6})@([^@]+)$/s;

const proven = (kind: KindName | 'address', marked: RunMark, check: string): RunMark | undefined =>
  isRunId(marked.run) && checkOf(kind, marked) === check ? marked : undefined;

/** Six digits derived from a name, its kind and its run: one name in sixteen million has the right ones by chance. */
const checkOf = (kind: KindName | 'address', {run, name}: RunMark): string =>
  createHash('sha256')
    .update(JSON.stringify(['emk seed', kind, run, name]))
    .digest('hex')
    .slice(0, 6);

/** Whether an address is at a domain reserved for examples and tests, so that it belongs to nobody. */
export const isReserved = (address: string): boolean => reserved.test(foldAddress(address));

const reserved = /^[^@]+@(?:example\.(?:com|org|net)|(?:[a-z0-9-]+\.)+test)$/;

/** The id of a run, with which its names begin. Two hyphens in a row would hide the end of the id in a field's name. */
const shape = /^(?=.{1,20}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

const isRunId = (text: string): boolean => shape.test(text);

export function requireRunId(text: string): string {
  if (isRunId(text)) return text;
  throw new UsageError(`"${text}" cannot be the id of a run.`, {
    hint: 'Use up to 20 lowercase letters and digits, with single hyphens between them: --run pr-12',
  });
}
