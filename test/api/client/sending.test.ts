/** One request, by itself: what holds it back, what it counts as while it is under way, and what a cut means for a change. */
import {expect, test} from 'vitest';
import {changesUntil, followChange, isChangeUnderWay} from '../../../src/api/client/changes-under-way.js';
import {createKeyCheck} from '../../../src/api/client/refused-keys.js';
import {restarting, tireless, triesOf, withRetry} from '../../../src/api/client/retry.js';
import {answered, interruptible, readAnswer, type Sending, sendOnce} from '../../../src/api/client/sending.js';
import type {ApiRequest} from '../../../src/api/describe/request.js';
import {
  ForeignAnswerError,
  InterruptedError,
  KeysError,
  NotFoundError,
  RefusedError,
  ThrottledError,
  UnknownOutcomeError,
  UnreachableError,
} from '../../../src/errors.js';

const request = (effect: ApiRequest['effect']): ApiRequest => ({effect}) as ApiRequest;

/** A connection that answers with these pieces, or fails; what happens is noted in order. */
function connection({
  fails,
  bytes = ['{}'],
}: {
  readonly fails?: unknown;
  readonly bytes?: readonly (string | Error)[];
} = {}) {
  const notes: unknown[] = [];
  const signal = new AbortController();
  const sending = {
    ...{signal: signal.signal, changes: {made: 0, open: 0}},
    async exchange(_: ApiRequest, limits: object) {
      notes.push(['exchange', limits, isChangeUnderWay()]);
      if (fails) throw fails;
      return {
        ...{status: 200, headers: {a: 'b'}},
        body: (async function* () {
          for (const piece of bytes) {
            if (piece instanceof Error) throw piece;
            yield Buffer.from(piece);
          }
        })(),
      };
    },
    pace: {before: async () => notes.push('pace'), after: (headers: object) => notes.push(['answered', headers])},
    timeout: () => 30,
    longest: () => 20,
    beforeWrite: async () => notes.push('beforeWrite'),
    observe: {
      sending: () => notes.push('sending'),
      answered: (_: unknown, __: unknown, text?: string) => notes.push(['observed', text]),
      failed: (_: unknown, error: unknown) => notes.push(['failed', error]),
    },
    awaits() {
      notes.push('awaits');
      return () => notes.push('arrived');
    },
  } as unknown as Sending;
  return {notes, signal, sending};
}

const LIMITS = {timeout: 20, whole: 20};

test('a change is allowed first, waits for its turn, and is under way until it is read', async () => {
  const {notes, signal, sending} = connection();
  const text = await answered(request('creates'), sending, async live => {
    expect(isChangeUnderWay()).toBe(true);
    return (await readAnswer(request('creates'), live, sending)).text;
  });
  expect([text, isChangeUnderWay()]).toEqual(['{}', false]);
  expect(notes).toEqual([
    ...['beforeWrite', 'pace', 'sending', 'awaits', ['exchange', {...LIMITS, signal: signal.signal}, true]],
    ...[['answered', {a: 'b'}], ['observed', undefined], 'arrived', ['observed', '{}']],
  ]);
});

test('a read needs no permission and is no change, and a list of any length has no end in time', async () => {
  const {notes, sending} = connection();
  await answered(request('reads'), sending, async () => expect(isChangeUnderWay()).toBe(false));
  expect(notes.slice(0, 2)).toEqual(['pace', 'sending']);
  const long = connection();
  await sendOnce(request('reads'), long.sending, {isAnyLength: true});
  expect(long.notes).toContainEqual(['exchange', expect.objectContaining({timeout: 20, whole: undefined}), false]);
});

test('a failed request is told with its error, and nothing waits any more', async () => {
  const error = new UnreachableError('Nobody is there.');
  const {notes, sending} = connection({fails: error});
  await expect(answered(request('creates'), sending, async () => {})).rejects.toBe(error);
  expect(notes.slice(-2)).toEqual(['arrived', ['failed', error]]);
  expect(isChangeUnderWay()).toBe(false);
});

