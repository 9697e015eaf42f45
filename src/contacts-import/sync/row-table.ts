import {hashText, shortHash, type TextHash} from '../../csv/bytes/hash-text.js';

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
/** The row has no key, so its contact is unknown. */
const keyless = 6;
/** The row is new, but its address belongs to a contact with another key. */
export const taken = 7;
/** The contact's new address belongs to somebody who left. */
export const stopped = 8;
/** The row comes back from an edit, and its contact has left the list since the file went out. */
export const away = 9;

/** The contact's new address is that of another contact, as after an exchange. */
export const occupied = 11;

/** The rows of a file as hashes of their values, and of their keys unless the address is the key: a million with six fields take 31 MB. */
export type RowTable = {
  readonly size: number;
  /** The state of each row, in the file's order. */
  readonly states: Uint8Array;
  /** The id of the contact that a row is; 0 before one was found. */
  idOf(row: number): number;
  setId(row: number, id: number): void;
  /** Adds the next row by the hashes of its key and values. Returns false if an earlier row has the same key. */
  add(key: TextHash | undefined, marks: Uint32Array): boolean;
  /** The row with a key; -1 if there is none. */
  find(key: string): number;
  says(row: number, field: number): boolean;
  /** The short hash of a cell; 0 if it says nothing. */
  mark(row: number, field: number): number;
  /** Makes a cell say nothing. */
  forget(row: number, field: number): void;
  differs(row: number, field: number, value: string): boolean;
  note(row: number, field: number): void;
  noted(row: number, field: number): boolean;
  /** How many rows differ in a field, without rows that match several contacts. */
  timesNoted(field: number): number;
  /** Forgets the comparison, so that the list can be read again. */
  reset(): void;
};

/** Makes a table for this many rows and fields, and its own index of keys if there is none. A row without a key is only counted. */
export function makeRowTable(rows: number, fields: number, index: KeyIndex = makeKeyIndex(rows)): RowTable {
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
    add(key, marks) {
      const row = size++;
      for (let field = 0; field < fields; field++) values[row * fields + field] = marks[field] ?? 0;
      if (key === undefined) {
        states[row] = keyless;
        return true;
      }
      return index.add(key, row);
    },
    find: index.find,
    says: (row, field) => values[row * fields + field] !== 0,
    mark: (row, field) => values[row * fields + field] as number,
    forget: (row, field) => void values.fill(0, row * fields + field, row * fields + field + 1),
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
      for (let row = 0; row < size; row++) if (states[row] !== keyless) states[row] = fresh;
    },
  };
}

/** Finds rows by their keys. */
type KeyIndex = {add(key: TextHash, row: number): boolean; find(key: string): number};

/** The index of a file that is compared by address: its check knows where each address is, and that none is there twice. */
export const addressIndex = (rowOf: (address: string) => number): KeyIndex => ({add: () => true, find: rowOf});

function makeKeyIndex(rows: number): KeyIndex {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(rows, 8) * 1.5)));
  const [high, low] = [new Uint32Array(rows), new Uint32Array(rows)];
  /** The slot of a key, or the free slot for it. */
  const slotOf = ([h, l]: TextHash): number => {
    let slot = l & (slots.length - 1);
    for (let row = slots[slot]; row; row = slots[slot]) {
      if (high[row - 1] === h && low[row - 1] === l) break;
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  };
  return {
    add(key, row) {
      const slot = slotOf(key);
      if (slots[slot]) return false;
      slots[slot] = row + 1;
      [high[row], low[row]] = key;
      return true;
    },
    find: key => (slots[slotOf(hashText(key))] ?? 0) - 1,
  };
}

const hasBit = (bits: Uint8Array, at: number): boolean => ((bits[at >> 3] as number) & (1 << (at & 7))) !== 0;

function setBit(bits: Uint8Array, at: number): void {
  bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
}

/** The states that are counted. */
const countedStates = {
  same,
  toChange,
  differs,
  needsCountry,
  ambiguous,
  keyless,
  taken,
  stopped,
  occupied,
};

/** How many rows are in each state. */
export type Counts = Readonly<Record<keyof typeof countedStates, number>>;

/** Counts what the comparison found; again after a person has decided about some rows. */
export function countsOf({states, size}: RowTable): Counts {
  const inState = new Uint32Array(256);
  for (const state of states.subarray(0, size)) inState[state] = (inState[state] ?? 0) + 1;
  return Object.fromEntries(
    Object.entries(countedStates).map(([name, state]) => [name, inState[state] ?? 0]),
  ) as Counts;
}
