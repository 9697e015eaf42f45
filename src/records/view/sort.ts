import type {Field, Loose, Shape} from '../../api/describe/schema.js';
import {UsageError} from '../../errors.js';
import {parseSent} from '../dates/clock.js';
import {fieldAt, isDate} from '../fields/field.js';
import {type Reader, toReader} from '../fields/path.js';
import {compareRanked, isEmpty, type Ranked, rankOf} from './order.js';

/** What records are sorted by. Each key is read once, because it is compared many times. */
export type Order = {
  readonly paths: readonly string[];
  readonly keyOf: (record: Loose) => SortKey;
  readonly compare: (one: SortKey, other: SortKey) => number;
};

/** A value for each field of `--sort`; undefined for a field that holds nothing. */
export type SortKey = ReadonlyArray<Ranked | undefined>;

/** Reads `-created_at,name`: newest first, then by name. Empty fields come last in both directions. */
export function parseSort(
  texts: readonly string[],
  {shape, fieldOf}: {readonly shape: Shape; readonly fieldOf: (typed: string) => string},
): Order {
  const keys = texts
    .flatMap(text => text.split(',').map(part => ({text, part})))
    .map(({text, part}) => {
      const [, sign, typed = ''] = /^\s*([-+]?)\s*(.*?)\s*$/s.exec(part) ?? [];
      if (typed === '')
        throw new UsageError(`--sort "${text}" names no field.`, {hint: 'Write it as in --sort -created_at.'});
      const path = fieldOf(typed);
      return {path, read: valueReader(path, fieldAt(shape, path)), direction: sign === '-' ? -1 : 1};
    });
  return {
    paths: keys.map(({path}) => path),
    keyOf: record =>
      keys.map(({read}) => {
        const value = read(record);
        return isEmpty(value) ? undefined : rankOf(value);
      }),
    compare: (one, other) => {
      for (const [at, {direction}] of keys.entries()) {
        const [a, b] = [one[at], other[at]];
        const order = a && b ? direction * compareRanked(a, b) : Number(a === undefined) - Number(b === undefined);
        if (order !== 0) return order;
      }
      return 0;
    },
  };
}

const valueReader = (path: string, field: Field | undefined): Reader => {
  const read = toReader(path);
  return isDate(field) ? record => momentOf(read(record)) : read;
};

/** A moment in one form, whatever its precision; undefined for the zeros that mean it has not happened yet. */
const momentOf = (value: unknown): unknown => (typeof value === 'string' ? parseSent(value)?.at : value);
