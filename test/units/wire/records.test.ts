import fc from 'fast-check';
import {describe, expect, test as it, test} from 'vitest';
import {readRecords} from '../../../src/api/answers/records.js';
import type {Loose} from '../../../src/api/describe/schema.js';
import {ForeignAnswerError, UnreachableError} from '../../../src/core/errors.js';
import {samples} from '../../support/random-runs.js';
import {tries} from '../../support/sample.js';

describe('records of an answer', () => {
  test('are those that JSON.parse finds, wherever the bytes are split, whatever stands around them', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async ({text, records}) => {
        const bytes = Buffer.from(text);
        const expected = JSON.stringify({records, around: aroundOf(text), complete: true});
        for (let at = 0; at <= bytes.length; at++) {
          const {around, complete, ...taken} = await takeAll([bytes.subarray(0, at), bytes.subarray(at)]);
          const found = JSON.stringify({records: taken.records, around: parse(around), complete});
          if (found !== expected) expect.fail(`Split at ${at}: ${found}`);
        }
      }),
      samples(tries(1, 10)),
    );
  });

  test('are the same byte by byte, in pieces of any size, and as lines', {tags: ['long']}, async () => {
    await fc.assert(
      fc.asyncProperty(answers, fc.integer({min: 1, max: 40}), async ({text, records}, size) => {
        const pieces = inPieces(Buffer.from(text), size);
        expect((await takeAll(pieces)).records).toEqual(records);
        const lines = await takeLines(pieces);
        expect(lines.split('\n').slice(0, -1).map(parse)).toEqual(records);
      }),
      samples(15),
    );
  });

  test('are none when a short answer ends early', {tags: ['long']}, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({maxDepth: 2}), {maxLength: 5}),
        fc.integer({min: 1, max: 30}),
        async (list, size) => {
          const bytes = Buffer.from(JSON.stringify({message: {[collectionKey]: list}, status: 'success'}));
          for (let at = 0; at < bytes.length; at++) {
            const {records, error} = await takeAll(inPieces(bytes.subarray(0, at), size));
            expect([records, error !== undefined]).toEqual([[], true]);
          }
        },
      ),
      samples(10),
    );
  });

  test('of a damaged answer are what JSON.parse reads, or an error', async () => {
    await fc.assert(
      fc.asyncProperty(
        answers,
        fc.nat(),
        fc.constantFrom('', ',', ' ', '}', ']', '{', '[', '"', '\\', '<br />', 'nul', '-', '\n', '\u0000'),
        fc.integer({min: 0, max: 3}),
        fc.integer({min: 1, max: 60}),
        async ({text}, position, inserted, removed, size) => {
          const bytes = Buffer.from(text);
          const at = position % bytes.length;
          const damaged = Buffer.concat([bytes.subarray(0, at), Buffer.from(inserted), bytes.subarray(at + removed)]);
          const expected = attempt(() => parse(damaged.toString()));
          const {records, error} = await takeAll(inPieces(damaged, size));
          const lines = await attemptLines(inPieces(damaged, size));
          if (expected === undefined) {
            expect(error).toBeDefined();
            expect(lines).toBeUndefined();
          } else {
            expect(error).toBeUndefined();
            expect(records).toEqual(arrayIn(expected));
            expect(lines?.split('\n').slice(0, -1).map(parse)).toEqual(arrayIn(expected));
          }
        },
      ),
      samples(tries(20, 250)),
    );
  });

  it('keep every digit as lines, and each stays on one', async () => {
    const text =
      '{"status":"success","message":{"contacts":[\n {"id": 9007199254740993,\r\n "note": "a \\" b\\n"},\n 1.10\n]}}';
    expect(await takeLines([Buffer.from(text)])).toBe('{"id":9007199254740993,"note":"a \\" b\\n"}\n1.10\n');
  });

  it('as lines are valid UTF-8 even where the answer is not', async () => {
    const bytes = Buffer.concat([Buffer.from('{"message":{"contacts":["'), Buffer.from([0xff]), Buffer.from('"]}}')]);
    expect(await takeLines([bytes])).toBe('"\uFFFD"\n');
  });

  it.each([
    ['an object', '{"status":"success","message":{"contacts":{"0":{"id":1}}}}'],
    ['null', '{"status":"success","message":{"contacts":null}}'],
    ['a failure', '{"status":"failed","errors":"Record Not Found"}'],
    ['a text', '{"status":"success","message":"contacts"}'],
    ['an array above it', '{"status":"success","message":[{"contacts":[1]}]}'],
    ['a list of its own', '[{"message":{"contacts":[1]}}]'],
    ['HTML', '<html><style>a{b:c}</style>{"x":1}</html>'],
    ['nothing', ''],
  ])('come from the opener when there is %s instead of a list', async (_, text) => {
    const given = {seen: '', complete: false};
    const source = readRecords<Loose>(
      async () => bodyOf(inPieces(Buffer.from(text), 7)),
      collectionKey,
      (around, complete) => {
        Object.assign(given, {seen: around, complete});
        return [{id: 1}, {id: 2}];
      },
    );
    expect(await collect(source)).toEqual([[{id: 1}, {id: 2}]]);
    expect(given).toEqual({seen: text, complete: true});
    expect(await joined(source.lines())).toBe('{"id":1}\n{"id":2}\n');
  });

  it.each(['\uFEFF', ' \r\n', '<br />\n<b>Warning</b>: {main} in <b>/x.php</b><br />\n', 'Notice: {"a"\n'])(
    'are found behind %j, which the opener gets to see',
    async junk => {
      const text = `${junk}{"status": "success", "message": {"contacts": [1, 2]}}`;
      for (const size of [1, 7, 1000]) {
        const {records, around} = await takeAll(inPieces(Buffer.from(text), size), () => undefined);
        expect(records).toEqual([1, 2]);
        expect(around).toBe(`${junk}{"status": "success", "message": {"contacts": []}}`);
      }
    },
  );

  it('are refused when the collection comes twice', async () => {
    const {error} = await takeAll([Buffer.from('{"message":{"contacts":[1],"contacts":[2]}}')]);
    expect(error).toBeInstanceOf(ForeignAnswerError);
  });

  test('stand beside other large collections, which are not kept', {tags: ['long']}, async () => {
    const large = JSON.stringify(Array.from({length: 20_000}, (_, id) => ({id, name: '],"contacts":[{'})));
    const text = `{"message":{"states":${large},"contacts":[{"id":1}],"cities":${large}},"status":"success"}`;
    const {records, around, error} = await takeAll(inPieces(Buffer.from(text), 5000));
    expect({records, around, error}).toEqual({
      records: [{id: 1}],
      around: '{"message":{"states":[],"contacts":[],"cities":[]},"status":"success"}',
      error: undefined,
    });
  });

  test('are large ones too, and many', {tags: ['long']}, async () => {
    const list = Array.from({length: 300}, (_, id) => ({id, text: `},{${'"},{'.repeat(id * 7)}`, more: [{}, {id}]}));
    const bytes = Buffer.from(JSON.stringify({message: {contacts: list}, status: 'success'}));
    for (const size of [999, 65_536, bytes.length]) {
      expect((await takeAll(inPieces(bytes, size))).records).toEqual(list);
      expect((await takeLines(inPieces(bytes, size))).split('\n').slice(0, -1).map(parse)).toEqual(list);
    }
  });

  test('give an end to an endless page that is no JSON, and to an endless text beside the records', {
    tags: ['long'],
  }, async () => {
    for (const [start, piece] of [
      ['<html>', '<p>'],
      ['{"message":"', 'abc'],
    ] as const) {
      let pulled = 0;
      async function* endless(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(start);
        for (;;) {
          pulled++;
          yield Buffer.from(piece.repeat(20_000));
        }
      }
      const source = readRecords(
        async () => endless(),
        collectionKey,
        () => {
          throw new Error('refused');
        },
      );
      await expect(collect(source)).rejects.toThrow();
      expect(pulled).toBeLessThan(100);
    }
  });
});

