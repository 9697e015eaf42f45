import {shortHash} from '../../csv/bytes/hash-text.js';

/** The states of a row after the comparison with the list. This row is new. */
export const fresh = 0;
export const same = 1;
/** The row differs, and its contact will be changed. */
export const toChange = 2;
/** The row differs in fields that will not or cannot be changed. */
export const differs = 3;
/** The contact would be changed, but neither the row nor the contact has the country that the form requires. */
export const needsCountry = 4;
/** Several contacts are this person. */
export const ambiguous = 5;
/** The row of an edited file is not applied, or its person has left the list. */
export const leftAlone = 6;

/** The rows of a file as hashes of their values: a million with six fields take 31 MB. */
export type RowTable = {
  readonly size: number;
  /** The state of each row, in the file's order. */
  readonly states: Uint8Array;
  /** The id of the contact that a row is; 0 before one was found. */
  idOf(row: number): number;
  setId(row: number, id: number): void;
  /** Adds the next row by the hashes of its values. */
  add(marks: Uint32Array): void;
  /** The row with a folded address; -1 if there is none. */
  find(address: string): number;
  says(row: number, field: number): boolean;
  differs(row: number, field: number, value: string): boolean;
  note(row: number, field: number): void;
  noted(row: number, field: number): boolean;
  /** How many rows differ in a field, without rows that match several contacts. */
  timesNoted(field: number): number;
  /** Forgets the comparison, so that the list can be read again. */
  reset(): void;
};

/** Makes a table for this many rows and fields. The check of a file knows in which row each address is. */
export function makeRowTable(rows: number, fields: number, find: (address: string) => number): RowTable {
  const values = new Uint32Array(rows * fields);
  const noted = new Uint8Array(Math.ceil((rows * fields) / 8));
  const states = new Uint8Array(rows);
  const ids = new Uint32Array(rows);
  /** Those that 32 bits cannot hold: the service may have some, and half of the memory is saved on all others. */
  const largeIds = new Map<number, number>();
  let size = 0;

  const isNoted = (row: number, field: number): boolean => hasBit(noted, row * fields + field);

  return {
    get size() {
      return size;
    },
    states,
    idOf: row => largeIds.get(row) ?? (ids[row] as number),
    setId(row, id) {
      ids[row] = id;
      if (ids[row] === id) largeIds.delete(row);
      else largeIds.set(row, id);
    },
    add(marks) {
      values.set(marks, size * fields);
      size++;
    },
    find,
    says: (row, field) => values[row * fields + field] !== 0,
    differs: (row, field, value) => values[row * fields + field] !== shortHash(value),
    note: (row, field) => setBit(noted, row * fields + field),
    noted: isNoted,
    timesNoted(field) {
      let times = 0;
      for (let row = 0; row < size; row++) if (states[row] !== ambiguous && isNoted(row, field)) times++;
      return times;
    },
    reset() {
      noted.fill(0);
      states.fill(fresh);
    },
  };
}

const hasBit = (bits: Uint8Array, at: number): boolean => ((bits[at >> 3] as number) & (1 << (at & 7))) !== 0;

function setBit(bits: Uint8Array, at: number): void {
  bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
}

/** The states that are counted. */
const countedStates = {same, toChange, differs, needsCountry, ambiguous};

/** How many rows are in each state. */
export type Counts = Readonly<Record<keyof typeof countedStates, number>>;

export function countsOf({states, size}: RowTable): Counts {
  const inState = new Uint32Array(256);
  for (const state of states.subarray(0, size)) inState[state] = (inState[state] ?? 0) + 1;
  return Object.fromEntries(
    Object.entries(countedStates).map(([name, state]) => [name, inState[state] ?? 0]),
  ) as Counts;
}
