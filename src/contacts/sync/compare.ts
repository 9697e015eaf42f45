import type {Loose} from '../../api/describe/schema.js';
import {UsageError} from '../../core/errors.js';
import {didYouMean} from '../../core/words/closest.js';
import {shortHash} from '../../csv/bytes/hash-text.js';
import {fileText} from '../../csv/columns/contact-lines.js';
import {operations} from '../../endpoints/contacts.js';
import type {HashedAddresses} from '../../people/who-left.js';
import type {FindCountry} from '../../records/fields/countries.js';
import {isAddress} from '../../records/fields/email-address.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import type {Checked} from '../check/check.js';
import type {ImportField} from '../file/contract.js';
import {type RowState, state} from '../file/rows.js';
import type {SyncSettings} from '../journal/runs.js';
import {type ListedContact, type ListReader, textIn} from '../send/list.js';
import type {readEdited} from './emk-row.js';

/** Why a row of an edited file is not applied. */
export const refusals = {
  meanwhile: 'somebody else changed them since',
  away: 'they are no longer on the list',
  listed: 'they are on the list already, and their line has no emk_row',
  occupied: 'somebody else on the list has the new address',
  left: 'the new address is of somebody who unsubscribed (--include-unsubscribed allows it)',
} as const;

export type Refusal = keyof typeof refusals;

type ContactRef = {readonly id: number; readonly email: string | null};

/** The ids of some contacts, and the names of the first ones. */
export type ContactSample = {readonly ids: number[]; readonly first: ContactRef[]};

/** What a look at the list says besides the states of the rows: people whom the file does not decide about, and rows by line. */
export type Comparison = ReturnType<typeof newComparison>;

export const newComparison = () => ({
  gone: nobody(),
  /** How many of the missing people get no mail already, if the sync would unsubscribe them; they are not in `gone`. */
  left: 0,
  /** How many contacts differ in each field, by its position; of people with several, each that was looked at. */
  differing: [] as number[],
  /** The addresses that contacts have now and an edited file changes. */
  moving: new Map<number, string>(),
  /** The rows of an edited file that are not applied. */
  refused: new Map<number, Refusal>(),
  /** The first rows to change, with what their contacts say now by field. */
  shown: new Map<number, ReadonlyMap<number, string>>(),
});

const nobody = (): ContactSample => ({ids: [], first: []});

/** The rows of an edited file by line: who each is, what it said when it went out, and what it says now. */
type EditedRows = Awaited<ReturnType<typeof readEdited>>;

type Comparing = {
  readonly checked: Checked;
  readonly table: RowTable;
  /** People who are unsubscribed already. */
  readonly unsubscribed: Pick<HashedAddresses, 'has'> | undefined;
  /** Who the rows are, if the file went out to be edited. */
  readonly edited: EditedRows | undefined;
};

/** The states that only a comparison with the list sets, so that it can begin again. */
const compared: readonly RowState[] = [
  ...[state.same, state.unsubscribed, state.differs, state.several, state.away],
  ...[state.add, state.change, state.leftAlone, state.noCountry],
];

