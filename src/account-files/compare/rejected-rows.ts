import type {Loose} from '../../api/describe/schema.js';
import type {Checked, ExaminedRow} from '../../contacts-import/file/contract.js';
import type {FindCountry} from '../../contacts-import/run/countries.js';
import {unguardFormula} from '../../csv/bytes/formula-guard.js';
import {contactColumn, fileText} from '../../csv/columns/contact-lines.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {type HashedAddresses, hashAddresses} from '../../who-left/hashed-addresses.js';
import {capital} from '../../words/sentence.js';
import {textOf} from '../account/entries.js';
import type {Mistake} from '../folder/mistakes.js';

/** The rows that the import rejects, except those that match their contact: the account may have odd values. */
type RejectedRows = {
  /** How many rows have no address, so that they cannot be compared. */
  readonly nameless: number;
  see(contact: Loose): void;
  /** The rows that match no contact, read from the file again. */
  unlike(checked: Checked): AsyncGenerator<ExaminedRow>;
  /** Whether the account has a contact with a row's address. */
  isThere(row: ExaminedRow): boolean;
};

export async function readRejectedRows(
  checked: Checked,
  columns: readonly string[],
  findCountry: FindCountry | undefined,
): Promise<RejectedRows> {
  /** Whether the account has the row, and its address. */
  const [rows, addresses] = [new Map<string, boolean>(), new Map<string, boolean>()];
  let nameless = 0;
  for await (const row of checked.rejectedRows()) {
    const texts = textsOf(row, columns);
    if (isNameless(row, columns)) nameless++;
    rows.set(keyOf(texts), false);
    const address = addressIn(texts, columns);
    if (address !== '') addresses.set(address, false);
  }
  const readers = columns.map(name => contactColumn(name).read);
  return {
    nameless,
    see(contact) {
      const address = foldAddress(held(contact['email']));
      if (!addresses.has(address)) return;
      addresses.set(address, true);
      const texts = readers.map(read => held(read(contact)));
      // A pull omits a country that the service does not list, but the file may be older than that rule.
      const without = texts.map((text, at) => (columns[at] === 'country' && !findCountry?.(text) ? '' : text));
      for (const row of [keyOf(texts), keyOf(without)]) if (rows.has(row)) rows.set(row, true);
    },
    async *unlike(again) {
      for await (const row of again.rejectedRows()) {
        const isHeld = rows.get(keyOf(textsOf(row, columns)));
        if (!isHeld && !isNameless(row, columns)) yield row;
      }
    },
    isThere: row => addresses.get(addressIn(textsOf(row, columns), columns)) === true,
  };
}

/** A row as one text of all its values, because several contacts may share an address. */
const keyOf = (texts: readonly string[]): string => texts.join('\u0000');

/** The addresses of the rows that an import rejects, and the number of rows without one. */
export async function rejectedAddresses(
  checked: Checked,
  columns: readonly string[],
): Promise<{readonly addresses: Pick<HashedAddresses, 'has'>; readonly nameless: number}> {
  const addresses = hashAddresses();
  let nameless = 0;
  for await (const row of checked.rejectedRows()) {
    if (isNameless(row, columns)) nameless++;
    else addresses.add(addressIn(textsOf(row, columns), columns));
  }
  return {addresses, nameless};
}

const held = (value: unknown): string => textOf(typeof value === 'string' ? fileText(value) : value);

const textsOf = ({texts}: ExaminedRow, columns: readonly string[]): readonly string[] =>
  texts.length > columns.length ? texts.map(textOf) : columns.map((_, at) => textOf(unguardFormula(texts[at] ?? '')));

/** Whether a row lacks only its address, because the account may have such contacts. */
const isNameless = ({texts}: ExaminedRow, columns: readonly string[]): boolean =>
  texts.length === columns.length && trim(texts[columns.indexOf('email')] ?? '') === '';

const addressIn = (texts: readonly string[], columns: readonly string[]): string =>
  foldAddress(texts[columns.indexOf('email')] ?? '');

/** A mistake in a row, with the place of its cell: an earlier cell may have several lines. */
export function mistakeIn({line, raw, at, reason}: Omit<ExaminedRow, 'texts'>, file: string): Mistake {
  const before = Buffer.from(raw).toString('utf8', 0, at).split('\n');
  const lines = Buffer.from(raw).toString('utf8').split('\n');
  const column = [...(before.at(-1) ?? '')].length + 1;
  const place = {line: line + before.length - 1, column};
  return {source: {file}, at: place, says: `${capital(reason)}.`, line: lines[before.length - 1] ?? ''};
}