describe('the body of an answer', () => {
  const list = Buffer.from(JSON.stringify({message: {contacts: Array.from({length: 300_000}, (_, id) => ({id}))}}));

  it.each(['records', 'lines'] as const)(
    'is cut off when its %s are no longer wanted, and not read ahead',
    async kind => {
      const pieces = inPieces(list, 64 * 1024);
      const body = watched(pieces);
      const source = readRecords(
        async () => body.chunks,
        collectionKey,
        () => undefined,
      );
      for await (const _ of kind === 'records' ? source : source.lines()) break;
      expect([body.pulled < pieces.length, body.ended]).toEqual([true, true]);
    },
  );

  it('is cut off when its records turn out not to be JSON', async () => {
    const body = watched([Buffer.from('{"message":{"contacts":[{"id":1},<b>Fatal error</b>'), ...inPieces(list, 1000)]);
    const source = readRecords(
      async () => body.chunks,
      collectionKey,
      () => undefined,
    );
    const taken: unknown[] = [];
    await expect(
      (async () => {
        for await (const batch of source) taken.push(...batch);
      })(),
    ).rejects.toThrow(UnreachableError);
    expect(taken).toEqual([]);
    expect(body).toMatchObject({pulled: 1, ended: true});
  });

  it('passes its own error on, and of a short one no records before', async () => {
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"message":{"contacts":[{"id":1},{"id":2},{"id":3}');
      throw new UnreachableError('Lost.');
    }
    const taken: unknown[] = [];
    const source = readRecords(
      async () => breaking(),
      collectionKey,
      () => undefined,
    );
    await expect(
      (async () => {
        for await (const batch of source) taken.push(...batch);
      })(),
    ).rejects.toThrow('Lost.');
    expect(taken).toEqual([]);
  });
});

const collectionKey = 'contacts';

/** An answer with its collection somewhere in `message`, and the same key in places where it means nothing. */
const answers = fc
  .record({
    records: fc.array(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue({maxDepth: 3})), fc.jsonValue({maxDepth: 2})), {
      maxLength: 6,
    }),
    before: fc.boolean(),
    beforeInMessage: fc.boolean(),
    indent: fc.constantFrom(undefined, 1, '\t', '\r\n'),
    decoy: fc.constantFrom<unknown>(
      'a "message":{"contacts":[{"id":1}]},{',
      {message: {contacts: [{id: 'decoy'}]}, contacts: [{id: 'decoy'}]},
      [{contacts: [1]}, ['contacts', [2]]],
      null,
      12.5e3,
    ),
    key: fc.constantFrom('other', '', 'Contacts', 'message', '"', '\\'),
  })
  .map(({records, before, beforeInMessage, indent, decoy, key}) => {
    const collection: [string, unknown] = [collectionKey, records];
    const aside: [string, unknown] = [key, decoy];
    const message: [string, unknown] = [
      'message',
      Object.fromEntries(beforeInMessage ? [aside, collection] : [collection, aside]),
    ];
    const others: [string, unknown][] = [
      ['status', 'success'],
      [collectionKey, decoy],
      ['errors', decoy],
    ];
    const text = JSON.stringify(Object.fromEntries(before ? [...others, message] : [message, ...others]), null, indent);
    return {text, records: collectionOf(JSON.parse(text))};
  });

