import type {Field, Loose, Shape} from '../../api/describe/schema.js';
import {UsageError} from '../../errors.js';
import {parseSent} from '../dates/moment.js';
import {fieldAt, isDate} from '../fields/field.js';
import {toReader} from '../fields/path.js';
import {compareValues, isEmpty} from './order.js';

type Order = {readonly paths: readonly string[]; readonly compare: (one: Loose, other: Loose) => number};

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
      return {path, compare: byField(path, fieldAt(shape, path), sign === '-' ? -1 : 1)};
    });
  return {
    paths: keys.map(({path}) => path),
    compare: (one, other) => {
      for (const {compare} of keys) {
        const order = compare(one, other);
        if (order !== 0) return order;
      }
      return 0;
    },
  };
}

const byField = (path: string, field: Field | undefined, direction: 1 | -1): Order['compare'] => {
  const read = toReader(path);
  const key = isDate(field) ? momentOf : (value: unknown) => value;
  return (one, other) => {
    const [a, b] = [key(read(one)), key(read(other))];
    const [noA, noB] = [isEmpty(a), isEmpty(b)];
    return noA || noB ? Number(noA) - Number(noB) : direction * compareValues(a, b);
  };
};

/** A moment in one form, whatever its precision; undefined for the zeros that mean it has not happened yet. */
const momentOf = (value: unknown): unknown => (typeof value === 'string' ? parseSent(value)?.at : value);
