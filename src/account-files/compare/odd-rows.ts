import type {Loose} from '../../api/schema.js';
import {trim} from '../../api/trim.js';
import type {Checked, ExaminedRow} from '../../contacts-import/file/contract.js';
import {makeRowTable, same} from '../../contacts-import/sync/row-table.js';
import {fileText} from '../../csv/file-text.js';
import {foldAddress} from '../../csv/fold-address.js';
import {unguard} from '../../csv/formula-guard.js';
import {hashText, shortHash} from '../../csv/hash-text.js';
import {reservedFields} from '../../endpoints/fields.js';
import {toReader} from '../../records/path.js';
import {textOf} from '../account/entries.js';
import type {Mistake} from '../folder/mistakes.js';

/**
The rows of a file that no import takes. One that says of a contact exactly what the account holds asks for nothing, so it is
no mistake: the account may hold what the service would not take today.
*/
export type OddRows = {
  /** How many rows have no address, which nothing can be compared with. */
  readonly nameless: number;
  /** Whether a row has this address. */
  has(address: string): boolean;
  see(contact: Loose): void;
  /** The rows that no contact is like, told with their lines, which are read from the file again. */
  mistakes(checked: Checked): Promise<readonly Mistake[]>;
};

/** Reads the rows that the check of a file has rejected. */
export async function readOddRows(checked: Checked, columns: readonly string[], file: string): Promise<OddRows> {
  const rows = makeRowTable(checked.rejected, 1);
  const [inRows, inList] = [createKeys(), createKeys()];
  let nameless = 0;
  for await (const row of checked.rejectedRows()) {
    const texts = textsOf(row, columns);
    const address = addressIn(texts, columns);
    if (isNameless(row, columns)) nameless++;
    const key = address === '' ? undefined : hashText(inRows(address));
    rows.add(key, Uint32Array.of(shortHash(texts.join('\u0000'))));
  }
  const readers = columns.map(name => toReader(isReserved(name) ? name : `custom_field.${name}`));
  return {
    nameless,
    has: address => rows.find(hashText(address)) >= 0,
    see(contact) {
      const address = foldAddress(held(contact['email']));
      if (address === '' || rows.find(hashText(address)) < 0) return;
      const row = rows.find(hashText(inList(address)));
      const texts = readers.map(read => held(read(contact))).join('\u0000');
      if (row >= 0 && !rows.differs(row, 0, texts)) rows.states[row] = same;
    },
    async mistakes(again) {
      const found: Mistake[] = [];
      let at = 0;
      for await (const row of again.rejectedRows()) {
        const isHeld = rows.states[at++] === same;
        if (!isHeld && !isNameless(row, columns)) found.push(mistakeIn(row, file));
      }
      return found;
    },
  };
}

/** The addresses of the rows that an import rejects, and how many have none. */
export async function oddAddresses(
  checked: Checked,
  columns: readonly string[],
): Promise<{readonly addresses: readonly string[]; readonly nameless: number}> {
  const addresses: string[] = [];
  let nameless = 0;
  for await (const row of checked.rejectedRows()) {
    if (isNameless(row, columns)) nameless++;
    else addresses.push(addressIn(textsOf(row, columns), columns));
  }
  return {addresses, nameless};
}

/** A value of the account as a file has it. */
const held = (value: unknown): string => textOf(typeof value === 'string' ? fileText(value) : value);

const textsOf = ({texts}: ExaminedRow, columns: readonly string[]): readonly string[] =>
  texts.length > columns.length ? texts.map(textOf) : columns.map((_, at) => textOf(unguard(texts[at] ?? '')));

/** A whole row that only lacks an address, as the account may hold contacts without one. */
const isNameless = ({texts}: ExaminedRow, columns: readonly string[]): boolean =>
  texts.length === columns.length && trim(texts[columns.indexOf('email')] ?? '') === '';

const addressIn = (texts: readonly string[], columns: readonly string[]): string =>
  foldAddress(texts[columns.indexOf('email')] ?? '');

const isReserved = (name: string): boolean => (reservedFields as readonly string[]).includes(name);

/** Gives each row of a list a key: its address, and which of the rows with that address it is. */
function createKeys(): (address: string) => string {
  const met = new Map<string, number>();
  return address => {
    const before = met.get(address) ?? 0;
    met.set(address, before + 1);
    return before === 0 ? address : `${address}\n${before + 1}`;
  };
}

/** A mistake in a row, at the cell that it is in: a cell before it may have several lines. */
export function mistakeIn({line, raw, at, reason}: Omit<ExaminedRow, 'texts'>, file: string): Mistake {
  const before = Buffer.from(raw).toString('utf8', 0, at).split('\n');
  const lines = Buffer.from(raw).toString('utf8').split('\n');
  const column = [...(before.at(-1) ?? '')].length + 1;
  const place = {line: line + before.length - 1, column};
  return {source: {file}, at: place, says: `${capital(reason)}.`, line: lines[before.length - 1] ?? ''};
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