test.each([
  ['reads', 'Interrupted.'],
  ['creates', "Interrupted during a change: emk can't tell whether it was saved."],
] as const)('a signal during a request that %s', async (effect, message) => {
  const cut = connection({fails: new Error('aborted')});
  const sent = sendOnce(request(effect), cut.sending, {sent: () => cut.signal.abort()});
  await expect(sent).rejects.toMatchObject({message, exit: 130});
  const read = connection({bytes: ['{', new Error('aborted')]});
  const live = await sendOnce(request(effect), read.sending);
  read.signal.abort();
  await expect(readAnswer(request(effect), live, read.sending)).rejects.toMatchObject({message});
  expect(read.notes.at(-1)).toBe('arrived');
  const body = connection({bytes: [new Error('aborted')]});
  const {body: pieces} = await sendOnce(request(effect), body.sending);
  body.signal.abort();
  await expect(interruptible(pieces, request(effect), body.sending).next()).rejects.toMatchObject({message});
});

test('a signal before a request sends nothing, and a change was not made', async () => {
  const {notes, signal, sending} = connection();
  signal.abort();
  await expect(sendOnce(request('creates'), sending)).rejects.toMatchObject({message: 'Interrupted.', exit: 130});
  expect(notes).toEqual(['beforeWrite']);
});

test('without a signal an error of the body stays what it is', async () => {
  const error = new Error('cut');
  const live = connection({bytes: [error]});
  const {body} = await sendOnce(request('reads'), live.sending);
  await expect(interruptible(body, request('reads'), live.sending).next()).rejects.toBe(error);
  const text = connection({bytes: [error]});
  const whole = await sendOnce(request('reads'), text.sending);
  await expect(readAnswer(request('reads'), whole, text.sending)).rejects.toThrow();
});

test('an answer to a change that cannot be understood leaves open what it did', async () => {
  const fault = new TypeError('x');
  const read = (effect: ApiRequest['effect'], error: unknown) =>
    answered(request(effect), connection().sending, async () => {
      throw error;
    });
  await expect(read('creates', fault)).rejects.toBeInstanceOf(UnknownOutcomeError);
  await expect(read('reads', fault)).rejects.toBe(fault);
  const refused = new RefusedError('No.');
  await expect(read('creates', refused)).rejects.toBe(refused);
});

test('changes under way are counted, each once', () => {
  const [one, two, read] = [
    followChange({effect: 'creates'}, {made: 0, open: 0}),
    followChange({effect: 'sends'}, {made: 0, open: 0}),
    followChange({effect: 'reads'}, {made: 0, open: 0}),
  ];
  read.sent();
  expect(isChangeUnderWay()).toBe(false);
  one.sent();
  one.sent();
  two.sent();
  one.over();
  expect(isChangeUnderWay()).toBe(true);
  one.over();
  two.over();
  read.over();
  two.over();
  expect(isChangeUnderWay()).toBe(false);
  one.sent();
  expect(isChangeUnderWay()).toBe(true);
  one.over();
  expect(isChangeUnderWay()).toBe(false);
});

test('what a line has changed is known until the last answer', () => {
  const changes = {made: 0, open: 0};
  const after = (error?: unknown, effect: ApiRequest['effect'] = 'creates') => {
    const {sent, over} = followChange({effect}, changes);
    sent();
    over(error);
    over(error);
    return {...changes};
  };
  expect(after(undefined, 'reads')).toEqual({made: 0, open: 0});
  expect(after()).toEqual({made: 1, open: 0});
  expect(after(new ThrottledError('Later.'))).toEqual({made: 1, open: 0});
  expect(after(new RefusedError('No.'))).toEqual({made: 1, open: 0});
  expect(after(new UnknownOutcomeError('Lost.'))).toEqual({made: 1, open: 1});
  expect(after(new InterruptedError('Interrupted.'))).toEqual({made: 1, open: 2});
  const last = followChange({effect: 'creates'}, changes);
  last.sent();
  expect(changes).toEqual({made: 1, open: 3});
  last.over();
  expect(changes).toEqual({made: 2, open: 2});
});

test('what one signal ends is counted together, and another by itself', () => {
  const [one, other] = [new AbortController().signal, new AbortController().signal];
  changesUntil(one).made += 1;
  expect([changesUntil(one), changesUntil(other)]).toEqual([
    {made: 1, open: 0},
    {made: 0, open: 0},
  ]);
});

/** Patience that notes its waits; random numbers are a half. */
function patience(tries: number, left: number) {
  const waits: unknown[] = [];
  const budget = {left};
  return {
    ...{waits, budget, tries},
    sleep: async (time: number) => void waits.push(time),
    random: () => 0.5,
    waiting: (why: string) => void waits.push(why),
  };
}

