import type {OperationOutput} from '../../../api/describe/operation.js';
import {makeAddressSet} from '../../../csv/columns/address-set.js';
import type {operations} from '../../../endpoints/contacts.js';
import {foldAddress} from '../../../records/fields/fold-address.js';
import {trim} from '../../../records/fields/trim.js';
import {folded} from '../../../words/letters.js';

export type Contact = OperationOutput<typeof operations.list>[number];

/** An earlier contact, with the number under which its address is remembered. */
export type Earlier = {readonly number: number; readonly id: number; readonly type: number};

type Met = {
  readonly inSegment: boolean;
  readonly twice?: Earlier;
  readonly elsewhere?: Earlier;
  readonly alike?: Earlier;
};

/**
 * Remembers everybody by address, and by name with place, in about a hundred bytes each. So one reading of a list shows
 * who is in it again, in another list, or under another address.
 */
export function rememberPeople() {
  const addresses = makeAddressSet();
  const names = makeAddressSet();
  const ids: number[] = [0];
  const types: number[] = [0];

  const earlier = (number: number): Earlier => ({number, id: ids[number] ?? 0, type: types[number] ?? 0});

  /** The number of a key, and whether a segment has it; a new number for a new key. */
  const numberOf = (key: string, {id, contact_type_id: type}: Contact) => {
    const mark = ids.length * 2;
    const before = put(addresses, key, mark);
    const isNew = before < FIRST;
    if (before === IN_SEGMENT) put(addresses, key, mark + IN_SEGMENT, true);
    if (isNew) {
      ids.push(id);
      types.push(type);
    }
    return {number: isNew ? mark / 2 : before >>> 1, isNew, inSegment: before % 2 === IN_SEGMENT};
  };

  return {
    /** Notes that a segment has an address. All segments come before all contacts. */
    meetInSegment(email: unknown): void {
      const address = foldAddress(String(email ?? ''));
      if (address !== '') put(addresses, address, IN_SEGMENT);
    },
    meet(contact: Contact): Met {
      // Without an address, a contact is nobody, and so nobody twice.
      const address = foldAddress(contact.email ?? '') || `${NOBODY}${contact.id}`;
      const {number, isNew, inSegment} = numberOf(address, contact);
      const name = nameAndPlace(contact);
      const same = name === '' ? 0 : put(names, name, number);
      const alike = same === 0 || same === number ? {} : {alike: earlier(same)};
      if (isNew) return {inSegment, ...alike};
      if (types[number] === contact.contact_type_id) return {inSegment, ...alike, twice: earlier(number)};
      const again = numberOf(`${contact.contact_type_id}\n${address}`, contact);
      return again.isNew
        ? {inSegment, ...alike, elsewhere: earlier(number)}
        : {inSegment, ...alike, twice: earlier(again.number)};
    },
    addressesOf(numbers: ReadonlySet<number>): ReadonlyMap<number, string> {
      const found = new Map<number, string>();
      for (const {line, address} of addresses.entries(mark => numbers.has(mark >>> 1)))
        found.set(line >>> 1, address.startsWith(NOBODY) ? '' : address);
      return found;
    },
  };
}

export type People = ReturnType<typeof rememberPeople>;

/** The start of the key of a contact without an address. No address has it. */
const NOBODY = '\n';

/** Marks are twice a number, plus one if a segment has the address. */
const IN_SEGMENT = 1;
const FIRST = 2;

/** Adds a key, shortened to the set's limit; returns its earlier mark. */
function put(set: ReturnType<typeof makeAddressSet>, key: string, mark: number, replace = false): number {
  const bytes = Buffer.from(key);
  return set.add(bytes, 0, Math.min(bytes.length, LONGEST), mark, replace);
}

const LONGEST = 254;

/** Both names with the place, without accents and case; too many people share a part of it. */
function nameAndPlace({first_name, last_name, city, postal_code, country}: Contact): string {
  const [first, last, place] = [first_name, last_name, city || postal_code].map(text => trim(text ?? ''));
  return first && last && place ? folded([first, last, place, country ?? ''].join('\n')) : '';
}
