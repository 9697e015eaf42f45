import {readFileSync} from 'node:fs';
import type {Target} from '../../accounts/target.js';
import {createNumbersHash} from '../../address-index/keyed-hash.js';
import {shortHash, type TextHash} from '../../csv/bytes/hash-text.js';
import {isKnownVersion} from '../../system/kept-file.js';
import {writeWhole} from '../../system/whole-file.js';
import type {PeopleKey} from '../../who-left/people-key.js';

/** The account and the list that a file was written from, the file, and the fields in its columns. */
export type BaseHead = Target & {
  readonly written: string;
  readonly type: number;
  readonly file: string | null;
  readonly fields: readonly string[];
};

/** What a file said when it went out: for each person the id and a keyed hash of each cell, and nothing to read. */
export type Base = {
  readonly head: BaseHead;
  readonly size: number;
  /** The entry of a person by the hash of the address; -1 if the file did not have that person. */
  find(person: TextHash): number;
  /** The contact's id; 0 if it was not known. */
  idOf(entry: number): number;
  /** Whether a cell was as this hash of its value says. */
  was(entry: number, cell: Cell): boolean;
  /** Notes what a cell says now. */
  put(entry: number, cell: Cell): void;
};

/** A cell: the person, the position of its field in the base, and the short hash of its value. */
type Cell = {readonly person: TextHash; readonly field: number; readonly mark: number};

/** The first line of the file. */
type WrittenHead = BaseHead & {
  readonly version: number;
  readonly people: number;
  /** The fingerprint of the key of the hashes. */
  readonly print: string;
};

/** Makes room for this many people, whose cells are put in one by one. */
export function makeBase(head: BaseHead, most: number, secret: PeopleKey): Growing {
  const width = PERSON + head.fields.length * CELL;
  return over(head, Buffer.alloc(most * width), 0, secret);
}

/** A base in the making. */
export type Growing = Base & {
  /** Adds a person without cells, and returns the entry. */
  add(person: TextHash, id: number): number;
  /** The same with room for more people. */
  withRoom(more: number): Growing;
  /** Writes it whole, sorted by hash, so that it does not show the order of the list. */
  save(path: string): Promise<void>;
};

/** Reads a base; undefined if it is missing or torn, or of another version. */
export function readBase(path: string, secret: PeopleKey): Growing | undefined {
  try {
    const bytes = readFileSync(path);
    const end = bytes.indexOf('\n');
    const head = JSON.parse(bytes.toString('utf8', 0, end)) as WrittenHead;
    const rest = bytes.subarray(end + 1);
    const isWhole = rest.length === head.people * (PERSON + head.fields.length * CELL);
    return isKnownVersion(head) && head.print === secret.print && isWhole
      ? over(head, rest, head.people, secret)
      : undefined;
  } catch {
    return undefined;
  }
}

function over(head: BaseHead, bytes: Buffer, people: number, secret: PeopleKey): Growing {
  const {fields} = head;
  const width = PERSON + fields.length * CELL;
  const keyed = createNumbersHash(secret.bytes);
  const names = fields.map(shortHash);
  /** Entries that were read are sorted; those that were added follow, and are found by nobody. */
  const sorted = people;
  let size = people;

  const keyedCell = ({person: [high, low], field, mark}: Cell): number =>
    keyed(high, low, names[field] as number, mark).low;
  const placeOf = (entry: number, field: number): number => entry * width + PERSON + field * CELL;

  return {
    head,
    get size() {
      return size;
    },
    find([high, low]) {
      const wanted = keyed(high, low, 0, 0);
      let [from, to] = [0, sorted];
      while (from < to) {
        const middle = (from + to) >> 1;
        const at = middle * width;
        const difference = bytes.readUInt32BE(at) - wanted.high || bytes.readUInt32BE(at + CELL) - wanted.low;
        if (difference === 0) return middle;
        if (difference < 0) from = middle + 1;
        else to = middle;
      }
      return -1;
    },
    idOf: entry => bytes.readDoubleBE(entry * width + 2 * CELL),
    was: (entry, cell) => bytes.readUInt32BE(placeOf(entry, cell.field)) === keyedCell(cell),
    put: (entry, cell) => void bytes.writeUInt32BE(keyedCell(cell), placeOf(entry, cell.field)),
    add([high, low], id) {
      const hash = keyed(high, low, 0, 0);
      bytes.writeUInt32BE(hash.high, size * width);
      bytes.writeUInt32BE(hash.low, size * width + CELL);
      bytes.writeDoubleBE(id, size * width + 2 * CELL);
      return size++;
    },
    withRoom: more => over(head, Buffer.concat([bytes, Buffer.alloc(more * width)]), size, secret),
    async save(path) {
      const entries = Array.from({length: size}, (_, at) => bytes.subarray(at * width, (at + 1) * width));
      const {written, origin, key, type, file} = head;
      const about = {written, origin, key, type, file, fields};
      const first: WrittenHead = {version: 1, ...about, people: size, print: secret.print};
      await writeWhole(path, [`${JSON.stringify(first)}\n`, ...entries.sort(Buffer.compare)]);
    },
  };
}

/** Two halves of a hash and an id. */
const PERSON = 16;
const CELL = 4;
