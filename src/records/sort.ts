import type {Loose} from '../api/schema.js';
import {UsageError} from '../errors.js';
import {compareValues, isEmpty} from './order.js';
import {toReader} from './path.js';

/** How records are ordered, and the fields that are compared. */
export type Order = {readonly paths: readonly string[]; readonly compare: (one: Loose, other: Loose) => number};

/**
Reads `-created_at,name`: the newest first, and those of the same moment by name. Several texts continue one another.
Records where the field is empty come last in both directions, because nobody sorts to find them.
*/
export function parseSort(texts: readonly string[], check: (path: string) => void): Order {
  const keys = texts
    .flatMap(text => text.split(',').map(part => ({text, part})))
    .map(({text, part}) => {
      const [, sign, path = ''] = /^\s*([-+]?)\s*(.*?)\s*$/s.exec(part) ?? [];
      if (path === '')
        throw new UsageError(`--sort "${text}" names no field.`, {hint: 'Write it as in --sort -created_at.'});
      check(path);
      return {path, compare: byField(path, sign === '-' ? -1 : 1)};
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

const byField = (path: string, direction: 1 | -1): Order['compare'] => {
  const read = toReader(path);
  return (one, other) => {
    const [a, b] = [read(one), read(other)];
    const [noA, noB] = [isEmpty(a), isEmpty(b)];
    return noA || noB ? Number(noA) - Number(noB) : direction * compareValues(a, b);
  };
};
