import {expect, test} from 'vitest';
import {concurrently} from '../../src/work/concurrently.js';

test('results stand in the order of the items, and no more than so many are under way', async () => {
  let [running, most] = [0, 0];
  const results = await concurrently(3, [5, 4, 3, 2, 1, 0], async turns => {
    most = Math.max(most, ++running);
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    running--;
    return turns * 10;
  });
  expect([results, most]).toEqual([[50, 40, 30, 20, 10, 0], 3]);
});

test('after a failure nothing more is begun, and what is under way is waited for', async () => {
  const [begun, ended]: [number[], number[]] = [[], []];
  const work = concurrently(2, [1, 2, 3, 4, 5], async item => {
    begun.push(item);
    for (let turn = 0; turn < item * 5; turn++) await Promise.resolve();
    if (item === 1) throw new Error('The first failed.');
    ended.push(item);
  });
  await expect(work).rejects.toThrow('The first failed.');
  expect([begun, ended]).toEqual([[1, 2], [2]]);
});
