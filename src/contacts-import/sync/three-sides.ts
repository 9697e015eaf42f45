import {shortHash, type TextHash} from '../../csv/bytes/hash-text.js';
import type {RowHashes} from '../file/contract.js';
import type {Base} from './base-file.js';
import type {ComparisonTerms} from './read-rows.js';
import type {RowTable} from './row-table.js';

/** The rows of an edited file, beside what they said when the file went out. */
export type Before = {
  /** Whether emk knows what the cells said when the file went out. Otherwise it cannot tell what the person changed. */
  readonly isKnown: boolean;
  /** Whether a person decides about each cell that differs where emk does not know, and not about the file. */
  readonly asksEach?: boolean;
  /**
   * The row of the person with this contact id, or with this address where the base has no id yet; `DROPPED` if the line is
   * gone from the file, -1 for a stranger.
   */
  rowOf(id: number, person?: TextHash): number;
  /** Whether the person of a row was on the list when the file went out, or may have been. */
  had(row: number): boolean;
  /** Whether the list still says what a changed cell said, so that the change overwrites nobody else's. */
  isUntouched(row: number, field: number, now: string): boolean;
  /** The entry of a row in the base, with its hash of the address and its id, 0 if unknown; undefined if it has none. */
  entryOf(row: number): {readonly entry: number; readonly person: TextHash; readonly id: number} | undefined;
  /** Whether the line of an entry is gone from the file. */
  isGone(entry: number): boolean;
};

/** The person was in the file, and the line was deleted. */
export const DROPPED = -2;

/** A `Before` in the making: it sees each row, and makes cells that the person did not change say nothing. */
export type Seeing = Before & {see(rows: RowTable, row: number, hashes: RowHashes): void};

/** Without a base, only cells with a value say something, and nobody counts as new. Each cell may be asked about. */
export const unknownBefore = ({fields}: ComparisonTerms, asksEach: boolean): Seeing => ({
  isKnown: false,
  asksEach,
  rowOf: () => -1,
  had: () => true,
  isUntouched: () => !asksEach,
  entryOf: () => undefined,
  isGone: () => false,
  see: (rows, row) => forgetEmpty(rows, row, fields.keys()),
});

/** Holds the rows of a file, of this many, against its base. */
export function besideBase(base: Base, {fields}: ComparisonTerms, most: number): Seeing {
  const entries = new Int32Array(most).fill(-1);
  const keys = new Uint32Array(most * 2);
  const rowOfEntry = new Int32Array(base.size).fill(DROPPED);
  const entryOfId = findById(base);
  const columns = fields.map(({name}) => base.head.fields.indexOf(name));
  const strange = [...columns.keys()].filter(at => columns[at] === -1);

  const entryOf = (row: number) => {
    const entry = entries[row] as number;
    const person: TextHash = [keys[row * 2] as number, keys[row * 2 + 1] as number];
    return entry < 0 ? undefined : {entry, person, id: base.idOf(entry)};
  };
  const was = (row: number, at: number, mark: number): boolean | undefined => {
    const [found, field] = [entryOf(row), columns[at] as number];
    return found && field >= 0 ? base.was(found.entry, {person: found.person, field, mark}) : undefined;
  };

  return {
    isKnown: true,
    rowOf(id, person) {
      const known = entryOfId(id);
      const entry = known < 0 && person ? base.find(person) : known;
      if (entry < 0 || ![0, id].includes(base.idOf(entry))) return -1;
      const row = rowOfEntry[entry] as number;
      if (row === DROPPED) base.putId(entry, id);
      return row;
    },
    had: row => entries[row] !== -1,
    isUntouched: (row, at, now) => was(row, at, shortHash(now)) ?? now === '',
    entryOf,
    isGone: entry => rowOfEntry[entry] === DROPPED,
    see(rows, row, {key, hashes}) {
      const entry = key === undefined ? -1 : base.find(key);
      if (key === undefined || entry < 0) return forgetEmpty(rows, row, fields.keys());
      entries[row] = entry;
      keys.set(key, row * 2);
      rowOfEntry[entry] = row;
      for (let at = 0; at < fields.length; at++) if (was(row, at, hashes[at] as number)) rows.forget(row, at);
      forgetEmpty(rows, row, strange);
    },
  };
}

/** Finds the entry of a contact: a table of hashes, in which millions take a tenth of what a Map does. */
function findById({size, idOf}: Base): (id: number) => number {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(size, 8) * 1.5)));
  const slotOf = (id: number): number => {
    let slot = Math.imul(id, 2654435761) & (slots.length - 1);
    while (slots[slot] && idOf((slots[slot] as number) - 1) !== id) slot = (slot + 1) & (slots.length - 1);
    return slot;
  };
  for (let entry = 0; entry < size; entry++) if (idOf(entry) > 0) slots[slotOf(idOf(entry))] = entry + 1;
  return id => (slots[slotOf(id)] as number) - 1;
}

/** An empty cell that was not in the file when it went out was not emptied by anybody. */
function forgetEmpty(rows: RowTable, row: number, fields: Iterable<number>): void {
  for (const at of fields) if (rows.mark(row, at) === EMPTY) rows.forget(row, at);
}

/** The short hash of an empty cell. */
export const EMPTY = shortHash('');
