import {ForeignAnswerError} from '../../errors.js';
import type {Field, Loose, Operation, Refers} from '../describe/schema.js';
import {commandToShow, typeInWords} from './expected-records.js';
import {isObject} from './is-object.js';

/** Remembers parts of answers, to explain an unexpected error by records that break the documentation. */
export type Oddities = {
  watchList(operation: Operation): (records: readonly Loose[]) => void;
  one(operation: Operation, record: unknown): void;
  /** The error that a wrong record explains; undefined if all records match the documentation. */
  explain(cause: unknown): ForeignAnswerError | undefined;
};

/** Keeps little: the first and the latest records of each list. */
export function createOddities(): Oddities {
  const lists = new Map<string, Held>();
  const singles = new Map<string, string>();
  return {
    watchList(operation) {
      const held: Held = {operation, first: [], last: []};
      lists.set(operation.route, held);
      return records => {
        if (held.first.length < ENOUGH) held.first.push(...records.slice(0, ENOUGH));
        held.last = records;
      };
    },
    one(operation, record) {
      const odd = oddityIn(operation, record);
      if (odd !== undefined) singles.set(operation.route, odd);
    },
    explain(cause) {
      for (const {operation, first, last} of lists.values()) {
        for (const record of [...first, ...last]) {
          const odd = oddityIn(operation, record);
          if (odd !== undefined) return strange(operation.route, odd, cause);
        }
      }
      for (const [route, odd] of singles) return strange(route, odd, cause);
      return undefined;
    },
  };
}

type Held = {readonly operation: Operation; readonly first: Loose[]; last: readonly Loose[]};

/** The number of records kept from each list. */
const ENOUGH = 1000;

const strange = (route: string, odd: string, cause: unknown): ForeignAnswerError =>
  new ForeignAnswerError(
    `The service answered ${route} in a way that its API document does not show, so emk cannot continue: ${odd}.`,
    {cause, hint: commandToShow(route)},
  );

/** The first field of a record that does not match the documentation, in words. */
function oddityIn({returns}: Operation, record: unknown): string | undefined {
  if (returns.kind === 'many' || returns.kind === 'one') return oddField(record, returns.shape, '');
  if (returns.kind !== 'several') return undefined;
  return isObject(record) && Object.values(record).some(value => typeof value === 'object' && value !== null)
    ? 'a record holds an object'
    : oddField(record, {id: 'integer', name: 'text'}, '');
}

function oddField(record: unknown, shape: Readonly<Record<string, Field>>, within: string): string | undefined {
  if (!isObject(record)) return `${within || 'a record'} is ${typeInWords(record)}`;
  for (const [key, field] of Object.entries(shape)) {
    const isOptional = key.endsWith('?') || (typeof field === 'string' && field.endsWith('?'));
    const name = key.replace(/\?$/, '');
    const value = record[name];
    if (isOptional && (value === undefined || value === null)) continue;
    const odd = oddValue(value, field, within ? `${within}.${name}` : name);
    if (odd !== undefined) return odd;
  }
  return undefined;
}

function oddValue(value: unknown, field: Field, name: string): string | undefined {
  if (typeof field === 'string') return fits(value, field) ? undefined : `"${name}" is ${typeInWords(value)}`;
  if (isList(field)) {
    if (!Array.isArray(value)) return `"${name}" is ${typeInWords(value)}`;
    const [of] = field;
    const oddOf = (each: unknown): string | undefined =>
      typeof of === 'string' ? oddValue(each, of, name) : oddField(each, of ?? {}, name);
    return firstOf(value, oddOf);
  }
  return oddValue(value, 'words' in field ? 'integer' : (field as Refers).holds, name);
}

const isList = (field: Exclude<Field, string>): field is Extract<Field, readonly unknown[]> => Array.isArray(field);

function fits(value: unknown, field: string): boolean {
  const [kind, orNull] = field.replace(/\?$/, '').split('|');
  if (value === null) return orNull === 'null' || kind === 'json';
  if (kind === 'json' || kind === 'custom') return value !== undefined;
  if (kind === 'integer' || kind === 'flag' || kind === 'rate')
    return typeof value === 'boolean' ? kind === 'flag' : isNumeric(value);
  if (kind === 'timestamp' || kind === 'moment' || kind === 'date')
    return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
  return typeof value === 'string';
}

/** Whether a text is a number: some database drivers make PHP write numbers as text. */
const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)));

function firstOf<T>(items: readonly T[], oddOf: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const odd = oddOf(item);
    if (odd !== undefined) return odd;
  }
  return undefined;
}
