import type {Loose} from '../../api/describe/schema.js';
import {fileText} from '../../csv/columns/contact-lines.js';
import {isAddress} from '../../records/fields/email-address.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {type HashedAddresses, hashAddresses} from '../../who-left/hashed-addresses.js';
import type {Baseline} from '../send/baseline.js';
import {textIn} from '../send/contact-text.js';
import {type Reader, readListing} from '../send/listing.js';
import type {Listed} from '../send/plan.js';
import type {ImportService, ListedContact} from '../send/service.js';
import type {ComparedField} from './compared-field.js';
import type {EditedRows} from './emk-row.js';
import type {Refusal} from './refusals.js';
import {ambiguous, differs, fresh, leftAlone, needsCountry, type RowTable, same, toChange} from './row-table.js';
import type {ContactRef} from './sync-result.schema.js';
import type {ComparisonTerms} from './terms.js';

/** The people in the list that the file does not decide about, and the list as an import's baseline. */
export type ComparedList = {
  readonly baseline: Baseline;
  readonly gone: ContactSample;
  /** How many of the missing people already get no mail, if the sync would unsubscribe them; they are not in `gone`. */
  readonly left: number;
  readonly nameless: ContactSample;
  readonly doubles: ContactSample;
  /** How many people have several contacts, each of which would have to change. */
  readonly unlike: number;
  /** The addresses that contacts have now and an edited file changes, by row. */
  readonly moving: ReadonlyMap<number, string>;
  /** The rows of an edited file that are not applied, and why. */
  readonly refused: ReadonlyMap<number, Refusal>;
  /** The rows of an edited file whose people have left the list, with or without a change that is lost by that. */
  readonly away: ReadonlySet<number>;
  /** The first rows to change, with what their contacts say now. */
  readonly shown: ReadonlyMap<number, ReadonlyMap<number, string>>;
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
  /** Who the rows are, if the file went out to be edited. */
  readonly edited?: EditedRows | undefined;
};

/** Reads the list once, and finds for each contact its row and the differences. */
export async function compareList(service: ImportService, comparing: Comparing): Promise<ComparedList> {
  const {result, ...listing} = await readListing(service, () => contactComparer(comparing));
  const {listed, ...found} = result;
  return {...found, baseline: {...listing, result: listed}};
}

type Found = Omit<ComparedList, 'baseline'> & {readonly listed: Listed};

