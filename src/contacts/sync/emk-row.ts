import type {Target} from '../../accounts/target.js';
import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Loose} from '../../api/describe/schema.js';
import {PreflightError} from '../../core/errors.js';
import {number, plural} from '../../core/words/sentence.js';
import {unguardFormula} from '../../csv/bytes/formula-guard.js';
import {shortHash} from '../../csv/bytes/hash-text.js';
import {fileText} from '../../csv/columns/contact-lines.js';
import {operations} from '../../endpoints/contacts.js';
import {reservedFields} from '../../endpoints/fields.js';
import {trim} from '../../records/fields/fold-address.js';
import type {Checked} from '../check/check.js';
import {isRowHeader} from '../file/columns.js';
import {hasPassed} from '../file/rows.js';
import type {FindCountry} from '../run/countries.js';
import {textIn} from '../send/list.js';

/** The fields that an update can change. All of them are in the hash, whatever columns go out. */
export const editableFields: readonly string[] = reservedFields.filter(name =>
  Object.hasOwn(operations.update.params, name),
);

/** The account and the list that a file was written from. */
type Origin = Target & {readonly list: number};

/** The cell of a contact: `r`, the id, four digits that prove the list, and eight of what the contact says. */
export const rowCell =
  (origin: Origin, find: FindCountry | undefined): ((contact: Loose) => string) =>
  contact => {
    const id = Number(contact['id']);
    return `r${id}-${proofOf(origin, id)}${digits(hashOf(marksOf(contact, find)), 8)}`;
  };

/** The rows of an edited file by line: who each is, what it said when it went out, and what it says now. */
export type EditedRows = {
  /** The line of the contact with this id; 0 if it is in none. */
  lineOf(id: number): number;
  /** Whether a row has no contact yet: a person added the line. */
  isNew(line: number): boolean;
  /** Whether the person left a row as it went out. Fields without a column are those of the contact, if there is one. */
  isUntouched(line: number, contact: Loose | undefined): boolean;
  /** Whether a contact is as it was when the file went out, so that nobody else has changed it. */
  isAsBefore(line: number, contact: Loose): boolean;
};

/** Reads who the rows of a file are that went out to be edited. Refuses what it cannot tell. */
export async function readEdited(
  checked: Checked,
  origin: Origin,
  find: FindCountry | undefined,
  file: string,
): Promise<EditedRows> {
  const column = checked.columns.findIndex(({header}) => isRowHeader(header));
  const {states} = checked;
  const width = editableFields.length;
  const places = editableFields.map(name =>
    checked.columns.findIndex(({fields: [first, ...more]}) => first === name && more.length === 0),
  );
  const hashes = new Uint32Array(checked.good);
  const marks = new Uint32Array(checked.good * width);
  const lines = new Map<number, number>();
  const known = new Set<number>();
  let isEmpty = true;
  const read = cellReader(origin, file);
  await forEachRecord(checked.rowsAt({has: () => true}), ({line, texts}) => {
    const cell = read(trim(texts[column] ?? ''), line);
    isEmpty &&= cell === undefined;
    if (!cell || !hasPassed(states.of(line))) return;
    lines.set(cell.id, line);
    known.add(line);
    const row = states.placeOf(line);
    hashes[row] = cell.hash;
    for (const [at, place] of places.entries()) {
      if (place >= 0) marks[row * width + at] = markOf(at, unguardFormula(texts[place] ?? ''), find);
    }
  });
  if (isEmpty) throw emptyColumn(file);
  if (checked.repeated > 0) throw repeatedIn(file, checked.repeated);
  return {
    lineOf: id => lines.get(id) ?? 0,
    isNew: line => !known.has(line),
    isUntouched(line, contact) {
      const row = states.placeOf(line);
      const own = marks.slice(row * width, (row + 1) * width);
      const others = contact && marksOf(contact, find);
      return hashes[row] === hashOf(own.map((mark, field) => mark || (others?.[field] ?? 0)));
    },
    isAsBefore: (line, contact) => hashes[states.placeOf(line)] === hashOf(marksOf(contact, find)),
  };
}

type Cell = {readonly id: number; readonly hash: number};

/** Reads the cells one by one, and refuses the file at the first that says nothing, or the same as another. */
function cellReader(origin: Origin, file: string) {
  const ids = new Set<number>();
  return (text: string, line: number): Cell | undefined => {
    if (text === '') return undefined;
    const [, id = '', proof = '', hash = ''] = /^r([1-9]\d{0,15})-([0-9a-f]{4})([0-9a-f]{8})$/i.exec(text) ?? [];
    const isForeign = proof.toLowerCase() !== proofOf(origin, Number(id));
    if (id === '') throw refused(file, line, 'emk cannot read the cell in the column emk_row');
    if (isForeign) throw refused(file, line, 'the column emk_row is of another account or another list');
    if (ids.has(Number(id))) throw refused(file, line, 'the cell in the column emk_row is that of an earlier line');
    ids.add(Number(id));
    return {id: Number(id), hash: Number.parseInt(hash, 16)};
  };
}

const refused = (file: string, line: number, why: string): PreflightError =>
  new PreflightError(`In line ${number(line)} of ${file} ${why}.`, {
    hint: 'Nothing was changed. Put the cell back as it was. For a new person leave it empty. Or write the file again: emk contacts export --edit',
  });

const emptyColumn = (file: string): PreflightError =>
  new PreflightError(`The column emk_row of ${file} is empty, so emk cannot tell what you changed.`, {
    hint: 'Nothing was changed. Write the file again: emk contacts export --edit. To write every differing cell over the list, delete the column.',
  });

const repeatedIn = (file: string, count: number): PreflightError =>
  new PreflightError(
    `${number(count)} ${plural(count, 'line', 'lines')} of ${file} ${plural(count, 'has', 'have')} the address of an earlier line.`,
    {hint: 'Nothing was changed. In a file with the column emk_row, each address may be there once.'},
  );

/** Proves that a cell was written for this list: a cell of another account, or one typed by hand, has others. */
const proofOf = ({origin, key, list}: Origin, id: number): string =>
  digits(shortHash(`${origin} ${key} ${list} ${id}`), 8).slice(0, 4);

const digits = (value: number, count: number): string => (value >>> 0).toString(16).padStart(count, '0');

const hashOf = (marks: Uint32Array): number => shortHash(marks.join());

const marksOf = (contact: Loose, find: FindCountry | undefined): Uint32Array =>
  Uint32Array.from(editableFields, (name, at) => markOf(at, textIn(contact, name), find));

/** The hash of one value. Countries have the same one by name and by id: the service shows both. */
function markOf(at: number, value: string, find: FindCountry | undefined): number {
  const text = trim(fileText(value));
  return shortHash(editableFields[at] === 'country' ? (find?.(text)?.id ?? text.toLowerCase()) : text);
}
