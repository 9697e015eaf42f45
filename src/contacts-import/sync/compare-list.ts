import type {Loose} from '../../api/describe/schema.js';
import {fileText} from '../../csv/bytes/file-text.js';
import {hashText} from '../../csv/bytes/hash-text.js';
import {PreflightError} from '../../errors.js';
import {isAddress} from '../../records/fields/email-address.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {trim} from '../../records/fields/trim.js';
import {type HashedAddresses, hashAddresses} from '../../who-left/hashed-addresses.js';
import {andList} from '../../words/list.js';
import type {Baseline} from '../send/baseline.js';
import {textIn} from '../send/contact-text.js';
import {type Reader, readListing} from '../send/listing.js';
import type {Listed} from '../send/plan.js';
import type {ImportService, ListedContact} from '../send/service.js';
import type {ComparisonTerms} from './read-rows.js';
import {ambiguous, differs, fresh, needsCountry, type RowTable, same, toChange} from './row-table.js';
import type {ContactRef} from './sync-result.schema.js';

/** The people in the list that the file does not decide about, and the list as an import's baseline. */
export type ComparedList = {
  readonly baseline: Baseline;
  readonly gone: ContactSample;
  /** How many of the missing people already get no mail, if the sync would unsubscribe them; they are not in `gone`. */
  readonly left: number;
  readonly keyless: ContactSample;
  readonly doubles: ContactSample;
  /** How many people have several contacts, none of which matches their row. */
  readonly unlike: number;
  /** The contacts' addresses that will change, by row; empty if the address is the key. */
  readonly moving: ReadonlyMap<number, string>;
};

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
};

/** Reads the list once, and finds for each contact its row and the differences. */
export async function compareList(service: ImportService, comparing: Comparing): Promise<ComparedList> {
  const {result, ...listing} = await readListing(service, () => contactComparer(comparing));
  const {listed, ...found} = result;
  return {...found, baseline: {...listing, result: listed}};
}

type Found = Omit<ComparedList, 'baseline'> & {readonly listed: Listed};

/** Takes the contacts of a list one by one, and compares each with its row. */
export function contactComparer({rows, terms, wanted, leftOut, unsubscribed}: Comparing): Reader<Found> {
  rows.reset();
  const byAddress = terms.key.name === 'email';
  const others = hashAddresses();
  const [gone, keyless, doubles] = [nobody(), nobody(), nobody()];
  const {states, ids} = rows;
  let left = 0;
  const unlike = new Set<number>();
  const moving = new Map<number, string>();
  const email = byAddress ? -1 : terms.fields.findIndex(({name}) => name === 'email');

  const see = (contact: ListedContact): void => {
    const address = foldAddress(fileText(contact.email ?? ''));
    if (!byAddress && address !== '') others.add(address);
    const key = byAddress ? address : terms.key.ofContact(contact);
    if (key === '') return void add(keyless, contact);
    const row = rows.find(hashText(key));
    if (row < 0) return void seeOther(contact, address);
    if (states[row] !== fresh) return void seeAgain(contact, row);
    ids[row] = contact.id;
    states[row] = compared(rows, row, terms, wanted, contact);
    if (wanted.has(email) && rows.noted(row, email)) moving.set(row, address);
  };

  /** A contact whom the file does not have. */
  const seeOther = (contact: ListedContact, address: string): void => {
    if (byAddress) others.add(address);
    if (leftOut.has(address)) return;
    if (unsubscribed?.has(address)) left++;
    else add(unsubscribed && !isAddress(address) ? keyless : gone, contact);
  };

  /** Another contact of a row that has one already. */
  const seeAgain = (contact: ListedContact, row: number): void => {
    if (states[row] !== ambiguous) {
      add(doubles, {id: ids[row] ?? 0, email: contact.email});
      if (states[row] !== same) unlike.add(row);
    }
    if (unlike.has(row) && compared(rows, row, terms, wanted, contact) === same) unlike.delete(row);
    add(doubles, contact);
    states[row] = ambiguous;
  };

  return {
    see,
    result() {
      if (!byAddress && doubles.ids.length > 0) throw ambiguousKey(terms.key.name, doubles);
      const listed: Listed = byAddress
        ? foundOr(others, rows)
        : {has: ({address}) => others.has(address), size: others.size};
      return {listed, gone, left, keyless, doubles, unlike: unlike.size, moving};
    },
  };
}

/** Who is listed, if rows are found by address: the row table knows its own people, and the others are counted. */
const foundOr = (others: HashedAddresses, {find, states, size}: RowTable): Listed => ({
  has({address}) {
    const row = find(hashText(address));
    return row < 0 ? others.has(address) : states[row] !== fresh;
  },
  size: states.subarray(0, size).reduce((listed, state) => listed + Number(state !== fresh), others.size),
});

/** Compares a contact with its row, field by field. */
function compared(
  rows: RowTable,
  row: number,
  {fields}: ComparisonTerms,
  wanted: ReadonlySet<number>,
  contact: Loose,
): number {
  let state = same;
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at];
    if (!field || !rows.says(row, at) || !rows.differs(row, at, field.ofContact(contact))) continue;
    rows.note(row, at);
    if (state !== toChange) state = wanted.has(at) ? toChange : differs;
  }
  if (state !== toChange || trim(textIn(contact, 'country')) !== '') return state;
  const country = fields.findIndex(({name}) => name === 'country');
  return country >= 0 && rows.noted(row, country) && wanted.has(country) ? toChange : needsCountry;
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
