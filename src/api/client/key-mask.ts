import {isObject} from '../answers/is-object.js';
import {maskedPieces, type PieceFilter} from '../answers/masked-pieces.js';
import type {RecordSource} from '../answers/records.js';
import type {Client} from './client.js';

/**
Keeps an account's keys out of what emk prints and writes down of the service's data. What is read stays as it is, since
an update writes back what it has read.
*/
export type KeyMask = {
  /** Whether a key may be among what came so far; until then, nothing is changed and nothing needs to be looked through. */
  needed(): boolean;
  /** A text without keys. */
  text(text: string): string;
};

/** Makes the keyMask of one run, which begins when `keySeen` is called. Whoever runs emk is told of a key once. */
export function createKeyMask({
  maskKeys,
  warn,
}: {
  readonly maskKeys: (text: string) => string;
  readonly warn: (sentence: string) => void;
}): {
  readonly keyMask: KeyMask;
  readonly keySeen: () => void;
  /** Whether a text holds no key; nobody is told. */
  readonly isClean: (text: string) => boolean;
} {
  let seen = false;
  let told = false;
  const shown = (text: string): string => {
    const clean = seen ? maskKeys(text) : text;
    if (clean !== text && !told) {
      told = true;
      warn(KEY_IN_DATA);
    }
    return clean;
  };
  return {
    keyMask: {needed: () => seen, text: shown},
    keySeen: () => {
      seen = true;
    },
    isClean: text => !seen || maskKeys(text) === text,
  };
}

const KEY_IN_DATA =
  'The service\'s data holds a key of this account; "…" stands in its place here. Take it out of the data, and get ' +
  'new keys if others may have read it.';

/** A value of any depth without keys, in the names of fields too. */
export function withoutKeys<T>(value: T, keyMask: KeyMask): T {
  return keyMask.needed() ? (changed(value, keyMask) as T) : value;
}

function changed(value: unknown, keyMask: KeyMask): unknown {
  if (typeof value === 'string') return keyMask.text(value);
  if (Array.isArray(value)) return value.map(each => changed(each, keyMask));
  if (!isObject(value) || isMade(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [keyMask.text(name), changed(each, keyMask)]));
}

/** Whether a value is something else than the data of an answer, such as an error or a date. */
const isMade = (value: object): boolean => ![Object.prototype, null].includes(Object.getPrototypeOf(value));

/** The records of a list without keys. Their lines come whole, so none is cut through a key. */
export const recordsWithoutKeys = <T>(records: RecordSource<T>, keyMask: KeyMask): RecordSource<T> => ({
  async *[Symbol.asyncIterator]() {
    for await (const batch of records) yield withoutKeys(batch, keyMask);
  },
  async *lines() {
    for await (const lines of records.lines()) yield keyMask.needed() ? bytesWithoutKeys(lines, keyMask) : lines;
  },
});

/** Bytes that hold whole texts, without keys. */
const bytesWithoutKeys = (bytes: Uint8Array, {text}: KeyMask): Uint8Array =>
  Buffer.from(text(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()));

/**
Pieces of any length without keys. Some are held back until more have come: a key that lies across several is known only
when the last of them is there.
*/
export async function* piecesWithoutKeys(
  pieces: AsyncIterable<string | Uint8Array>,
  keyMask: KeyMask,
): AsyncGenerator<string | Uint8Array, void> {
  const held: Array<string | Uint8Array> = [];
  let length = 0;
  let passing: PieceFilter | undefined;
  let lost: {readonly reason: unknown} | undefined;
  try {
    for await (const piece of pieces) {
      held.push(piece);
      length += piece.length;
      if (keyMask.needed()) passing ??= maskedPieces(keyMask.text);
      while (held[0] !== undefined && (passing !== undefined || length - held[0].length >= HELD_BACK)) {
        const first = held.shift() ?? '';
        length -= first.length;
        yield passing ? passing.push(toBytes(first)) : first;
      }
    }
  } catch (reason) {
    lost = {reason};
  }
  yield* held;
  if (passing) yield passing.end();
  if (lost !== undefined) throw lost.reason;
}

const toBytes = (piece: string | Uint8Array): Uint8Array => (typeof piece === 'string' ? Buffer.from(piece) : piece);

/** In bytes or characters: longer than a key of the usual length in the longest way to write it. */
const HELD_BACK = 4096;

/** Reads what is shown, or written elsewhere than into the account it came from, and never written back. */
export const readsWithoutKeys = <C extends Pick<Client, 'call' | 'stream'>>(client: C, keyMask: KeyMask): C => ({
  ...client,
  call: async (...asked: Parameters<Client['call']>) => withoutKeys(await client.call(...asked), keyMask),
  stream: (...asked: Parameters<Client['stream']>) => recordsWithoutKeys(client.stream(...asked), keyMask),
});
