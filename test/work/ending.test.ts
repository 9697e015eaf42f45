/** The end of a line follows from its sum alone, whatever kept the rest from being done. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
  InterruptedError,
  KeysError,
  NotFoundError,
  PartialError,
  RefusedError,
  ThrottledError,
  UnknownOutcomeError,
  UnreachableError,
} from '../../src/errors.js';
import type {Done, Failure} from '../../src/output/results/result.js';
import type {Sum} from '../../src/output/results/sum.schema.js';
import {
  addUp,
  type EndWords,
  ended,
  endedOne,
  errorIn,
  errorOf,
  noWork,
  sumIn,
  sumOf,
  sumOfEach,
} from '../../src/work/ending.js';
import {endedEach} from '../../src/work/ending-each.js';

const words: EndWords = {
  counts: ['contact', 'contacts'],
  did: 'deleted',
  again: 'Run the same line again.',
};

const errors = [
  new InterruptedError('Interrupted.', {exit: 143}),
  new UnknownOutcomeError('The answer was lost.'),
  new RefusedError('No.', {fields: {name: ['is bad']}}),
  new NotFoundError('There is none.'),
  new ThrottledError('Slower.'),
  new UnreachableError('Nobody is there.', {hint: 'Check the network.'}),
  new KeysError('Wrong keys.'),
  new PartialError('Two of them stay.', {hint: 'Look at them.'}),
];

const sums = fc
  .record({done: fc.nat(9), left: fc.nat(9), impossible: fc.nat(9), doubt: fc.nat(9)})
  .map(({done, left, impossible, doubt}) =>
    sumOf({wanted: done + left + impossible, done, impossible, doubtful: Math.min(doubt, left)}),
  );

/** The rule in the words of the guide for scripts. */
function exitFor({done, left, impossible, doubtful}: Sum, why: (typeof errors)[number] | undefined): number {
  if (why instanceof InterruptedError) return why.exit;
  if (doubtful > 0 || why instanceof UnknownOutcomeError) return 9;
  if (why && done === 0) return why.exit;
  return why || left + impossible > 0 ? 8 : 0;
}

test('the exit code is that of the sum', () => {
  const why = fc.constantFrom(undefined, ...errors);
  fc.assert(
    fc.property(sums, why, fc.boolean(), (sum, error, isWorded) => {
      expect(errorOf(sum, error, isWorded ? words : undefined)?.exit ?? 0).toBe(exitFor(sum, error));
    }),
  );
});

test('what is neither done nor impossible is left', () => {
  expect(sumOf({wanted: 12, done: 3, impossible: 2, doubtful: 1})).toEqual({
    ...{wanted: 12, done: 3, left: 7},
    ...{impossible: 2, doubtful: 1},
  });
});

describe('the error', () => {
  const some = sumOf({wanted: 1200, done: 3});
  test.each<[string, Sum, (typeof errors)[number] | undefined, string, string | undefined]>([
    [
      'of a refusal in the middle',
      some,
      errors[2],
      '3 of 1,200 contacts were deleted. No.',
      'Run the same line again.',
    ],
    [
      'of no network in the middle',
      some,
      errors[5],
      '3 of 1,200 contacts were deleted. Nobody is there.',
      'Check the network.\nRun the same line again.',
    ],
    ['of a signal', some, errors[0], 'Interrupted. 3 of 1,200 contacts were deleted.', 'Run the same line again.'],
    [
      'of a signal that came too late',
      sumOf({wanted: 3, done: 3}),
      errors[0],
      'Interrupted after everything was done.',
      'Run the same line again.',
    ],
    [
      'of a lost answer',
      some,
      errors[1],
      'The answer was lost. 3 of 1,200 contacts were deleted.',
      'Run the same line again.',
    ],
    ['with words of its own', some, errors[7], 'Two of them stay.', 'Look at them.'],
    ['with nothing done', sumOf({wanted: 3, done: 0}), errors[2], 'No.', undefined],
    ['without a reason', some, undefined, '3 of 1,200 contacts were deleted.', 'Run the same line again.'],
    [
      'of a doubt behind another reason',
      sumOf({wanted: 12, done: 3, doubtful: 1}),
      errors[5],
      "emk can't tell whether 1 contact was deleted. 3 of 12 contacts were deleted. Nobody is there.",
      'Check the network.\nRun the same line again.',
    ],
  ])('%s', (_, sum, why, message, hint) => {
    const error = errorOf(sum, why, words);
    expect([error?.message, error?.hint]).toEqual([message, hint]);
  });

  test('of a signal counts nothing where something was made that nobody has seen yet', () => {
    const none = sumOf({wanted: 4, done: 0});
    const made = new InterruptedError('Interrupted. Something was created.', {exit: 143});
    expect(errorOf(none, made, words)?.message).toBe('Interrupted. Something was created.');
    expect(errorOf(none, errors[0], words)?.message).toBe('Interrupted. 0 of 4 contacts were deleted.');
  });

  test('keeps what the service said of fields', () => {
    expect(errorOf(some, errors[2], words)?.fields).toEqual({name: ['is bad']});
  });
});

