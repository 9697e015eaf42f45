import {join} from 'node:path';
import {type Target, targetOf} from '../../accounts/target.js';
import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Account} from '../../api/wire/answer.js';
import {type Changed, type Journal, openJournal, readJournal, VERSION} from '../../change/work/journal.js';
import {PreflightError} from '../../core/errors.js';
import {writeWhole} from '../../core/system/whole-file.js';
import {counted, number} from '../../core/words/sentence.js';
import {unguardFormula} from '../../csv/bytes/formula-guard.js';
import {shortHash} from '../../csv/bytes/hash-text.js';
import {contactColumn, contactLines, fileText} from '../../csv/columns/contact-lines.js';
import {operations} from '../../endpoints/contacts.js';
import {reservedFields} from '../../endpoints/fields.js';
import type {FindCountry} from '../../records/fields/countries.js';
import {trim} from '../../records/fields/fold-address.js';
import type {Checked} from '../check/check.js';
import {isRowHeader, rowHeader} from '../file/columns.js';
import {hasPassed} from '../file/rows.js';
import {type ImportJournal, journalPlace, type PastRun} from '../journal/runs.js';
import {textIn} from '../send/list.js';

/** The fields that an update can change. All of them are in the hash, whatever columns go out. */
export const editableFields: readonly string[] = reservedFields.filter(name =>
  Object.hasOwn(operations.update.params, name),
);

type Origin = Target & {readonly list: number};

/** The cell of a contact: `r`, the id, four digits that prove the list, and eight of what the contact says. */
export const rowCell =
  (origin: Origin, find: FindCountry | undefined): ((contact: Loose) => string) =>
  contact => {
    const id = Number(contact['id']);
    return `r${id}-${proofOf(origin, id)}${digits(hashOf(marksOf(contact, find)))}`;
  };

/** Reads who the rows of a file are that went out to be edited. Refuses what it cannot tell. */
export async function readEdited(
  {columns, states, good, repeated, rowsAt}: Checked,
  origin: Origin,
  find: FindCountry | undefined,
  file: string,
) {
  const column = columns.findIndex(({header}) => isRowHeader(header));
  const width = editableFields.length;
  const places = editableFields.map(name =>
    columns.findIndex(({fields: [first, ...more]}) => first === name && more.length === 0),
  );
  const hashes = new Uint32Array(good);
  const marks = new Uint32Array(good * width);
  const lines = new Map<number, number>();
  const ids = new Set<number>();
  const known = new Set<number>();
  await forEachRecord(rowsAt({has: () => true}), ({line, texts}) => {
    const cell = trim(texts[column] ?? '');
    if (cell === '') return;
    const {id, hash} = readCell(cell, origin, ids, why => unclear(`In line ${number(line)} of ${file} ${why}.`));
    if (!hasPassed(states.of(line))) return;
    lines.set(id, line);
    known.add(line);
    const row = states.placeOf(line);
    hashes[row] = hash;
    for (const [at, place] of places.entries()) {
      if (place >= 0) marks[row * width + at] = markOf(at, unguardFormula(texts[place] ?? ''), find);
    }
  });
  if (ids.size === 0) throw unclear(`The column emk_row of ${file} is empty, so emk cannot tell what you changed.`);
  if (repeated > 0) throw unclear(`${counted(repeated, 'line')} of ${file} repeat the address of an earlier line.`);
  return {
    /** The line of the contact with this id; 0 if it is in none. */
    lineOf: (id: number): number => lines.get(id) ?? 0,
    /** Whether a row has no contact yet: a person added the line. */
    isNew: (line: number): boolean => !known.has(line),
    /** Whether the person left a row as it went out. Fields without a column are those of the contact, if there is one. */
    isUntouched(line: number, contact: Loose | undefined): boolean {
      const row = states.placeOf(line);
      const own = marks.slice(row * width, (row + 1) * width);
      const others = contact && marksOf(contact, find);
      return hashes[row] === hashOf(own.map((mark, field) => mark || (others?.[field] ?? 0)));
    },
    /** Whether a contact is as it was when the file went out, so that nobody else has changed it. */
    isAsBefore: (line: number, contact: Loose): boolean =>
      hashes[states.placeOf(line)] === hashOf(marksOf(contact, find)),
  };
}

