import type {ColumnKind} from '../records/fields/typed-columns.js';
import {createDictionary} from './dictionary.js';
import type {Encoding} from './file-parts.js';
import {packed} from './packed.js';
import {createPlainBytes, type Value} from './plain-bytes.js';

/** The content of a page before compression. */
export type PageContent = {
  readonly encoding: Encoding;
  readonly rows: number;
  readonly nulls: number;
  /** Which rows have a value. */
  readonly levels: Uint8Array;
  readonly bytes: Uint8Array;
};

/** The pages of a column, which fill value by value. */
export type Pages = {
  /** Adds a value. Returns its place in the dictionary, or undefined if it is not there. */
  add(value: Value | null): number | undefined;
  /** Adds the value at a place of the dictionary, as long as there is one. */
  addAt(place: number): void;
  /** Adds a text by its bytes, once there is no dictionary. */
  addText(bytes: Buffer, from: number, to: number): void;
  hasDictionary(): boolean;
  end(): void;
  entries(): readonly Value[];
};

/**
 * Makes the pages of a column, value by value, and hands each to `done`. Values go into a dictionary until that is full, and then
 * onto the page itself.
 */
export function createPages(kind: ColumnKind, done: (page: PageContent) => void): Pages {
  const values = createPlainBytes(kind);
  const dictionary = createDictionary();
  const places = new Uint16Array(ROWS);
  const levels = new Uint8Array(ROWS);
  let hasDictionary = kind !== 'boolean';
  let [rows, nulls] = [0, 0];

  function end(): void {
    if (rows === 0) return;
    const encoding = hasDictionary ? 'RLE_DICTIONARY' : 'PLAIN';
    const bytes = hasDictionary ? placeBytes(places.subarray(0, rows - nulls), dictionary.size()) : values.take();
    done({encoding, rows, nulls, levels: packed(levels.subarray(0, rows), 1), bytes});
    [rows, nulls] = [0, 0];
  }

  function endRow(level: number): void {
    levels[rows++] = level;
    if (rows === ROWS || values.size() >= BYTES) end();
  }

  function addAt(place: number): void {
    places[rows - nulls] = place;
    endRow(1);
  }

  function add(value: Value | null): number | undefined {
    if (value === null) {
      nulls++;
      endRow(0);
      return undefined;
    }
    const place = hasDictionary ? dictionary.placeOf(value) : undefined;
    if (place !== undefined) {
      addAt(place);
      return place;
    }
    if (hasDictionary) end();
    hasDictionary = false;
    values.put(value);
    endRow(1);
    return undefined;
  }

  return {
    add,
    addAt,
    addText(bytes, from, to) {
      values.putText(bytes, from, to);
      endRow(1);
    },
    hasDictionary: () => hasDictionary,
    end,
    entries: dictionary.entries,
  };
}

/** Places in a dictionary, each in as few bits as the last of them needs. */
function placeBytes(places: Uint16Array, entries: number): Uint8Array {
  const bits = Math.max(1, 32 - Math.clz32(Math.max(entries, 1) - 1));
  return Buffer.concat([Uint8Array.of(bits), packed(places, bits)]);
}

/** A page ends at so many rows, or at so many bytes. */
const [ROWS, BYTES] = [16_384, 512 * 1024];
