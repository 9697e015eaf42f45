import type {OperationOutput} from '../../../api/describe/operation.js';
import {makeAddressTable} from '../../../csv/columns/address-table.js';
import {keepTexts} from '../../../csv/columns/kept-texts.js';
import type {operations} from '../../../endpoints/contacts.js';
import {foldAddress} from '../../../records/fields/fold-address.js';
import {trim} from '../../../records/fields/trim.js';
import {folded} from '../../../words/sentence.js';

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
 * Remembers everybody by address, and by name with place, as hashes in about fifty bytes each; the addresses are on the
 * disk. So one reading of a list shows who is in it again, in another list, or under another address.
 */
export function rememberPeople() {
  const addresses = makeAddressTable();
  const names = makeAddressTable();
  const texts = keepTexts('disk');
  const ids = manyNumbers(() => new Float64Array(BLOCK));
  const placesOfTypes = manyNumbers(() => new Uint32Array(BLOCK));
  const types = numbered();

  const typeOf = (number: number): number => types.at(placesOfTypes.at(number));
  const earlier = (number: number): Earlier => ({number, id: ids.at(number), type: typeOf(number)});

  /** The number of a key, and whether a segment has it; a new number for a new key. */
  const numberOf = (key: string, {id, contact_type_id: type}: Contact) => {
    const mark = (ids.size() + 1) * 2;
    const before = addresses.add(key, mark);
    const isNew = before < FIRST;
    if (before === IN_SEGMENT) addresses.add(key, mark + IN_SEGMENT, true);
    if (isNew) {
      ids.push(id);
      placesOfTypes.push(types.placeOf(type));
      texts.add(key);
    }
    return {number: isNew ? mark / 2 : before >>> 1, isNew, inSegment: before % 2 === IN_SEGMENT};
  };

  return {
    /** Notes that a segment has an address. All segments come before all contacts. */
    meetInSegment(email: unknown): void {
      const address = foldAddress(String(email ?? ''));
      if (address !== '') addresses.add(address, IN_SEGMENT);
    },
    meet(contact: Contact): Met {
      // Without an address, a contact is nobody, and so nobody twice.
      const address = foldAddress(contact.email ?? '') || `${NOBODY}${contact.id}`;
      const {number, isNew, inSegment} = numberOf(address, contact);
      const name = nameAndPlace(contact);
      const same = name === '' ? 0 : names.add(name, number);
      const alike = same === 0 || same === number ? {} : {alike: earlier(same)};
      if (isNew) return {inSegment, ...alike};
      if (typeOf(number) === contact.contact_type_id) return {inSegment, ...alike, twice: earlier(number)};
      const again = numberOf(`${contact.contact_type_id}\n${address}`, contact);
      return again.isNew
        ? {inSegment, ...alike, elsewhere: earlier(number)}
        : {inSegment, ...alike, twice: earlier(again.number)};
    },
    addressesOf(numbers: ReadonlySet<number>): ReadonlyMap<number, string> {
      const found = new Map<number, string>();
      let number = 0;
      for (const address of texts.all()) {
        number++;
        if (numbers.has(number)) found.set(number, address.startsWith(NOBODY) ? '' : address);
      }
      return found;
    },
    close: texts.close,
  };
}

export type People = ReturnType<typeof rememberPeople>;

/** The start of the key of a contact without an address. No address has it. */
const NOBODY = '\n';

/** Marks are twice a number, plus one if a segment has the address. */
const IN_SEGMENT = 1;
const FIRST = 2;

/** Numbers from 1 on, in blocks, so that none is copied when there are more. */
function manyNumbers<Block extends Float64Array | Uint32Array>(makeBlock: () => Block) {
  const blocks: Block[] = [];
  let size = 0;
  return {
    size: () => size,
    push(number: number): void {
      if (size % BLOCK === 0) blocks.push(makeBlock());
      (blocks[Math.floor(size / BLOCK)] as Block)[size % BLOCK] = number;
      size++;
    },
    at: (place: number): number => blocks[Math.floor((place - 1) / BLOCK)]?.[(place - 1) % BLOCK] ?? 0,
  };
}

const BLOCK = 1 << 14;

/** Few different numbers, by their places from 0 on. */
function numbered() {
  const places = new Map<number, number>();
  const numbers: number[] = [];
  return {
    placeOf(number: number): number {
      const place = places.get(number);
      if (place !== undefined) return place;
      places.set(number, numbers.length);
      return numbers.push(number) - 1;
    },
    at: (place: number): number => numbers[place] ?? 0,
  };
}

/** Both names with the place, without accents and case; too many people share a part of it. */
function nameAndPlace({first_name, last_name, city, postal_code, country}: Contact): string {
  const [first, last, place] = [first_name, last_name, city || postal_code].map(text => trim(text ?? ''));
  return first && last && place ? folded([first, last, place, country ?? ''].join('\n')) : '';
}