const parse = (text: string): unknown => JSON.parse(text);

const collectionOf = (answer: unknown): unknown =>
  (answer as {readonly message?: Loose | null} | null)?.message?.[collectionKey];

const arrayIn = (answer: unknown): unknown => {
  const found = collectionOf(answer);
  return Array.isArray(found) ? found : [];
};

const aroundOf = (text: string): unknown => {
  const answer = JSON.parse(text);
  answer.message[collectionKey] = [];
  return answer;
};

const inPieces = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({length: Math.ceil(bytes.length / size)}, (_, index) => bytes.subarray(index * size, (index + 1) * size));

async function* bodyOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** A body that reports how much of it was read, and whether it was closed. */
function watched(pieces: readonly Uint8Array[]) {
  const body = {pulled: 0, ended: false, chunks: chunks()};
  return body;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (const piece of pieces) {
        body.pulled++;
        yield piece;
      }
    } finally {
      body.ended = true;
    }
  }
}

/** The records of a list until it ends or fails. The opener refuses what JSON.parse refuses, unless told otherwise. */
async function takeAll(pieces: readonly Uint8Array[], check: (text: string) => unknown = parse) {
  const taken: {records: unknown[]; around: string; complete: boolean; error: unknown} = {
    records: [],
    around: '',
    complete: false,
    error: undefined,
  };
  const source = readRecords(
    async () => bodyOf(pieces),
    collectionKey,
    (around, complete) => {
      Object.assign(taken, {around, complete});
      check(around);
      return undefined;
    },
  );
  try {
    for await (const batch of source) taken.records.push(...batch);
  } catch (error) {
    taken.error = error;
  }
  return taken;
}

async function takeLines(pieces: readonly Uint8Array[]): Promise<string> {
  const source = readRecords(
    async () => bodyOf(pieces),
    collectionKey,
    around => {
      parse(around);
      return undefined;
    },
  );
  return joined(source.lines());
}

const attemptLines = (pieces: readonly Uint8Array[]): Promise<string | undefined> =>
  takeLines(pieces).catch(() => undefined);

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Each piece is valid only until the next. */
async function joined(lines: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of lines) text += decoder.decode(piece, {stream: true});
  return text;
}
