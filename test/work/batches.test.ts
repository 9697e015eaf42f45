/** Whatever becomes of the requests of a deletion: who is not named as failed is gone, and who is named has a reason that holds. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
  type EmkError,
  InterruptedError,
  NotFoundError,
  RefusedError,
  ThrottledError,
  UnknownOutcomeError,
} from '../../src/errors.js';
import {type Batches, deleteInBatches} from '../../src/work/batches.js';
import {samples} from '../random-runs.js';

/** What becomes of a request: whether the service applies it, and what it answers. */
const fates = {
  done: {applies: true},
  nothing: {applies: false},
  lost: {applies: true, answer: () => new UnknownOutcomeError('The answer was lost.')},
  dropped: {applies: false, answer: () => new UnknownOutcomeError('The answer was lost.')},
  refused: {applies: false, answer: () => new RefusedError('No.')},
  slower: {applies: false, answer: () => new ThrottledError('Slower.')},
  cut: {applies: true, answer: () => new InterruptedError('Interrupted.', {exit: 130})},
} as const satisfies Record<string, {readonly applies: boolean; readonly answer?: () => EmkError}>;

type Fate = keyof typeof fates;

function service(count: number, fate: (request: number) => Fate, isReadable = true) {
  const there = new Set(Array.from({length: count}, (_, at) => at + 1));
  const sent: number[][] = [];
  const notes: string[] = [];
  const request = async (ids: readonly number[]): Promise<void> => {
    const {applies, answer}: {readonly applies: boolean; readonly answer?: () => EmkError} = fates[fate(sent.length)];
    sent.push([...ids]);
    if (!answer && ids.length === 1 && !there.has(ids[0] as number)) throw new NotFoundError('There is none.');
    if (applies) for (const id of ids) there.delete(id);
    if (answer) throw answer();
  };
  const how = (isBulk: boolean): Batches<number> => ({
    host: {interrupted: new AbortController().signal},
    several: isBulk ? request : undefined,
    one: id => request([id]),
    async left(ids) {
      if (!isReadable) throw new UnknownOutcomeError('Nobody knows.');
      return ids.filter(id => there.has(id));
    },
    journal: {
      begin: (does, about) => notes.push(`${does} ${JSON.stringify(about)}`),
      answer: (step, as) => void notes.push(`${step} ${as}`),
    },
    about: ids => ({items: ids.map(id => ({kind: 'contacts', key: String(id)}))}),
    sending: before => void notes.push(`after ${before}`),
  });
  return {there, sent, notes, how};
}

test('who is not named as failed is gone, who is named was not deleted for sure, and nothing follows what stops everything', async () => {
  const anyFate = fc.constantFrom(...(Object.keys(fates) as Fate[]));
  await fc.assert(
    fc.asyncProperty(fc.nat(5), fc.boolean(), fc.array(anyFate, {maxLength: 8}), async (count, isBulk, drawn) => {
      // Alone, the service is believed when it says yes.
      const some = isBulk ? drawn : drawn.filter(fate => fate !== 'nothing');
      const {there, sent, how} = service(count, at => some[at] ?? 'done');
      const ids = [...there];
      const {failed, stopped} = await deleteInBatches(ids, how(isBulk));
      for (const id of ids) if (!failed.has(id)) expect(there).not.toContain(id);
      for (const [id, error] of failed) {
        // Only what nobody could look up may be gone.
        const isOpen = error instanceof UnknownOutcomeError || error instanceof InterruptedError;
        if (!isOpen) expect([id, there.has(id)]).toEqual([id, true]);
      }
      const stops = some.slice(0, sent.length).findIndex(fate => fate === 'slower' || fate === 'cut');
      if (stops >= 0) {
        expect(sent).toHaveLength(stops + 1);
        expect(stopped?.message).toBe(fates[some[stops] as 'slower' | 'cut'].answer().message);
      } else expect(stopped).toBeUndefined();
    }),
    samples(200),
  );
});

test('what a batch left goes alone, and the journal says each request before it is sent and what it answered', async () => {
  const {there, sent, notes, how} = service(2, at => (at === 0 ? 'nothing' : 'done'));
  expect(await deleteInBatches([1, 2], how(true))).toEqual({failed: new Map(), stopped: undefined});
  expect([[...there], sent]).toEqual([[], [[1, 2], [1], [2]]]);
  const about = (...keys: string[]) => `deletes {"items":[${keys.map(key => `{"kind":"contacts","key":"${key}"}`)}]}`;
  expect(notes).toEqual([
    ...['after 0', about('1', '2'), '2 acknowledged'],
    ...['after 0', about('1'), '5 acknowledged'],
    ...['after 1', about('2'), '8 acknowledged'],
  ]);
});

test('a batch is of 200 at most', async () => {
  const {sent, how} = service(401, () => 'done');
  await deleteInBatches(
    Array.from({length: 401}, (_, at) => at + 1),
    how(true),
  );
  expect(sent.map(({length}) => length)).toEqual([200, 200, 1]);
});