/** Takes the contacts of a list one by one, compares each with its row, and moves the row into the state that follows. */
export function comparingReader({checked, table, unsubscribed, edited}: Comparing): ListReader<Comparison> {
  const {states, lineOf, isLeftOut} = checked;
  const {fields, wanted, country} = table.terms;
  for (const line of states.lines(...compared)) states.set(line, state.good);
  const found = newComparison();
  const {gone, moving, refused, shown} = found;
  /** Rows of an edited file whose address another contact has, with that contact as it is. */
  const taken = new Map<number, ListedContact>();
  const email = fields.findIndex(({name}) => name === 'email');
  const countryAt = fields.findIndex(({name}) => name === 'country');

  /** An import asks only who is on the list: nobody is compared, missing or there too often. */
  const seeListed = ({email}: ListedContact): void => {
    const line = lineOf(foldAddress(fileText(email ?? '')));
    if (states.of(line) === state.good) states.set(line, state.same);
  };

  const see = (contact: ListedContact): void => {
    const address = foldAddress(fileText(contact.email ?? ''));
    const byAddress = address === '' ? 0 : lineOf(address);
    const line = edited ? edited.lineOf(contact.id) : byAddress;
    if (byAddress > 0 && byAddress !== line) taken.set(byAddress, contact);
    if (line === 0) seeOther(contact, address, byAddress > 0);
    else if (states.of(line) === state.good) seeOwn(contact, line, address);
    else seeDouble(contact, line, address);
  };

  /** The oldest of several contacts with one address is the person, as for `contacts delete --doubles`. */
  const seeDouble = (contact: ListedContact, line: number, address: string): void => {
    if (contact.id >= table.idOf(line)) return;
    shown.delete(line);
    seeOwn(contact, line, address);
  };

  /** The contact that a row is; in an edited file it may have another address. */
  const seeOwn = (contact: ListedContact, line: number, address: string): void => {
    table.setId(line, contact.id);
    const differing = table.differing(line, contact);
    const now = stateOf(line, contact, differing);
    states.set(line, now);
    if (now !== state.same) for (const at of differing) found.differing[at] = (found.differing[at] ?? 0) + 1;
    if (now !== state.change) return;
    if (differing.includes(email)) moving.set(line, address);
    if (shown.size >= MOST_SHOWN) return;
    const changing = differing.filter(at => wanted.has(at));
    shown.set(line, new Map(changing.map(at => [at, textIn(contact, fields[at]?.name ?? '')])));
  };

  const stateOf = (line: number, contact: ListedContact, differing: readonly number[]): number => {
    if (differing.length === 0 || edited?.isUntouched(line, contact)) return state.same;
    if (!differing.some(at => wanted.has(at))) return state.differs;
    if (edited && !edited.isAsBefore(line, contact)) return refuse(line, 'meanwhile');
    return lacksCountry(contact, differing) ? state.noCountry : state.change;
  };

  const refuse = (line: number, why: Refusal): number => {
    refused.set(line, why);
    return state.leftAlone;
  };

  /** Whether neither a contact nor its row has the country that the form of a change requires. */
  const lacksCountry = (contact: Loose, differing: readonly number[]): boolean => {
    if (country !== undefined || trim(textIn(contact, 'country')) !== '') return false;
    return !differing.includes(countryAt) || !wanted.has(countryAt);
  };

  /** A contact whom the file does not have. */
  const seeOther = (contact: ListedContact, address: string, isNamed: boolean): void => {
    if (isNamed || (address !== '' && isLeftOut(address))) return;
    // Who has no address can neither be missing from the file nor be unsubscribed.
    if (address === '' || (unsubscribed && !isAddress(address))) return;
    if (unsubscribed?.has(address)) found.left++;
    else add(gone, contact);
  };

  const settleTaken = (now: EditedRows, line: number, contact: ListedContact): void => {
    const before = states.of(line);
    if (before === state.change && moving.has(line)) states.set(line, refuse(line, 'occupied'));
    if (before === state.good && now.isNew(line))
      states.set(line, table.differing(line, contact).length === 0 ? state.same : refuse(line, 'listed'));
  };

  /** Rows of an edited file whose address somebody else has, or whose person has left the list. */
  const settleEdited = (now: EditedRows): void => {
    for (const [line, contact] of taken) settleTaken(now, line, contact);
    for (const line of states.lines(state.good)) {
      if (now.isNew(line)) continue;
      states.set(line, now.isUntouched(line, undefined) ? state.away : refuse(line, 'away'));
    }
    for (const line of refused.keys()) {
      moving.delete(line);
      shown.delete(line);
    }
  };

  return {
    see: table.terms === noTerms ? seeListed : see,
    result() {
      if (edited) settleEdited(edited);
      return found;
    },
  };
}

function add({ids, first}: ContactSample, {id, email}: ContactRef): void {
  ids.push(id);
  if (first.length < MOST_NAMED) first.push({id, email});
}

/** How many people of each kind a result names. */
export const MOST_NAMED = 1000;

const MOST_SHOWN = 3;

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
type ComparisonTerms = {
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
): ComparisonTerms {
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
export const noTerms: ComparisonTerms = {fields: [], clear: false, wanted: new Set()};

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
  const held = (contact: Loose): string => trim(fileText(textIn(contact, name)));
  const carried = name in operations.update.params;
  if (name !== 'country') {
    const meaning = name === 'email' || name === 'alt_email' ? foldAddress : meanings[type];
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

/** Two texts of a field are equal if this is the same for both. */
const meanings: Readonly<Record<ImportField['type'], (text: string) => string>> = {
  text: text => text,
  number: text => (text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text),
  'datetime-local': moment => moment.replace(/\D+/g, '').padEnd(moment === '' ? 0 : SECONDS, '0'),
};

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
export type RowTable = Awaited<ReturnType<typeof readTable>>;

export async function readTable({good, states, hashGoodRows}: Checked, terms: ComparisonTerms) {
  const {fields, clear} = terms;
  const width = fields.length;
  const values = new Uint32Array(good * width);
  const ids = new Float64Array(width === 0 ? 0 : good);
  let size = 0;
  const hashed = fields.map(field => ({name: field.name, of: (cell: string) => cellValue(field, cell, clear)}));
  if (width > 0) await hashGoodRows(hashed, hashes => values.set(hashes, width * size++));
  const none: readonly number[] = [];
  return {
    terms,
    /** The id of the contact that the row of a line is; 0 before one was found. */
    idOf: (line: number): number => ids[states.placeOf(line)] ?? 0,
    setId(line: number, id: number): void {
      ids[states.placeOf(line)] = id;
    },
    /** The positions of the fields in which a contact is not as the row of a line says. */
    differing(line: number, contact: Loose): readonly number[] {
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
