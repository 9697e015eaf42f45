import type {Loose} from '../../api/describe/schema.js';
import {fileText} from '../../csv/bytes/file-text.js';
import {hashText} from '../../csv/bytes/hash-text.js';
import {PreflightError} from '../../errors.js';
import {isAddress} from '../../records/fields/email-address.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {trim} from '../../records/fields/trim.js';
import {type HashedAddresses, hashAddresses} from '../../who-left/hashed-addresses.js';
import {andList} from '../../words/sentence.js';
import type {Baseline} from '../send/baseline.js';
import {textIn} from '../send/contact-text.js';
import {type Reader, readListing} from '../send/listing.js';
import type {Listed} from '../send/plan.js';
import type {ImportService, ListedContact} from '../send/service.js';
import type {ComparedField} from './compared-field.js';
import type {ComparisonTerms} from './read-rows.js';
import {ambiguous, away, differs, fresh, needsCountry, type RowTable, same, taken, toChange} from './row-table.js';
import type {ContactRef} from './sync-result.schema.js';
import {type Before, DROPPED} from './three-sides.js';

/** The people in the list that the file does not decide about, and the list as an import's baseline. */
export type ComparedList = {
  readonly baseline: Baseline;
  readonly gone: ContactSample;
  /** How many of the missing people already get no mail, if the sync would unsubscribe them; they are not in `gone`. */
  readonly left: number;
  readonly keyless: ContactSample;
  readonly doubles: ContactSample;
  /** How many people have several contacts, each of which would have to change. */
  readonly unlike: number;
  /** The contacts' addresses that will change, by row; empty if the address is the key. */
  readonly moving: ReadonlyMap<number, string>;
  /** What only a file that comes back from an edit can show. */
  readonly back: BackInList;
};

/** What became of a file's people and cells while it was away. */
type BackInList = {
  /** The addresses of contacts that have a new one since, by row. */
  readonly addresses: ReadonlyMap<number, string>;
  /** Cells that the person and the list both changed. */
  readonly conflicts: readonly Conflict[];
  /** People whose line was deleted. They stay on the list. */
  readonly dropped: ContactSample;
  /** People whom the file did not have when it went out, and does not have now. They stay on the list. */
  readonly joined: ContactSample;
};

/** A cell that two have changed, with what the list says now. */
export type Conflict = {readonly row: number; readonly field: number; readonly id: number; readonly now: string};

/** The ids of some contacts, and the names of the first ones. */
export type ContactSample = {readonly ids: number[]; readonly first: ContactRef[]};

type Comparing = {
  readonly rows: RowTable;
  readonly terms: ComparisonTerms;
  /** The positions of the fields that may be changed. */
  readonly wanted: ReadonlySet<number>;
  /** People whom the file names and skips because of their status: they do not count as gone. */
  readonly leftOut: Pick<HashedAddresses, 'has'>;
  /** People who are unsubscribed already. */
  readonly unsubscribed: Pick<HashedAddresses, 'has'> | undefined;
  /** What the rows said when the file went out, if it comes back from an edit. */
  readonly before?: Before | undefined;
};

/** Reads the list once, and finds for each contact its row and the differences. */
export async function compareList(service: ImportService, comparing: Comparing): Promise<ComparedList> {
  const {result, ...listing} = await readListing(service, () => contactComparer(comparing));
  const {listed, ...found} = result;
  return {...found, baseline: {...listing, result: listed}};
}

type Found = Omit<ComparedList, 'baseline'> & {readonly listed: Listed};

/** Takes the contacts of a list one by one, and compares each with its row. */
export function contactComparer(comparing: Comparing): Reader<Found> {
  const {rows, terms, wanted, leftOut, unsubscribed, before} = comparing;
  rows.reset();
  const byAddress = terms.key.name === 'email';
  const others = hashAddresses();
  const [gone, keyless, doubles, joined] = [nobody(), nobody(), nobody(), nobody()];
  const {states} = rows;
  let left = 0;
  const unlike = new Set<number>();
  const moving = new Map<number, string>();
  const conflicts: Conflict[] = [];
  const {rowFor, addresses, dropped} = rowFinder(comparing, others);
  const email = byAddress ? -1 : terms.fields.findIndex(({name}) => name === 'email');

  const see = (contact: ListedContact): void => {
    const address = foldAddress(fileText(contact.email ?? ''));
    if (!byAddress && address !== '') others.add(address);
    const key = byAddress ? address : terms.key.ofContact(contact);
    if (key === '') return void add(keyless, contact);
    const {row, isStranger} = rowFor(contact, key);
    if (row < 0) return void seeOther(contact, address, isStranger);
    if (states[row] !== fresh) return void seeAgain(contact, row);
    rows.setId(row, contact.id);
    states[row] = compared(comparing, row, contact, conflicts);
    if (wanted.has(email) && rows.noted(row, email)) moving.set(row, address);
  };

  /** A contact whom the file does not have. */
  const seeOther = (contact: ListedContact, address: string, isStranger: boolean): void => {
    if (byAddress) others.add(address);
    if (leftOut.has(address)) return;
    if (isStranger) add(joined, contact);
    else if (unsubscribed?.has(address)) left++;
    else add(unsubscribed && !isAddress(address) ? keyless : gone, contact);
  };

  /** Another contact of a row that has one already. */
  const seeAgain = (contact: ListedContact, row: number): void => {
    if (states[row] !== ambiguous) {
      add(doubles, {id: rows.idOf(row), email: contact.email});
      if (wouldChange(states[row])) unlike.add(row);
    }
    if (unlike.has(row) && !wouldChange(compared(comparing, row, contact, []))) unlike.delete(row);
    add(doubles, contact);
    states[row] = ambiguous;
  };

  return {
    see,
    result() {
      if (!byAddress && doubles.ids.length > 0) throw ambiguousKey(terms.key.name, doubles);
      if (before) markAway(rows, before);
      const listed: Listed = byAddress
        ? foundOr(others, rows)
        : {has: ({address}) => others.has(address), size: others.size};
      const back = {addresses, conflicts: conflicts.filter(({row}) => states[row] !== ambiguous), dropped, joined};
      return {listed, gone, left, keyless, doubles, unlike: unlike.size, moving, back};
    },
  };
}

