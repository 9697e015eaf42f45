import type {Target} from '../../accounts/target.js';
import {isObject} from '../../api/answers/is-object.js';
import {jsonOrNothing} from '../../api/answers/json-or-nothing.js';
import {shortHash, type TextHash} from '../../csv/bytes/hash-text.js';
import {createNumbersHash} from '../../records/fields/keyed-hash.js';
import {isKnownVersion} from '../../system/kept-file.js';
import {writeWhole} from '../../system/whole-file.js';
import type {PeopleKey} from '../../who-left/people-key.js';
import {collectEntries} from './sorted-entries.js';

/** The account and the list that a file was written from, its place where that matters, and the fields in its columns. */
export type BaseHead = Target & {
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
  putId(entry: number, id: number): void;
  bytesOf(entry: number): Uint8Array;
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

/** Takes the people of a base that is written. */
export type BaseWriter = {
  /** Adds a person with the short hash of each cell, by the position of its field. */
  add(person: TextHash, id: number, markOf: (field: number) => number): void;
  /** Adds an entry of an earlier base. */
  keep(base: Base, entry: number): void;
};

/** Writes a base whole, sorted by hash, so that it does not show the order of the list. */
export async function writeBase(
  path: string,
  head: BaseHead,
  secret: PeopleKey,
  fill: (into: BaseWriter) => Promise<void>,
): Promise<void> {
  const {origin, key, type, file, fields} = head;
  const entries = collectEntries(widthOf(head));
  const hashes = hashesOf(head, secret);
  const bytes = Buffer.alloc(widthOf(head));
  try {
    await fill({
      add(person, id, markOf) {
        const {high, low} = hashes.person(person);
        bytes.writeUInt32BE(high, 0);
        bytes.writeUInt32BE(low, CELL);
        bytes.writeDoubleBE(id, 2 * CELL);
        for (let field = 0; field < fields.length; field++) {
          bytes.writeUInt32BE(hashes.cell({person, field, mark: markOf(field)}), PERSON + field * CELL);
        }
        entries.add(bytes);
      },
      keep: (base, entry) => entries.add(base.bytesOf(entry)),
    });
    const about = {origin, key, type, file, fields};
    const first: WrittenHead = {version: 1, ...about, people: entries.size, print: secret.print};
    await writeWhole(path, withHead(first, entries.sorted()));
  } finally {
    entries.close();
  }
}

function* withHead(head: WrittenHead, entries: Iterable<Uint8Array>): Generator<string | Uint8Array> {
  yield `${JSON.stringify(head)}\n`;
  yield* entries;
}

/** The head of a base; undefined if it is torn, or of another version. */
export function headIn(bytes: Buffer): WrittenHead | undefined {
  const head = jsonOrNothing(bytes.toString('utf8', 0, Math.max(0, bytes.indexOf('\n'))));
  return isObject(head) && isKnownVersion(head) && Array.isArray((head as WrittenHead).fields)
    ? (head as WrittenHead)
    : undefined;
}

/** Reads a base; undefined if it is torn, or of another version or key. */
export function readBase(bytes: Buffer, secret: PeopleKey): Base | undefined {
  const head = headIn(bytes);
  const rest = bytes.subarray(bytes.indexOf('\n') + 1);
  return head && head.print === secret.print && rest.length === head.people * widthOf(head)
    ? over(head, rest, secret)
    : undefined;
}

function over(head: WrittenHead, bytes: Buffer, secret: PeopleKey): Base {
  const width = widthOf(head);
  const hashes = hashesOf(head, secret);
  const placeOf = (entry: number, field: number): number => entry * width + PERSON + field * CELL;
  return {
    head,
    size: head.people,
    find(person) {
      const wanted = hashes.person(person);
      let [from, to] = [0, head.people];
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
    was: (entry, cell) => bytes.readUInt32BE(placeOf(entry, cell.field)) === hashes.cell(cell),
    put: (entry, cell) => void bytes.writeUInt32BE(hashes.cell(cell), placeOf(entry, cell.field)),
    putId: (entry, id) => void bytes.writeDoubleBE(id, entry * width + 2 * CELL),
    bytesOf: entry => bytes.subarray(entry * width, (entry + 1) * width),
  };
}

const widthOf = ({fields}: BaseHead): number => PERSON + fields.length * CELL;

/** Hashes people and cells by the key of an account. */
function hashesOf({fields}: BaseHead, {bytes}: PeopleKey) {
  const keyed = createNumbersHash(bytes);
  const names = fields.map(shortHash);
  return {
    person: ([high, low]: TextHash) => keyed(high, low, 0, 0),
    cell: ({person: [high, low], field, mark}: Cell): number => keyed(high, low, names[field] as number, mark).low,
  };
}

/** Two halves of a hash and an id. */
const PERSON = 16;
const CELL = 4;
