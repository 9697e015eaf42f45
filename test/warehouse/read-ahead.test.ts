/** Lists below records are read a few at a time, in their order, and little of them is held. */
import {setImmediate} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {readAhead} from '../../src/warehouse/read-ahead.js';

test('lists come in their order, a few read at the same time, and a long one only in its turn', async () => {
  const [opened, LONG]: [number[], number] = [[], 17];
  let [open, most, ahead] = [0, 0, 0];
  const lists = Array.from(
    {length: 40},
    (_, id) =>
      async function* () {
        opened.push(id);
        most = Math.max(most, ++open);
        try {
          for (let part = 0; part < (id === LONG ? 3000 : 2); part++) {
            await setImmediate();
            if (id === LONG) ahead++;
            yield [{id, part}];
          }
        } finally {
          open--;
        }
      },
  );
  const seen: string[] = [];
  for await (const [record] of readAhead(lists)) {
    if (seen.length === 34) expect(ahead).toBeLessThan(2000);
    seen.push(`${record?.['id']}.${record?.['part']}`);
  }
  expect(seen).toEqual(
    lists.flatMap((_, id) => Array.from({length: id === LONG ? 3000 : 2}, (_, part) => `${id}.${part}`)),
  );
  expect(most).toBe(4);
  expect(opened.filter(id => id === LONG)).toHaveLength(2);
  expect(opened).toHaveLength(41);
});

test('bytes that are only valid until the next piece are kept', async () => {
  const lines = async function* () {
    const piece = Buffer.alloc(2);
    for (const text of ['1\n', '2\n', '3\n']) {
      piece.write(text);
      yield piece;
    }
  };
  let text = '';
  for await (const bytes of readAhead([lines, lines])) text += Buffer.from(bytes).toString();
  expect(text).toBe('1\n2\n3\n1\n2\n3\n');
});

test('a list that fails ends all of them', async () => {
  const lists = [1, 2, 3].map(
    id =>
      async function* () {
        if (id === 2) throw new Error('gone');
        yield [{id}];
      },
  );
  await expect(readAhead(lists).next()).rejects.toThrow('gone');
});