test('what the service says it deleted and still lists has failed', async () => {
  const {how} = service(1, () => 'nothing');
  const {failed} = await deleteInBatches([1], how(true));
  expect([...failed.values()].map(({message}) => message)).toEqual([
    'The service says it is deleted, but the list still shows it.',
  ]);
});

test('if the list cannot be read, what was sent in a batch is not said to be gone', async () => {
  const {how} = service(2, () => 'done', false);
  const {failed} = await deleteInBatches([1, 2], how(true));
  expect([...failed.values()].map(({exit}) => exit)).toEqual([8, 8]);
});

test.each([
  ['lost', 'unknown'],
  ['cut', 'unknown'],
  ['refused', 'not_applied'],
  ['done', 'acknowledged'],
] as const)('a request that was %s alone is noted as %s', async (fate, noted) => {
  const {notes, how} = service(1, () => fate);
  await deleteInBatches([1], how(false));
  expect(notes.at(-1)).toBe(`2 ${noted}`);
});

test('after a signal emk looks once more, late, and says what is still there', async () => {
  const looks: unknown[] = [];
  const interrupted = new InterruptedError('Interrupted.', {exit: 130});
  const {how} = service(3, () => 'done');
  const {failed, stopped} = await deleteInBatches([1, 2, 3], {
    ...how(true),
    async left(ids, late) {
      looks.push(late);
      if (late === undefined) throw interrupted;
      return ids.filter(id => id === 2);
    },
  });
  expect([looks, [...failed.keys()], stopped]).toEqual([[undefined, 'late'], [2], interrupted]);
  expect(failed.get(2)?.message).toBe('The service says it is deleted, but the list still shows it.');
});

test('a signal that did not reach the look needs no second one', async () => {
  const {how} = service(1, () => 'lost', false);
  const looks: unknown[] = [];
  const left = async (_: readonly number[], late?: 'late'): Promise<never> => {
    looks.push(late);
    throw new UnknownOutcomeError('Nobody knows.');
  };
  await deleteInBatches([1], {...how(true), left});
  expect(looks).toEqual([undefined]);
});

test('what is left of a batch after a stop is not sent again, and has its reason', async () => {
  const {sent, how} = service(401, at => (at === 0 ? 'nothing' : 'slower'));
  const ids = Array.from({length: 401}, (_, at) => at + 1);
  const {failed, stopped} = await deleteInBatches(ids, how(true));
  expect(sent.map(({length}) => length)).toEqual([200, 200]);
  expect([failed.size, stopped?.message]).toEqual([401, 'Slower.']);
  expect([1, 201, 401].map(id => failed.get(id)?.message)).toEqual([
    ...['The service says it is deleted, but the list still shows it.', 'Slower.', 'Slower.'],
  ]);
});

test('what went alone after a batch, and is still listed, has failed; what it does not find was deleted late', async () => {
  const kept = service(2, at => (at === 0 ? 'nothing' : at === 1 ? 'nothing' : 'done'));
  const {failed} = await deleteInBatches([1, 2], kept.how(true));
  expect([[...kept.there], [...failed.keys()]]).toEqual([[1], [1]]);
  const late = service(1, () => 'nothing');
  const how = late.how(true);
  const one = (): Promise<never> => {
    late.there.clear();
    throw new NotFoundError('There is none.');
  };
  expect(await deleteInBatches([1], {...how, one: async () => one()})).toEqual({failed: new Map(), stopped: undefined});
});

test('if nobody can look after the last, that is what stopped it', async () => {
  const {how} = service(1, at => (at === 0 ? 'nothing' : 'done'));
  let looks = 0;
  const left = async (ids: readonly number[]): Promise<readonly number[]> => {
    if (++looks > 1) throw new ThrottledError('Slower.');
    return ids;
  };
  expect(await deleteInBatches([1], {...how(true), left})).toMatchObject({stopped: {message: 'Slower.'}});
});

test('without a list only the answers count', async () => {
  const {how} = service(2, at => (at === 0 ? 'lost' : 'done'));
  const {failed, stopped} = await deleteInBatches([1, 2], {...how(false), left: async () => undefined});
  expect([[...failed].map(([id, {message}]) => [id, message]), stopped]).toEqual([
    [[1, 'The answer was lost.']],
    undefined,
  ]);
});

test('after a stop no more is said to be sent', async () => {
  const stopped = service(3, () => 'slower');
  await deleteInBatches([1, 2, 3], {...stopped.how(false), journal: undefined});
  expect([stopped.sent.length, stopped.notes]).toEqual([1, ['after 0']]);
});

test('what was answered alone needs no look', async () => {
  const {how} = service(1, () => 'done');
  const left = async (): Promise<never> => {
    throw new InterruptedError('Interrupted.', {exit: 130});
  };
  expect(await deleteInBatches([1], {...how(false), left})).toEqual({failed: new Map(), stopped: undefined});
});