/** Takes the contacts of a list one by one, and compares each with its row. */
function contactComparer(comparing: Comparing): Reader<Found> {
  const {rows, wanted, leftOut, unsubscribed, edited, terms} = comparing;
  rows.reset();
  const {states} = rows;
  const others = hashAddresses();
  const [gone, nameless, doubles] = [nobody(), nobody(), nobody()];
  let left = 0;
  const unlike = new Set<number>();
  const moving = new Map<number, string>();
  const refused = new Map<number, Refusal>();
  const away = new Set<number>();
  const shown = new Map<number, ReadonlyMap<number, string>>();
  /** Rows of an edited file whose address another contact has, with that contact as it is. */
  const taken = new Map<number, ListedContact>();
  const email = terms.fields.findIndex(({name}) => name === 'email');

  const see = (contact: ListedContact): void => {
    const address = foldAddress(fileText(contact.email ?? ''));
    const byAddress = address === '' ? -1 : rows.find(address);
    const row = edited ? edited.rowOf(contact.id) : byAddress;
    if (byAddress >= 0 && byAddress !== row) taken.set(byAddress, contact);
    if (row < 0) seeOther(contact, address, byAddress >= 0);
    else if (states[row] === fresh) seeOwn(contact, row, address);
    else seeAgain(contact, row);
  };

  /** The contact that a row is; in an edited file it may have another address. */
  const seeOwn = (contact: ListedContact, row: number, address: string): void => {
    if (edited && address !== '') others.add(address);
    rows.setId(row, contact.id);
    states[row] = stateOf(row, contact);
    if (states[row] !== toChange) return;
    if (email >= 0 && rows.noted(row, email)) moving.set(row, address);
    if (shown.size < MOST_SHOWN) shown.set(row, textsNow(comparing, row, contact));
  };

  const stateOf = (row: number, contact: ListedContact): number => {
    const differing = fieldsThatDiffer(comparing, row, contact);
    if (differing.length === 0 || edited?.isUntouched(row, contact)) return same;
    for (const at of differing) rows.note(row, at);
    if (!differing.some(at => wanted.has(at))) return differs;
    if (edited && !edited.isAsBefore(row, contact)) return refuse(row, 'meanwhile');
    return lacksCountry(comparing, row, contact) ? needsCountry : toChange;
  };

  const refuse = (row: number, why: Refusal): number => {
    refused.set(row, why);
    return leftAlone;
  };

  /** A contact whom the file does not have. */
  const seeOther = (contact: ListedContact, address: string, isNamed: boolean): void => {
    if (address === '') return void add(nameless, contact);
    others.add(address);
    if (isNamed || leftOut.has(address)) return;
    if (unsubscribed?.has(address)) left++;
    else add(unsubscribed && !isAddress(address) ? nameless : gone, contact);
  };

  /** Another contact of a row that has one already. */
  const seeAgain = (contact: ListedContact, row: number): void => {
    if (states[row] !== ambiguous) {
      add(doubles, {id: rows.idOf(row), email: contact.email});
      if (wouldChange(states[row])) unlike.add(row);
    }
    if (unlike.has(row) && !wouldChange(stateOf(row, contact))) unlike.delete(row);
    add(doubles, contact);
    states[row] = ambiguous;
    shown.delete(row);
  };

  /** A row of an edited file whose address somebody else on the list has. */
  const settleTaken = (now: EditedRows, row: number, contact: ListedContact): void => {
    if (states[row] === toChange && moving.has(row)) states[row] = refuse(row, 'occupied');
    if (!now.isNew(row) || states[row] !== fresh) return;
    states[row] = fieldsThatDiffer(comparing, row, contact).length === 0 ? same : refuse(row, 'listed');
  };

  /** A row of an edited file whose person has left the list. */
  const settleAway = (now: EditedRows, row: number): void => {
    states[row] = leftAlone;
    away.add(row);
    if (!now.isUntouched(row, undefined)) refused.set(row, 'away');
  };

  const settleEdited = (now: EditedRows): void => {
    for (const [row, contact] of taken) settleTaken(now, row, contact);
    for (let row = 0; row < rows.size; row++) if (states[row] === fresh && !now.isNew(row)) settleAway(now, row);
    for (const row of refused.keys()) {
      moving.delete(row);
      shown.delete(row);
    }
  };

  return {
    see,
    result() {
      if (edited) settleEdited(edited);
      const listed = foundOr(others, rows);
      return {listed, gone, left, nameless, doubles, unlike: unlike.size, moving, refused, away, shown};
    },
  };
}

/** Who is listed: the row table knows its own people, and the others are counted. */
const foundOr = (others: HashedAddresses, {find, states, size}: RowTable): Listed => ({
  has({address}) {
    const row = find(address);
    return (row >= 0 && states[row] !== fresh) || others.has(address);
  },
  size: states.subarray(0, size).reduce((listed, state) => listed + Number(state !== fresh), others.size),
});

const wouldChange = (state: number | undefined): boolean => state === toChange || state === needsCountry;

/** The positions of the fields in which a contact is not as its row says. */
export function fieldsThatDiffer(
  {rows, terms: {fields}}: Pick<Comparing, 'rows' | 'terms'>,
  row: number,
  contact: Loose,
): readonly number[] {
  let found: number[] | undefined;
  for (let at = 0; at < fields.length; at++) {
    if (!rows.says(row, at) || !rows.differs(row, at, (fields[at] as ComparedField).ofContact(contact))) continue;
    found ??= [];
    found.push(at);
  }
  return found ?? none;
}

const none: readonly number[] = [];

/** What a contact says now in the fields that will be changed. */
const textsNow = ({rows, terms, wanted}: Comparing, row: number, contact: ListedContact): ReadonlyMap<number, string> =>
  new Map([...wanted].filter(at => rows.noted(row, at)).map(at => [at, textIn(contact, nameOf(terms, at))]));

const nameOf = ({fields}: ComparisonTerms, at: number): string => (fields[at] as ComparedField).name;

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

/** How many rows are shown before and after. */
const MOST_SHOWN = 3;
