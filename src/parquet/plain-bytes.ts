import {microseconds} from '../records/dates/microseconds.js';
import type {ColumnKind} from '../records/fields/typed-columns.js';

/** A value of a column that is not null. */
export type Value = string | number | boolean;

/**
 * Values one after the other, as Parquet lays out values of their kind. They become bytes at once: a million texts that wait would
 * cost more than to write them.
 */
export type PlainBytes = {
  put(value: Value): void;
  /** Puts a text by its bytes. */
  putText(text: Buffer, from: number, to: number): void;
  size(): number;
  /** Copies what was put, and begins anew. */
  take(): Uint8Array;
};

/** Makes room for the values of a column, which grows with them. */
export function createPlainBytes(kind: ColumnKind): PlainBytes {
  const {room, put} = layouts[kind];
  let [bytes, at, count] = [Buffer.alloc(1024), 0, 0];
  const makeRoom = (more: number): void => {
    if (at + more > bytes.length) bytes = Buffer.concat([bytes.subarray(0, at)], (at + more) * 2);
  };
  return {
    put(value) {
      makeRoom(room(value));
      at = put(bytes, at, value, count++);
    },
    putText(text, from, to) {
      makeRoom(4 + to - from);
      at = bytes.writeUInt32LE(to - from, at);
      at += text.copy(bytes, at, from, to);
    },
    size: () => at,
    take() {
      const taken = Buffer.from(bytes.subarray(0, at));
      [at, count] = [0, 0];
      return taken;
    },
  };
}

type Layout = {
  /** The most bytes that a value takes. */
  readonly room: (value: Value) => number;
  /** Writes a value, the `count`th, and returns where the next one goes. */
  readonly put: (bytes: Buffer, at: number, value: Value, count: number) => number;
};

/** A text is preceded by its length in bytes. */
const text: Layout = {
  room: value => 4 + String(value).length * 3,
  put(bytes, at, value) {
    const length = bytes.write(String(value), at + 4);
    bytes.writeUInt32LE(length, at);
    return at + 4 + length;
  },
};

const long = (read: (value: Value) => number): Layout => ({
  room: () => 8,
  put(bytes, at, value) {
    const number = read(value);
    const high = Math.floor(number / 2 ** 32);
    bytes.writeUInt32LE(number - high * 2 ** 32, at);
    return bytes.writeInt32LE(high, at + 4);
  },
});

const layouts: Readonly<Record<ColumnKind, Layout>> = {
  text,
  json: text,
  integer: long(Number),
  timestamp: long(value => sinceEpoch(String(value))),
  number: {room: () => 8, put: (bytes, at, value) => bytes.writeDoubleLE(Number(value), at)},
  boolean: {
    room: () => 1,
    put(bytes, at, value, count) {
      const bit = count % 8;
      const place = bit === 0 ? at : at - 1;
      bytes[place] = (bit === 0 ? 0 : (bytes[place] ?? 0)) | (Number(value) << bit);
      return place + 1;
    },
  },
};

/** `2026-03-04T12:00:00.000000Z` in microseconds. Days repeat, and each is read once. */
function sinceEpoch(moment: string): number {
  const day = moment.slice(0, 10);
  let start = days.get(day);
  if (start === undefined) {
    start = Date.parse(day);
    if (days.size < MOST_DAYS) days.set(day, start);
  }
  const seconds =
    Number(moment.slice(11, 13)) * 3600 + Number(moment.slice(14, 16)) * 60 + Number(moment.slice(17, 19));
  return (start + seconds * 1000) * 1000 + microseconds(moment.slice(20, -1));
}

const days = new Map<string, number>();

const MOST_DAYS = 10_000;