const fail = async (given: ReturnType<typeof patience>, error: unknown, times: number): Promise<unknown> => {
  let tried = 0;
  await withRetry(triesOf(given), async () => {
    if (++tried <= times) throw error;
  });
  return tried;
};

test('what may pass is tried again after growing waits, as often and as long as there is patience', async () => {
  const gone = new UnreachableError('Nobody is there.');
  const given = patience(9, 100_000);
  expect(await fail(given, gone, 6)).toBe(7);
  expect(given.waits.filter(wait => typeof wait === 'number')).toEqual([250, 500, 1000, 2000, 4000, 4000]);
  expect(given.waits[0]).toBe('Nobody is there.');
  expect(Math.round(given.budget.left)).toBeLessThanOrEqual(100_000 - 11_750);
  expect(given.budget.left).toBeGreaterThan(100_000 - 13_000);
  const slower = patience(9, 100_000);
  await fail(slower, new ThrottledError('Slower.'), 1);
  await fail(slower, new ThrottledError('Slower.', {wait: 7000}), 1);
  expect(slower.waits).toEqual(['Slower.', 1000, 'Slower.', 7000]);
});

test('what cannot pass, the last try and a wait that is too long are not repeated', async () => {
  const gone = new UnreachableError('Nobody is there.');
  await expect(fail(patience(9, 100_000), new NotFoundError('None.'), 1)).rejects.toThrow('None.');
  const few = patience(3, 100_000);
  await expect(fail(few, gone, 3)).rejects.toBe(gone);
  expect(few.waits).toHaveLength(4);
  const short = patience(9, 100);
  await expect(fail(short, gone, 1)).rejects.toBe(gone);
  expect(short.waits).toEqual([]);
  const untiring = tireless({...patience(1, 100_000)});
  expect([untiring.tries, untiring.random()]).toEqual([Number.POSITIVE_INFINITY, 0.75]);
});

test('a list starts over until something has arrived, and is closed at the end', async () => {
  let [attempts, closed] = [0, 0];
  const attempt = async function* () {
    try {
      if (++attempts === 1) throw new UnreachableError('Nobody is there.');
      yield 1;
      yield 2;
      if (attempts === 2) throw new UnreachableError('Cut.');
    } finally {
      closed++;
    }
  };
  const given = patience(9, 100_000);
  const got: number[] = [];
  const read = async (): Promise<void> => {
    for await (const one of restarting(work => withRetry(triesOf(given), work), attempt)) got.push(one);
  };
  await expect(read()).rejects.toThrow('Cut.');
  expect([got, attempts]).toEqual([[1, 2], 2]);
  await read();
  expect(got).toEqual([1, 2, 1, 2]);
  for await (const one of restarting(work => work(), attempt)) {
    expect(one).toBe(1);
    break;
  }
  expect(closed).toBe(attempts);
});

test.each([
  ['Invalid key', {}, true],
  ['Your token has expired', {}, true],
  ['Unauthorized', {}, true],
  ['Access denied', {}, true],
  ['The name is invalid', {}, false],
  ['A key is short', {}, false],
  ['Invalid key', {fields: {name: ['x']}}, false],
] as const)(
  '"%s" with %j is a refusal of the keys, if a plain read is refused too: %s',
  async (message, more, isOfKeys) => {
    const plain = {reads: 0};
    const check = createKeyCheck(async () => {
      plain.reads++;
      throw new RefusedError(message);
    });
    const error = new RefusedError(message, more);
    for (const _ of [1, 2]) await expect(check(error)).rejects.toBeInstanceOf(isOfKeys ? KeysError : RefusedError);
    expect(plain.reads).toBe(isOfKeys ? 1 : 0);
  },
);

test('a refusal is not of the keys if they can read, and only a refusal can be', async () => {
  const error = new RefusedError('Invalid key');
  await expect(createKeyCheck(async () => {})(error)).rejects.toBe(error);
  await expect(createKeyCheck(() => Promise.reject(new NotFoundError('None.')))(error)).rejects.toBe(error);
  await expect(createKeyCheck(() => Promise.reject(new KeysError('Wrong.')))(error)).rejects.toBeInstanceOf(KeysError);
  await expect(createKeyCheck(() => Promise.reject(error))(new ForeignAnswerError('Forbidden'))).rejects.toBeInstanceOf(
    KeysError,
  );
  const other = new UnreachableError('Invalid key');
  await expect(createKeyCheck(() => Promise.reject(error))(other)).rejects.toBe(other);
  expect(new InterruptedError('x').exit).toBe(130);
});
