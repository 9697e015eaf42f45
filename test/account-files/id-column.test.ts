import fc from 'fast-check';
import {expect, test} from 'vitest';
import {idColumn} from '../../src/account-files/pull/id-column.js';

test('ids come back in their order, small and large, across blocks', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({min: 0, max: 2 ** 48}), {minLength: 1, maxLength: 40}), some => {
      const ids = Array.from(
        {length: 9000},
        (_, at) => (some[at % some.length] as number) % (at < 4096 ? 2 ** 32 : 2 ** 48),
      );
      const column = idColumn();
      for (const id of ids) column.add(id);
      expect(ids.map((_, at) => column.at(at))).toEqual(ids);
      expect(column.at(ids.length)).toBeUndefined();
    }),
    {numRuns: 10},
  );
});
