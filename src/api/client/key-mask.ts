import type {RowForm, Rows} from '../answers/copied-rows.js';
import {isObject} from '../answers/is-object.js';
import {maskedPieces, type PieceFilter} from '../answers/masked-pieces.js';
import type {RecordSource} from '../answers/records.js';
import type {Client} from './client.js';

/** Keeps an account's keys out of what emk prints and saves. Data in memory has them: an update writes them back. */
export type KeyMask = {
  /** Whether a key may be in the data so far; until then, nothing needs to be searched or changed. */
  needed(): boolean;
  text(text: string): string;
};

/** Makes the key mask of one run. It starts when `keySeen` is called, and reports a key once. */
export function createKeyMask({
  maskKeys,
  warn,
}: {
  readonly maskKeys: (text: string) => string;
  readonly warn: (sentence: string) => void;
}): {
  readonly keyMask: KeyMask;
  readonly keySeen: () => void;
  /** Whether a text contains no key, without a report. */
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
  'The service\'s data contains a key of this account, and emk shows "…" instead. Remove the key from the data. If ' +
  'others may have read it, get new keys.';

/** A value of any depth without keys, in field names too. */
export function withoutKeys<T>(value: T, keyMask: KeyMask): T {
  return keyMask.needed() ? (changed(value, keyMask) as T) : value;
}

function changed(value: unknown, keyMask: KeyMask): unknown {
  if (typeof value === 'string') return keyMask.text(value);
  if (Array.isArray(value)) return value.map(each => changed(each, keyMask));
  if (!isObject(value) || isMade(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [keyMask.text(name), changed(each, keyMask)]));
}

/** Whether a value is not plain data of an answer, such as an error or a date. */
const isMade = (value: object): boolean => ![Object.prototype, null].includes(Object.getPrototypeOf(value));

/** The records of a list without keys. Each line is complete, so no key is cut in two. */
export function recordsWithoutKeys<T>(records: RecordSource<T>, keyMask: KeyMask): RecordSource<T> {
  const {only, rows} = records;
  return {
    [Symbol.asyncIterator]: () => batchesWithoutKeys(records, keyMask),
    async *lines() {
      for await (const lines of records.lines()) yield keyMask.needed() ? bytesWithoutKeys(lines, keyMask) : lines;
    },
    ...(only && {only: wanted => batchesWithoutKeys(only(wanted), keyMask)}),
    ...(rows && {rows: (columns, form) => rowsWithoutKeys(rows, columns, form, keyMask)}),
  };
}

/** Copied cells are searched in their rows, the others before they are written: quotes would hide a key. */
async function* rowsWithoutKeys(
  open: NonNullable<RecordSource['rows']>,
  columns: readonly string[],
  form: RowForm,
  keyMask: KeyMask,
): AsyncGenerator<Rows> {
  const rows = open(columns, {...form, write: records => form.write(withoutKeys(records, keyMask))});
  for await (const {text, count} of rows) yield {text: keyMask.needed() ? keyMask.text(text) : text, count};
}

async function* batchesWithoutKeys<T>(batches: AsyncIterable<T>, keyMask: KeyMask): AsyncGenerator<T> {
  for await (const batch of batches) yield withoutKeys(batch, keyMask);
}

const bytesWithoutKeys = (bytes: Uint8Array, {text}: KeyMask): Uint8Array =>
  Buffer.from(text(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()));

/** Pieces of any length without keys. Some bytes wait for the next piece, because a key may be split between pieces. */
export async function* piecesWithoutKeys(
  pieces: AsyncIterable<string | Uint8Array>,
  keyMask: KeyMask,
): AsyncGenerator<string | Uint8Array, void> {
  const held: Array<string | Uint8Array> = [];
  let length = 0;
  let filter: PieceFilter | undefined;
  let failure: {readonly reason: unknown} | undefined;
  try {
    for await (const piece of pieces) {
      held.push(piece);
      length += piece.length;
      if (keyMask.needed()) filter ??= maskedPieces(keyMask.text);
      while (held[0] !== undefined && (filter !== undefined || length - held[0].length >= HELD_BACK)) {
        const first = held.shift() ?? '';
        length -= first.length;
        yield filter ? filter.push(toBytes(first)) : first;
      }
    }
  } catch (reason) {
    failure = {reason};
  }
  yield* held;
  if (filter) yield filter.end();
  if (failure !== undefined) throw failure.reason;
}

const toBytes = (piece: string | Uint8Array): Uint8Array => (typeof piece === 'string' ? Buffer.from(piece) : piece);

/** In bytes or characters: longer than the longest spelling of a key of usual length. */
const HELD_BACK = 4096;

/** Reads data without keys, for what is shown or written elsewhere, and never written back to the same account. */
export const readsWithoutKeys = <C extends Pick<Client, 'call' | 'stream'>>(client: C, keyMask: KeyMask): C => ({
  ...client,
  call: async (...asked: Parameters<Client['call']>) => withoutKeys(await client.call(...asked), keyMask),
  stream: (...asked: Parameters<Client['stream']>) => recordsWithoutKeys(client.stream(...asked), keyMask),
});
