import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Loose} from '../../api/describe/schema.js';
import {UsageError} from '../../core/errors.js';
import {didYouMean} from '../../core/words/closest.js';
import {shortHash} from '../../csv/bytes/hash-text.js';
import {fileText} from '../../csv/columns/contact-lines.js';
import {operations} from '../../endpoints/contacts.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import type {Checked} from '../check/check.js';
import type {ImportField} from '../file/contract.js';
import type {SyncSettings} from '../journal/runs.js';
import type {FindCountry} from '../run/countries.js';
import {textIn} from '../send/list.js';

/** A field for comparing rows and contacts, with both sides in the same form. */
export type ComparedField = {
  readonly name: string;
  /** Whether the form that changes a contact has this field. */
  readonly carried: boolean;
  /** The value of a cell; undefined if the cell says nothing to compare. */
  ofCell(cell: string): string | undefined;
  ofContact(contact: Loose): string;
  /** The value for the form. */
  written(cell: string): string | number;
};

/** What rows and contacts are compared by. */
type Terms = {
  readonly fields: readonly ComparedField[];
  /** The positions of the fields that may be changed. */
  readonly wanted: ReadonlySet<number>;
  /** Whether an empty cell empties its field, as in a file that went out to be edited. */
  readonly clear: boolean;
  /** The id of the country for people who have none: the service changes nobody without one. */
  readonly country?: number | undefined;
};

/** Compares every column that fills a field. The address identifies people, except in an edited file, which may change it. */
export function agreeOnTerms(
  {columns, newFields}: Pick<Checked, 'columns' | 'newFields'>,
  {update}: Pick<SyncSettings, 'update'>,
  known: readonly ImportField[],
  findCountry: FindCountry | undefined,
  isEdited = false,
): Terms {
  const all = [...known, ...newFields];
  const inFile = [...new Set(columns.flatMap(({fields}) => fields))];
  const names = isEdited ? inFile : inFile.filter(name => name !== 'email');
  const chosen = update === 'all' ? names : namesIn(update ?? [], inFile);
  if (!isEdited && update !== 'all' && chosen.includes('email')) {
    throw new UsageError('--update email: the address identifies contacts, so this file cannot change it.', {
      hint: 'Remove it. A file of "emk contacts export --edit" may change addresses.',
    });
  }
  const fields = names.map(name =>
    comparedField(all.find(field => field.name === name) ?? {name, type: 'text'}, findCountry),
  );
  const isWanted = (place: number) => fields[place]?.carried === true && chosen.includes(names[place] ?? '');
  return {fields, clear: isEdited, wanted: new Set([...names.keys()].filter(isWanted))};
}

/** The terms of an import: whoever is on the list stays as they are. */
export const noTerms: Terms = {fields: [], clear: false, wanted: new Set()};

/** Fields that `--update` names, in the account's spelling. */
function namesIn(asked: readonly string[], inFile: readonly string[]): string[] {
  return asked.map(name => {
    const found = inFile.find(field => field.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return found;
    throw new UsageError(`--update: no column of the file fills a field “${name}”.`, {
      hint: didYouMean(name, inFile, 'Its fields are'),
    });
  });
}

/** Makes a field comparable: the list may write a number, a time, an address or a country differently from the file. */
function comparedField({name, type}: ImportField, findCountry: FindCountry | undefined): ComparedField {
  const meaning = meaningOf(name, type);
  const held = (contact: Loose): string => trim(fileText(textIn(contact, name)));
  const carried = name in operations.update.params;
  if (name !== 'country') {
    const ofCell = (cell: string): string => meaning(trim(cell));
    return {name, carried, ofCell, ofContact: one => meaning(held(one)), written: trim};
  }
  const idOf = (text: string) => findCountry?.(text)?.id;
  return {
    name,
    // The form takes an id, so nothing can be written if the service names no countries.
    carried: carried && findCountry !== undefined,
    ofCell: cell => (findCountry ? idOf(cell) : trim(cell).toLowerCase() || undefined),
    // A country that the service does not list cannot be written, so it is not compared.
    ofContact: one => idOf(held(one)) ?? (findCountry ? '' : held(one).toLowerCase()),
    written: cell => Number(idOf(cell)),
  };
}

/** How texts are compared: two are equal if this returns the same for both. */
function meaningOf(name: string, type: ImportField['type']): (text: string) => string {
  if (name === 'email' || name === 'alt_email') return foldAddress;
  if (type === 'number') return numberIn;
  return type === 'datetime-local' ? digitsOf : text => text;
}

const numberIn = (text: string): string => (text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text);

const digitsOf = (moment: string): string => moment.replace(/\D+/g, '').padEnd(moment === '' ? 0 : SECONDS, '0');

/** The number of digits of a moment to the second. */
const SECONDS = 14;

/** What a cell says about its field; undefined if it says nothing. */
export function cellValue({name, ofCell}: ComparedField, cell: string, clear: boolean): string | undefined {
  if (trim(cell) !== '') return ofCell(cell);
  return clear && !required.has(name) ? '' : undefined;
}

/** Fields that every contact must have, so an empty cell never empties them. */
const required: ReadonlySet<string> = new Set(['email', 'country']);

/** The good rows of a file as hashes of their values: a million with six fields take 40 MB. */
export type RowTable = {
  readonly terms: Terms;
  /** The id of the contact that the row of a line is; 0 before one was found. */
  idOf(line: number): number;
  setId(line: number, id: number): void;
  /** The positions of the fields in which a contact is not as the row of a line says. */
  differing(line: number, contact: Loose): readonly number[];
};

/** Reads the good rows of a file into a table. */
export async function readTable({good, states, goodValues}: Checked, terms: Terms): Promise<RowTable> {
  const {fields, clear} = terms;
  const width = fields.length;
  const values = new Uint32Array(good * width);
  const ids = new Float64Array(width === 0 ? 0 : good);
  if (width > 0) {
    let place = 0;
    await forEachRecord(goodValues(), row => {
      for (const field of fields) {
        const said = cellValue(field, row[field.name] ?? '', clear);
        values[place++] = said === undefined ? 0 : shortHash(said);
      }
    });
  }
  const none: readonly number[] = [];
  return {
    terms,
    idOf: line => ids[states.placeOf(line)] ?? 0,
    setId(line, id) {
      ids[states.placeOf(line)] = id;
    },
    differing(line, contact) {
      const from = states.placeOf(line) * width;
      let found: number[] | undefined;
      for (let at = 0; at < width; at++) {
        const said = values[from + at] as number;
        if (said === 0 || said === shortHash((fields[at] as ComparedField).ofContact(contact))) continue;
        found ??= [];
        found.push(at);
      }
      return found ?? none;
    },
  };
}
