/** Keys stay out of what emk shows: in every place of a value, in records, lines and rows, and only once a key was seen. */
import {expect, test} from 'vitest';
import type {RecordSource} from '../../../src/api/answers/records.js';
import {
  createKeyMask,
  piecesWithoutKeys,
  readsWithoutKeys,
  recordsWithoutKeys,
  withoutKeys,
} from '../../../src/api/client/key-mask.js';

function masked(seen = true) {
  const warned: string[] = [];
  const mask = createKeyMask({
    maskKeys: text => text.replaceAll('KEY', '…'),
    warn: sentence => warned.push(sentence),
  });
  if (seen) mask.keySeen();
  return {...mask, warned};
}

test('until a key was seen nothing is searched, and then it is reported once', () => {
  const {keyMask, keySeen, isClean, warned} = masked(false);
  expect([keyMask.needed(), keyMask.text('a KEY'), isClean('a KEY'), warned]).toEqual([false, 'a KEY', true, []]);
  keySeen();
  expect([keyMask.needed(), isClean('a KEY'), isClean('none'), warned]).toEqual([true, false, true, []]);
  expect([keyMask.text('none'), warned]).toEqual(['none', []]);
  expect(['KEY', 'a KEY'].map(keyMask.text)).toEqual(['…', 'a …']);
  expect(warned).toEqual([expect.stringContaining('contains a key of this account')]);
});

test('a value has no key at any depth, in names neither, and what is no plain data stays as it is', () => {
  const {keyMask} = masked();
  const [date, error] = [new Date(0), new Error('KEY')];
  const bare = Object.assign(Object.create(null), {a: 'KEY'});
  const value = {KEY: ['KEY', {deep: 'a KEY', no: 7}], none: null, date, error, bare};
  expect(withoutKeys(value, keyMask)).toEqual({
    '…': ['…', {deep: 'a …', no: 7}],
    ...{none: null, date, error, bare: {a: '…'}},
  });
  expect((withoutKeys(value, keyMask) as typeof value).date).toBe(date);
  expect(withoutKeys(value, masked(false).keyMask)).toBe(value);
});

/** A list of one record with a key, in each form in which it can be read. */
const source = (bare = false): RecordSource<{name: string}> => {
  const batches = async function* () {
    yield [{name: 'KEY'}];
  };
  return {
    [Symbol.asyncIterator]: batches,
    async *lines() {
      yield Buffer.from('xx{"name":"KEY"}xx').subarray(2, 16);
    },
    ...(!bare && {
      only: batches,
      async *rows(_: readonly string[], form: {write(records: readonly object[]): string}) {
        yield {text: 'a KEY', count: 1};
        yield {text: form.write([{name: 'KEY'}]), count: 1};
      },
    }),
  } as unknown as RecordSource<{name: string}>;
};

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test.each([
  [true, '…'],
  [false, 'KEY'],
])('records, lines and rows of a list have no key once one was seen: %s', async (seen, shown) => {
  const {keyMask} = masked(seen);
  const list = recordsWithoutKeys(source(), keyMask);
  expect(await all(list)).toEqual([[{name: shown}]]);
  expect((await all(list.lines())).map(String)).toEqual([`{"name":"${shown}"}`]);
  expect(await all(list.only?.(['name'] as never) as AsyncIterable<unknown>)).toEqual([[{name: shown}]]);
  const form = {write: (records: readonly object[]) => `"${JSON.stringify(records)}"`};
  const rows = list.rows?.(['name'], form as never) as AsyncIterable<unknown>;
  expect(await all(rows)).toEqual([
    {text: `a ${shown}`, count: 1},
    {text: `"[{"name":"${shown}"}]"`, count: 1},
  ]);
  const bare = recordsWithoutKeys(source(true), keyMask);
  expect([bare.only, bare.rows]).toEqual([undefined, undefined]);
});

test('a reader gets no keys, in single answers and in lists', async () => {
  const client = {call: async () => ({name: 'KEY'}), stream: () => source(), other: 7};
  const reads = readsWithoutKeys(client as never, masked().keyMask) as unknown as typeof client;
  expect([await reads.call(), await all(reads.stream()), reads.other]).toEqual([{name: '…'}, [[{name: '…'}]], 7]);
});

/** What is shown of pieces, one by one, where a key is seen before the piece with this number. */
async function shown(pieces: ReadonlyArray<string | Error>, seenAt: number): Promise<readonly string[]> {
  const {keyMask, keySeen} = masked(false);
  const from = async function* () {
    for (const [at, piece] of pieces.entries()) {
      if (at === seenAt) keySeen();
      if (piece instanceof Error) throw piece;
      yield piece;
    }
  };
  const out: string[] = [];
  try {
    for await (const piece of piecesWithoutKeys(from(), keyMask)) out.push(String(piece));
  } catch (error) {
    out.push(`! ${(error as Error).message}`);
  }
  return out;
}

test('pieces wait until a key could no longer begin in them, and none is lost at the end or by an error', async () => {
  const long = 'x'.repeat(4096);
  expect(await shown(['one', 'two'], 9)).toEqual(['one', 'two']);
  expect(await shown(['one', long, 'two'], 9)).toEqual(['one', long, 'two']);
  expect((await shown(['one', 'a KE', 'Y too'], 2)).join('')).toBe('onea … too');
  expect((await shown(['KEY', long], 1)).join('')).toBe(`…${long}`);
  expect(await shown(['one', new Error('cut')], 9)).toEqual(['one', '! cut']);
  expect((await shown(['KE', 'Y', new Error('cut')], 0)).join('')).toBe('…! cut');
});
