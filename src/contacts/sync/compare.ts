import type {Loose} from '../../api/describe/schema.js';
import {fileText} from '../../csv/columns/contact-lines.js';
import type {HashedAddresses} from '../../people/who-left.js';
import {isAddress} from '../../records/fields/email-address.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import type {Checked} from '../check/check.js';
import {compared, state} from '../file/rows.js';
import {type ListedContact, type Reader, textIn} from '../send/list.js';
import type {EditedRows} from './emk-row.js';
import type {RowTable} from './fields.js';

/** Why a row of an edited file is not applied. */
export const refusals = {
  meanwhile: 'somebody else changed them since',
  away: 'they are no longer on the list',
  listed: 'they are on the list already, and their line has no emk_row',
  occupied: 'somebody else on the list has the new address',
  left: 'the new address is of somebody who unsubscribed (--include-unsubscribed allows it)',
} as const;

export type Refusal = keyof typeof refusals;

export type ContactRef = {readonly id: number; readonly email: string | null};

/** The ids of some contacts, and the names of the first ones. */
export type ContactSample = {readonly ids: number[]; readonly first: ContactRef[]};

/** What a look at the list says besides the states of the rows: people whom the file does not decide about, and rows by line. */
export type Comparison = {
  readonly gone: ContactSample;
  /** How many of the missing people already get no mail, if the sync would unsubscribe them; they are not in `gone`. */
  left: number;
  /** Further contacts of people who have one already. */
  readonly doubles: ContactSample;
  /** How many contacts differ in each field, by its position. */
  readonly differing: number[];
  /** The addresses that contacts have now and an edited file changes. */
  readonly moving: Map<number, string>;
  /** The rows of an edited file that are not applied. */
  readonly refused: Map<number, Refusal>;
  /** The first rows to change, with what their contacts say now by field. */
  readonly shown: Map<number, ReadonlyMap<number, string>>;
};

export const newComparison = (): Comparison => ({
  ...{gone: nobody(), left: 0, doubles: nobody(), differing: []},
  ...{moving: new Map(), refused: new Map(), shown: new Map()},
});

const nobody = (): ContactSample => ({ids: [], first: []});

/** Who is on the list: an import asks for no more. */
export function listedReader({states, lineOf}: Checked): Reader<Comparison> {
  // The list may be read a second time, and somebody of the first reading may be gone.
  for (const line of [...states.lines(state.same)]) states.set(line, state.good);
  return {
    see({email}) {
      const line = lineOf(foldAddress(email ?? ''));
      if (states.of(line) === state.good) states.set(line, state.same);
    },
    result: newComparison,
  };
}

type Comparing = {
  readonly checked: Checked;
  readonly table: RowTable;
  /** People who are unsubscribed already. */
  readonly unsubscribed: Pick<HashedAddresses, 'has'> | undefined;
  /** Who the rows are, if the file went out to be edited. */
  readonly edited: EditedRows | undefined;
};

/** Takes the contacts of a list one by one, compares each with its row, and moves the row into the state that follows. */
export function comparingReader({checked, table, unsubscribed, edited}: Comparing): Reader<Comparison> {
  const {states, lineOf, isLeftOut} = checked;
  const {fields, wanted, country} = table.terms;
  for (const line of states.lines(...compared)) states.set(line, state.good);
  const found = newComparison();
  const {gone, doubles, moving, refused, shown} = found;
  /** Rows of an edited file whose address another contact has, with that contact as it is. */
  const taken = new Map<number, ListedContact>();
  const email = fields.findIndex(({name}) => name === 'email');
  /** The fields in which each row differs. */
  const marks = new Uint8Array(checked.good * fields.length);
  const countryAt = fields.findIndex(({name}) => name === 'country');

  const see = (contact: ListedContact): void => {
    const address = foldAddress(fileText(contact.email ?? ''));
    const byAddress = address === '' ? 0 : lineOf(address);
    const line = edited ? edited.lineOf(contact.id) : byAddress;
    if (byAddress > 0 && byAddress !== line) taken.set(byAddress, contact);
    if (line === 0) seeOther(contact, address, byAddress > 0);
    else if (states.of(line) === state.good) seeOwn(contact, line, address);
    else if (contact.id >= table.idOf(line)) add(doubles, contact);
    else {
      // The oldest of several contacts with one address is the person, as for `contacts delete --doubles`.
      add(doubles, {id: table.idOf(line), email: contact.email});
      shown.delete(line);
      seeOwn(contact, line, address);
    }
  };

  /** The contact that a row is; in an edited file it may have another address. */
  const seeOwn = (contact: ListedContact, line: number, address: string): void => {
    table.setId(line, contact.id);
    const differing = table.differing(line, contact);
    const now = stateOf(line, contact, differing);
    states.set(line, now);
    const from = states.placeOf(line) * fields.length;
    marks.fill(0, from, from + fields.length);
    if (now !== state.same) for (const at of differing) marks[from + at] = 1;
    if (now !== state.change) return;
    if (differing.includes(email)) moving.set(line, address);
    if (shown.size < MOST_SHOWN) shown.set(line, textsNow(contact, differing));
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

  /** What a contact says now in the fields that will be changed. */
  const textsNow = (contact: ListedContact, differing: readonly number[]): ReadonlyMap<number, string> =>
    new Map(differing.filter(at => wanted.has(at)).map(at => [at, textIn(contact, fields[at]?.name ?? '')]));

  /** A contact whom the file does not have. */
  const seeOther = (contact: ListedContact, address: string, isNamed: boolean): void => {
    if (isNamed || (address !== '' && isLeftOut(address))) return;
    // Who has no address can neither be missing from the file nor be unsubscribed.
    if (address === '' || (unsubscribed && !isAddress(address))) return;
    if (unsubscribed?.has(address)) found.left++;
    else add(gone, contact);
  };

  /** A row of an edited file whose address somebody else on the list has. */
  const settleTaken = (now: EditedRows, line: number, contact: ListedContact): void => {
    const before = states.of(line);
    if (before === state.change && moving.has(line)) states.set(line, refuse(line, 'occupied'));
    if (before !== state.good || !now.isNew(line)) return;
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
    see,
    result() {
      if (edited) settleEdited(edited);
      for (const [at, mark] of marks.entries())
        if (mark > 0) found.differing[at % fields.length] = (found.differing[at % fields.length] ?? 0) + 1;
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

/** How many rows are shown before and after. */
const MOST_SHOWN = 3;