/** Reads a cell, and refuses one that says nothing, is of another list, or the same as an earlier one. */
function readCell(text: string, origin: Origin, ids: Set<number>, refused: (why: string) => PreflightError) {
  const [, digits = '', proof = '', hash = ''] = /^r([1-9]\d{0,15})-([0-9a-f]{4})([0-9a-f]{8})$/i.exec(text) ?? [];
  const id = Number(digits);
  if (digits === '') throw refused('emk cannot read the cell in the column emk_row');
  if (proof.toLowerCase() !== proofOf(origin, id))
    throw refused('the column emk_row is of another account or another list');
  if (ids.has(id)) throw refused('the cell in the column emk_row is that of an earlier line');
  ids.add(id);
  return {id, hash: Number.parseInt(hash, 16)};
}

const unclear = (why: string): PreflightError =>
  new PreflightError(why, {
    hint: 'Nothing was changed. Put the column back as it was, with an empty cell for a new person, or write the file again: emk contacts export --edit. To write every differing cell over the list, delete the column.',
  });

/** Proves that a cell was written for this list: a cell of another account, or one typed by hand, has others. */
const proofOf = ({origin, key, list}: Origin, id: number): string =>
  digits(shortHash(`${origin} ${key} ${list} ${id}`)).slice(0, 4);

const digits = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');

const hashOf = (marks: Uint32Array): number => shortHash(marks.join());

const marksOf = (contact: Loose, find: FindCountry | undefined): Uint32Array =>
  Uint32Array.from(editableFields, (name, at) => markOf(at, textIn(contact, name), find));

/** The hash of one value. Countries have the same one by name and by id: the service shows both. */
function markOf(at: number, value: string, find: FindCountry | undefined): number {
  const text = trim(fileText(value));
  return shortHash(editableFields[at] === 'country' ? (find?.(text)?.id ?? text.toLowerCase()) : text);
}

/** What a sync changes, as it was before: each person is on disk before the change is sent. */
export type OldValues = {keep(id: number, before: Loose, after: Loose): void; close(): void};

const oldValuesIn = (folder: string) => ({...journalPlace(folder), path: join(folder, 'old-values.jsonl')});

/** Keeps old values beside the journal of a sync, which names nobody. */
export function oldValuesOf({account}: {readonly account: Account}, {folder}: ImportJournal): OldValues {
  const header = {kind: 'header', version: VERSION, way: 'contacts sync', ...targetOf(account)} as const;
  const valuesOf = (contact: Loose): Loose =>
    Object.fromEntries(editableFields.map(name => [name, textIn(contact, name)]));
  let file: Journal | undefined;
  return {
    keep(id, before, after) {
      file ??= openJournal(oldValuesIn(folder), header);
      file.note({kind: 'changed', id, before: valuesOf(before), after: valuesOf(after)});
    },
    close: () => file?.close(),
  };
}

/** The people whom a run has changed, each as it was before the first change. */
export function readOldValues({folder}: Pick<PastRun, 'folder'>): readonly Changed[] {
  const people = new Map<Changed['id'], Changed>();
  for (const record of readJournal(oldValuesIn(folder)).records)
    if (record.kind === 'changed' && !people.has(record.id)) people.set(record.id, record);
  return [...people.values()];
}

/**
 * Writes old values as a file that went out to be edited, and returns its path. A sync of it changes only who is still as the
 * run left them.
 */
export async function writeOldValues({folder, header}: PastRun, people: readonly Changed[]): Promise<string> {
  const cellOf = rowCell({origin: header.origin, key: header.key, list: header.list.id}, undefined);
  const {head, lines} = contactLines([...editableFields.map(contactColumn), {head: rowHeader, read: ({row}) => row}]);
  const path = join(folder, 'old-values.csv');
  const rows = people.map(({id, before, after}) => ({...before, row: cellOf({...after, id})}));
  await writeWhole(path, [head, lines(rows)]);
  return path;
}
