/** Whatever becomes of the requests that create records: nothing is sent twice, and what was created is known or told as open. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
  EmkError,
  InterruptedError,
  PartialError,
  RefusedError,
  UnknownOutcomeError,
  UnreachableError,
} from '../../src/errors.js';
import {answeredIfFailed, createEach, type Step} from '../../src/work/steps.js';
import {samples} from '../random-runs.js';

type Fate = 'id' | 'silent' | 'lost' | 'dropped' | 'refused' | 'cut';

/** Runs steps over a service that keeps what it creates, and finds it again by its name. */
async function run(fates: readonly Fate[], finding: 'works' | 'fails' = 'works') {
  const there = new Map<string, number>();
  const [sent, known, notes]: [string[], Array<readonly [string, unknown]>, string[]] = [[], [], []];
  let looks = 0;
  const steps = fates.map((fate, at): Step => {
    const key = `r${at}`;
    return {
      item: {kind: 'senders', key},
      async send() {
        sent.push(key);
        if (fate !== 'dropped' && fate !== 'refused') there.set(key, 100 + at);
        if (fate === 'id') return 100 + at;
        if (fate === 'silent') return undefined;
        if (fate === 'refused') throw new RefusedError('No.');
        if (fate === 'cut') throw new InterruptedError('Interrupted.', {exit: 130});
        throw new UnknownOutcomeError('The answer was lost.');
      },
    };
  });
  let begun = 0;
  const journal = {
    begin: () => ++begun,
    answer: (number: number, as: string) => void notes.push(`${number} ${as}`),
  };
  const error: unknown = await createEach(journal, steps, {
    ...{lastRow: 0, host: {now: () => new Date(0)}},
    async find() {
      looks += 1;
      if (finding === 'fails') throw new UnreachableError('Nobody is there.');
      return ({item}) => [there.get(item.key)].filter(id => id !== undefined);
    },
    made: ({item}, id) => void known.push([item.key, id]),
    unclear: (_, found) => new PartialError(`Found ${found}.`),
  }).catch(thrown => thrown);
  return {there, sent, known, notes, looks, error};
}

test('each is sent once and in order, and all that was created is known unless the error leaves it open', async () => {
  const anyFate = fc.constantFrom<Fate>('id', 'silent', 'lost', 'dropped', 'refused', 'cut');
  await fc.assert(
    fc.asyncProperty(fc.array(anyFate, {maxLength: 5}), async fates => {
      const {there, sent, known, error} = await run(fates);
      const end = fates.findIndex(fate => ['dropped', 'refused', 'cut'].includes(fate));
      expect(sent).toEqual(fates.slice(0, end < 0 ? fates.length : end + 1).map((_, at) => `r${at}`));
      expect(known.every(([key, id]) => there.get(key) === id)).toBe(true);
      expect(new Set(known.map(([key]) => key)).size).toBe(known.length);
      const isOpen = error instanceof UnknownOutcomeError || error instanceof InterruptedError;
      if (!isOpen) expect(known.map(([key]) => key).sort()).toEqual([...there.keys()].sort());
      if (end < 0) expect(error).toBeUndefined();
      else expect(error).toBeInstanceOf(EmkError);
    }),
    samples(200),
  );
});

test('a lost answer is looked for at once, silent ones together at the end', async () => {
  expect(await run(['silent', 'silent'])).toMatchObject({looks: 1, notes: ['1 acknowledged', '2 acknowledged']});
  expect(await run(['lost', 'id'])).toMatchObject({
    looks: 1,
    error: undefined,
    notes: ['1 acknowledged', '2 acknowledged'],
  });
  expect(await run(['id'])).toMatchObject({looks: 0});
  expect(await run(['silent', 'refused'])).toMatchObject({looks: 1, notes: ['2 not_applied', '1 acknowledged']});
});

test('if emk cannot look, it does not say that nothing was created', async () => {
  expect((await run(['silent'], 'fails')).error).toMatchObject({
    exit: 8,
    message: 'Something was created, but emk could not look at it: Nobody is there.',
  });
  expect((await run(['lost'], 'fails')).error).toMatchObject({exit: 9});
});

test('one that is nowhere, and one that is there twice, is unclear', async () => {
  const journal = {begin: () => 1, answer: () => undefined};
  const step: Step = {item: {kind: 'senders', key: 'a'}, send: async () => undefined};
  const finding = (ids: readonly number[]) => ({
    ...{lastRow: 0, host: {now: () => new Date(0)}, find: async () => () => ids, made: () => undefined},
    unclear: (_: Step, found: string) => new PartialError(`Found ${found}.`),
  });
  await expect(createEach(journal, [step], finding([]))).rejects.toThrow('Found none.');
  await expect(createEach(journal, [step], finding([1, 2]))).rejects.toThrow('Found several.');
  await expect(createEach(journal, [step], finding([1]))).resolves.toBeUndefined();
});

test.each([
  ['a refusal', new RefusedError('No.'), ['3 not_applied']],
  ['a lost answer', new UnknownOutcomeError('Lost.'), []],
  ['a signal', new InterruptedError('Interrupted.', {exit: 130}), []],
  ['a part', new PartialError('Half.'), []],
  ['a fault of emk', new TypeError('x'), []],
] as const)('%s settles the step only if it proves that nothing happened', async (_, error, expected) => {
  const notes: string[] = [];
  const journal = {answer: (number: number, as: string) => void notes.push(`${number} ${as}`)};
  const send = () => Promise.reject(error);
  await expect(answeredIfFailed(journal, () => 3, send)).rejects.toBe(error);
  expect(notes).toEqual(expected);
  await expect(answeredIfFailed(journal, () => undefined, send)).rejects.toBe(error);
  expect(notes).toEqual(expected);
});

const unlooked = (error: Error): Promise<void> => {
  const steps = [{item: {kind: 'senders', key: 'a'}, send: async () => undefined}];
  return createEach({begin: () => 1, answer() {}}, steps, {
    ...{lastRow: 0, host: {now: () => new Date(0)}, made() {}},
    find: () => Promise.reject(error),
    unclear: () => new PartialError('Unclear.'),
  });
};

test.each([
  new TypeError('x is not a function'),
  new PartialError('In part.'),
  new UnknownOutcomeError('Nobody knows.'),
])('a look that ends with "%s" ends with that', async error => {
  await expect(unlooked(error)).rejects.toBe(error);
});

test('a look that a signal ends says that something was created', async () => {
  await expect(unlooked(new InterruptedError('Interrupted.', {exit: 143}))).rejects.toMatchObject({
    ...{exit: 143, hint: 'Run the same line again: emk looks first.'},
    message: 'Interrupted. Something was created, but emk could not look at it.',
  });
});