describe('the end of work on single records', () => {
  const failure = fc.constantFrom(...errors).map((error): Failure => ({id: 'x', error}));
  const report = (done: number, failed: readonly Failure[]): Done => ({
    ...{kind: 'done', sentence: '', failed},
    done: Array.from({length: done}, (_, at) => at),
  });

  test('has a sum that holds, and ends with 0 only if nobody failed', () => {
    fc.assert(
      fc.property(fc.nat(4), fc.array(failure, {maxLength: 4}), (done, failed) => {
        const result = endedEach(report(done, failed));
        const sum = sumOfEach({done: report(done, []).done, failed});
        expect(result).toMatchObject({sum});
        expect(sum.wanted).toBe(done + failed.length);
        expect('error' in result && result.error !== undefined).toBe(failed.length > 0);
      }),
    );
  });

  test('counts what cannot be done, and what may have been done', () => {
    const failed = [1, 2, 3, 4].map(at => ({id: at, error: errors[at] as (typeof errors)[number]}));
    expect(sumOfEach({done: [9], failed})).toEqual({wanted: 5, done: 1, left: 2, impossible: 2, doubtful: 1});
  });
});

test('a document gets the sum, and a list of records does not', () => {
  expect(ended(noWork, {kind: 'data', data: {a: 1}, text: ''})).toMatchObject({data: {a: 1, sum: noWork}});
  expect(ended(noWork, {kind: 'data', data: [1], text: ''})).toMatchObject({data: [1]});
});

test('an error of a result without a place for it is thrown', () => {
  expect(() => ended(sumOf({wanted: 1, done: 0}), {kind: 'nothing'}, errors[2])).toThrow('No.');
});

describe('the error of work on single records', () => {
  const [cut, lost, refused, missing, throttled, unreachable, , partial] = errors as [
    ...[InterruptedError, UnknownOutcomeError, RefusedError, NotFoundError],
    ...[ThrottledError, UnreachableError, KeysError, PartialError],
  ];
  type Some = (typeof errors)[number];
  const end = (done: number, failed: readonly Some[], stopped?: Some) =>
    endedEach({
      ...{kind: 'done', sentence: '', stopped},
      done: Array.from({length: done}, (_, at) => at),
      failed: failed.map((error, at) => ({id: at, error, ...(at === 1 && {name: 'Two'})})),
    }) as {readonly error?: Some};

  test.each<
    readonly [string, number, readonly Some[], Some | undefined, number, string | undefined, string | undefined]
  >([
    ['nothing failed', 2, [], undefined, 0, undefined, undefined],
    ['a signal came after all was done', 2, [], cut, 143, 'Interrupted after everything was done.', undefined],
    ['a stop that stopped nothing', 2, [], throttled, 0, undefined, undefined],
    ['the only one failed', 0, [refused], undefined, refused.exit, 'No.', undefined],
    ['one of two failed', 1, [refused], undefined, 8, '1 of 2 failed.', 'The others are done.'],
    ['a signal between', 1, [refused, cut], cut, 143, 'Interrupted: 2 of 3 were not done.', undefined],
    [
      'an answer was lost',
      1,
      [refused, lost],
      undefined,
      9,
      '2 of 3 failed.',
      'Check which of them are still there before you try again.',
    ],
    ['all failed alike', 0, [refused, refused], undefined, refused.exit, '2 of 2 failed.', undefined],
    ['all failed in different ways', 0, [refused, missing], undefined, 8, '2 of 2 failed.', undefined],
    [
      'something stopped all',
      0,
      [refused, unreachable],
      unreachable,
      unreachable.exit,
      '2 of 2 failed.',
      'Check the network.',
    ],
    [
      'something stopped the rest',
      1,
      [unreachable, unreachable],
      unreachable,
      8,
      '2 of 3 failed.',
      'The others are done.',
    ],
    [
      'something stopped, and one is done in part',
      0,
      [partial, unreachable],
      unreachable,
      8,
      '2 of 2 failed.',
      undefined,
    ],
  ])('%s', (_, done, failed, stopped, exit, message, hint) => {
    const {error} = end(done, failed, stopped);
    expect([error?.exit ?? 0, error?.message, error?.hint]).toEqual([exit, message, hint]);
  });

  test('names each with its reason', () => {
    const {error} = end(1, [refused, missing]);
    expect(error).toMatchObject({fields: {0: ['No. is bad'], 1: ['There is none.']}, called: {0: '0', 1: 'Two'}});
  });
});