/**
 * Finds the row of a contact by its key, or by its id if it was in the file when that went out. It may have a new address
 * since then. A row with that address is not a new person.
 */
function rowFinder({rows, before}: Comparing, others: HashedAddresses) {
  const addresses = new Map<number, string>();
  const dropped = nobody();
  const rowFor = (contact: ListedContact, key: string): {readonly row: number; readonly isStranger: boolean} => {
    const byKey = rows.find(key);
    const known = before?.rowOf(contact.id, hashText(key)) ?? -1;
    const isStranger = before?.isKnown === true && known === -1;
    if (known === DROPPED && byKey < 0) add(dropped, contact);
    if (known < 0 || known === byKey) return {row: byKey, isStranger};
    addresses.set(known, key);
    if (byKey < 0) others.add(key);
    else if (rows.states[byKey] === fresh) rows.states[byKey] = taken;
    return {row: known, isStranger};
  };
  return {rowFor, addresses, dropped};
}

/** Marks people who were in the file when it went out, and whom nobody on the list is. */
function markAway({states, size}: RowTable, {had}: Before): void {
  for (let row = 0; row < size; row++) if (states[row] === fresh && had(row)) states[row] = away;
}

/** Who is listed, if rows are found by address: the row table knows its own people, and the others are counted. */
const foundOr = (others: HashedAddresses, {find, states, size}: RowTable): Listed => ({
  has({address}) {
    const row = find(address);
    return row < 0 ? others.has(address) : states[row] !== fresh;
  },
  size: states.subarray(0, size).reduce((listed, state) => listed + Number(state !== fresh), others.size),
});

const wouldChange = (state: number | undefined): boolean => state === toChange || state === needsCountry;

/** Compares a contact with its row, field by field. */
function compared(comparing: Comparing, row: number, contact: ListedContact, conflicts: Conflict[]): number {
  const {rows, terms, wanted} = comparing;
  let state = same;
  for (let at = 0; at < terms.fields.length; at++) {
    if (!rows.says(row, at) || !isOtherwise(comparing, {row, at}, contact, conflicts)) continue;
    rows.note(row, at);
    if (state !== toChange) state = wanted.has(at) ? toChange : differs;
  }
  return state === toChange && lacksCountry(comparing, row, contact) ? needsCountry : state;
}

/** Whether a contact differs from a cell. A cell that the list changed too is a conflict, and decides nothing. */
function isOtherwise(
  {rows, terms, wanted, before}: Comparing,
  {row, at}: {readonly row: number; readonly at: number},
  contact: ListedContact,
  conflicts: Conflict[],
): boolean {
  const field = terms.fields[at] as ComparedField;
  const now = field.ofContact(contact);
  if (!rows.differs(row, at, now)) return false;
  if (!wanted.has(at) || before?.isUntouched(row, at, now) !== false) return true;
  conflicts.push({row, field: at, id: contact.id, now: textIn(contact, field.name)});
  return false;
}

/** Whether neither a contact nor its row has the country that the form of a change requires. */
function lacksCountry(
  {rows, terms: {fields, country: given}, wanted}: Comparing,
  row: number,
  contact: Loose,
): boolean {
  if (given !== undefined || trim(textIn(contact, 'country')) !== '') return false;
  const country = fields.findIndex(({name}) => name === 'country');
  return country < 0 || !rows.noted(row, country) || !wanted.has(country);
}

const nobody = (): ContactSample => ({ids: [], first: []});

function add({ids, first}: ContactSample, {id, email}: ContactRef): void {
  ids.push(id);
  if (first.length < MOST_NAMED) first.push({id, email});
}

/** How many contacts of each kind a report names. */
const MOST_NAMED = 1000;

const ambiguousKey = (key: string, {ids}: ContactSample): PreflightError =>
  new PreflightError(
    `${key} should identify contacts, but ${ids.length} of them share the same one, such as ${andList(ids.slice(0, 2).map(String))}.`,
    {hint: 'Give each contact its own, or choose another --key.'},
  );
