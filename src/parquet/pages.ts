import type {ColumnKind} from '../records/fields/typed-columns.js';
import {createDictionary} from './dictionary.js';
import {type Encoding, packed} from './file-parts.js';
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

/**
 * Makes the pages of a column, value by value, and hands each to `done`. Values go into a dictionary until that is full, and then
 * onto the page itself.
 */
export function createPages(
  kind: ColumnKind,
  done: (page: PageContent) => void,
): {add(value: Value | null): void; end(): void; entries(): readonly Value[]} {
  const values = createPlainBytes(kind);
  const dictionary = createDictionary();
  let places: number[] | undefined = kind === 'boolean' ? undefined : [];
  let levels = new Uint8Array(ROWS);
  let [rows, nulls] = [0, 0];

  function end(): void {
    if (rows === 0) return;
    const encoding = places ? 'RLE_DICTIONARY' : 'PLAIN';
    const bytes = places ? placeBytes(places) : values.take();
    done({encoding, rows, nulls, levels: packed(levels.subarray(0, rows), 1), bytes});
    if (places) places = [];
    levels = new Uint8Array(ROWS);
    [rows, nulls] = [0, 0];
  }

  function put(value: Value): void {
    const place = places && dictionary.placeOf(value);
    if (place === undefined) {
      if (places) end();
      places = undefined;
      values.put(value);
    } else places?.push(place);
    levels[rows] = 1;
  }

  return {
    add(value) {
      if (value === null) nulls++;
      else put(value);
      rows++;
      if (rows === ROWS || values.size() >= BYTES) end();
    },
    end,
    entries: dictionary.entries,
  };
}

/** Places in a dictionary, each in as few bits as the last of them needs. */
function placeBytes(places: readonly number[]): Uint8Array {
  const last = places.reduce((most, place) => Math.max(most, place), 0);
  const bits = Math.max(1, Math.ceil(Math.log2(last + 1)));
  return Buffer.concat([Uint8Array.of(bits), packed(places, bits)]);
}

/** A page ends at so many rows, or at so many bytes. */
const [ROWS, BYTES] = [4096, 512 * 1024];