test('the words of an end say where it broke off, and what is in doubt, once', () => {
  const at = {...words, at: 'Sender "News"'};
  const told = (sum: Sum, why: (typeof errors)[number] | undefined, how: EndWords): unknown => {
    const error = errorOf(sum, why, how);
    return [error?.message, error?.hint, error?.cause];
  };
  const some = sumOf({wanted: 12, done: 3});
  const again = 'Run the same line again.';
  expect(told(some, errors[7], at)).toEqual([
    ...['3 of 12 contacts were deleted. Sender "News": Two of them stay.', `Look at them.\n${again}`, errors[7]],
  ]);
  expect(told(some, errors[0], {...at, doubt: 'One may be gone.'})).toEqual([
    ...['Sender "News": Interrupted. 3 of 12 contacts were deleted. One may be gone.', again, errors[0]],
  ]);
  const doubtful = sumOf({wanted: 12, done: 0, doubtful: 2});
  expect(told(doubtful, undefined, {...words, doubt: 'Two may be gone.'})).toEqual([
    'Two may be gone.',
    again,
    undefined,
  ]);
  expect(told(doubtful, undefined, words)).toEqual([
    "emk can't tell whether 2 contacts were deleted.",
    again,
    undefined,
  ]);
  expect(told(doubtful, errors[1], at)).toEqual(['Sender "News": The answer was lost.', again, errors[1]]);
  const hinted = new UnknownOutcomeError('The answer was lost.', {hint: 'Look.', status: 504});
  expect(errorOf(some, hinted, words)).toBe(hinted);
  expect(errorOf(some, hinted)).toBe(hinted);
  expect(errorOf(some, hinted, at)).toMatchObject({status: 504, message: expect.stringContaining('3 of 12')});
  expect(errorOf(sumOf({wanted: 3, done: 2, impossible: 1}), undefined)).toMatchObject({
    ...{exit: 8, message: '2 of 3 changes were made.'},
  });
});

test('a result has the sum that programs read, and its error', () => {
  const some = sumOf({wanted: 3, done: 2});
  const refused = new RefusedError('No.');
  expect(sumIn(ended(some, {kind: 'data', data: {a: 1}, text: ''}))).toEqual(some);
  expect(sumIn(ended(some, {kind: 'data', data: [1], text: ''}))).toEqual(noWork);
  expect(ended(some, {kind: 'done', sentence: '', done: [], failed: []})).toMatchObject({sum: some, error: {exit: 8}});
  const nothing = {kind: 'nothing'} as const;
  expect(sumIn(ended(noWork, nothing))).toEqual(noWork);
  expect(ended(noWork, nothing)).toBe(nothing);
  expect(errorIn({kind: 'done', sentence: '', done: [], failed: [], error: refused})).toBe(refused);
  expect(endedOne({kind: 'done', sentence: '', done: [], failed: [], error: refused})).toMatchObject({
    ...{sum: sumOf({wanted: 1, done: 1})},
    error: {exit: 8},
  });
});

test('sums add up', () => {
  expect(
    addUp(sumOf({wanted: 3, done: 1, impossible: 1, doubtful: 1}), sumOf({wanted: 5, done: 2, doubtful: 2})),
  ).toEqual({
    ...{wanted: 8, done: 3, left: 4},
    ...{impossible: 1, doubtful: 3},
  });
  expect(sumOfEach({done: [1], failed: [], absent: 2})).toMatchObject({wanted: 3, done: 3});
});
