/** A long answer that is cut off: another answer continues it where the same bytes lead up to that place. */
import {expect, test} from 'vitest';
import {continuedBody} from '../../../src/api/client/continued-body.js';
import {ListChangedError, UnreachableError} from '../../../src/errors.js';

const lost = new UnreachableError('The connection was lost.');

/** What comes through of answers in pieces, each of which may end in an error; how often emk waited, and for what. */
async function read(
  answers: ReadonlyArray<ReadonlyArray<string | Error>>,
  {unfinished = 0, tries = 9}: {readonly unfinished?: number; readonly tries?: number} = {},
) {
  let [opened, asked] = [0, 0];
  const [pieces, failures]: [string[], unknown[]] = [[], []];
  const open = async () => {
    const answer = answers[opened++] ?? [];
    return (async function* () {
      for (const piece of answer) {
        if (piece instanceof Error) throw piece;
        yield Buffer.from(piece);
      }
    })();
  };
  const failed = async (error: unknown, began: number) => {
    failures.push(error);
    expect(began).toBeGreaterThanOrEqual(0);
    if (failures.length >= tries) throw error;
  };
  const whole = (async () => {
    for await (const piece of continuedBody(open, () => ++asked <= unfinished, failed)) pieces.push(String(piece));
  })();
  const error = await whole.catch((reason: unknown) => reason);
  return {pieces, failures, opened, error};
}

test('a whole answer passes as it comes, and then an empty piece says that it is over', async () => {
  expect(await read([['ab', 'cd']])).toEqual({pieces: ['ab', 'cd', ''], failures: [], opened: 1, error: undefined});
});

test.each([
  ['in the same pieces', ['ab', 'cd', 'ef']],
  ['in one piece', ['abcdef']],
  ['in smaller pieces', ['a', 'b', 'c', 'd', 'e', 'f']],
  ['in others', ['abc', 'def']],
])('a cut answer is continued by one that comes %s', async (_, again) => {
  const {pieces, failures, opened, error} = await read([['ab', 'cd', lost], again]);
  expect([pieces.join(''), pieces.slice(0, 2), failures, opened, error]).toEqual([
    'abcdef',
    ['ab', 'cd'],
    [lost],
    2,
    undefined,
  ]);
});

test('cut twice, it is continued twice', async () => {
  const {pieces, opened} = await read([['ab', lost], ['abc', 'd', lost], ['abcde']]);
  expect([pieces.join(''), opened]).toEqual(['abcde', 3]);
});

test.each([
  ['another first byte', ['xbcdef']],
  ['another last byte before the cut', ['abcxef']],
  ['another byte in small pieces', ['a', 'b', 'x', 'd', 'e']],
])('an answer with %s is another list', async (_, again) => {
  const {pieces, failures, error} = await read([['ab', 'cd', lost], again, ['abcdef']]);
  expect([pieces, failures]).toEqual([['ab', 'cd'], [lost]]);
  expect(error).toBeInstanceOf(ListChangedError);
});

test('an answer that ends before the cut is cut off itself, and tried again', async () => {
  const {pieces, failures} = await read([['abcd', lost], ['ab'], ['abcdef']]);
  expect(pieces.join('')).toBe('abcdef');
  expect(failures).toEqual([lost, expect.objectContaining({message: 'The answer was cut off.'})]);
});

test('an answer that ends before its list does is tried again, as long as there is patience', async () => {
  const more = await read([['ab'], ['abcd']], {unfinished: 1});
  expect([more.pieces.join(''), more.opened, more.error]).toEqual(['abcd', 2, undefined]);
  const {error, opened} = await read([['ab'], ['ab'], ['ab']], {unfinished: 9, tries: 2});
  expect([opened, error]).toEqual([2, expect.objectContaining({message: 'The answer was cut off.'})]);
  const refused = await read([[lost], [lost]], {tries: 2});
  expect([refused.error, refused.pieces]).toEqual([lost, []]);
});
