import {addressProblem} from '../../records/fields/email-address.js';
import {trim} from '../../records/fields/trim.js';
import type {Host} from '../../system/host.js';
import {addressColumn} from './address-column.js';
import {makeAddressSet} from './address-set.js';
import {foldAddress} from './fold-address.js';
import {readTable, type Table, type TableRow} from './small-table.js';

/** `column` is the header of the column that holds the addresses; both are found out unless they are given. */
export type AddressOptions = {readonly column?: string | undefined; readonly encoding?: string | undefined};

export type AddressList = {
  /** Trimmed, spelled as in the file, each once whatever its case, in the file's order. */
  readonly addresses: readonly string[];
  readonly repeated: number;
  readonly rejected: ReadonlyArray<{readonly line: number; readonly reason: string}>;
  readonly warnings: readonly string[];
};

/** Reads addresses from a file, or from standard input for `-`: one a line, or a column of a CSV file. */
export const readAddresses = async (
  host: Pick<Host, 'stdin' | 'interrupted'>,
  path: string,
  options: AddressOptions = {},
): Promise<AddressList> => addressesOf(await readTable(host, path, ['email'], options.encoding), options);

/** The rows of a file, and the column of them that holds the addresses: any cell does where there is no header. */
type Addresses = {
  readonly headers: readonly string[];
  readonly rows: readonly TableRow[];
  readonly column: number | undefined;
  readonly warnings: readonly string[];
};

/** Finds the column of a small file that holds the addresses. */
export function openAddresses({name, rows, warnings}: Table, {column}: AddressOptions = {}): Addresses {
  const place = addressColumn(rows, column, name);
  return {
    headers: place.headers === 0 ? [] : (rows[0]?.texts ?? []).map(trim),
    rows: rows.slice(place.headers),
    column: place.column,
    warnings: [...warnings, ...place.warnings],
  };
}

function addressesOf(table: Table, options: AddressOptions): AddressList {
  const {rows, column, warnings} = openAddresses(table, options);
  return {...collectAddresses(rows, column), warnings};
}

/** Addresses in batches that one request takes: at most 100, and at most 4 KiB with the commas between them. */
export function batchesOf(addresses: readonly string[], most = 100, bytes = 4096): string[][] {
  const batches: string[][] = [];
  let length = 0;
  for (const address of addresses) {
    const last = batches.at(-1);
    length += Buffer.byteLength(address) + 1;
    if (last === undefined || last.length === most || length - 1 > bytes) {
      batches.push([address]);
      length = Buffer.byteLength(address) + 1;
    } else last.push(address);
  }
  return batches;
}

/** The addresses of some rows, each once, and what stands in their place where there is none. */
export function collectAddresses(rows: readonly TableRow[], column: number | undefined): Omit<AddressList, 'warnings'> {
  const addresses: string[] = [];
  const rejected: {line: number; reason: string}[] = [];
  const seen = makeAddressSet(rows.length);
  let repeated = 0;
  for (const {line, texts, fault} of rows) {
    const cells = column === undefined ? texts : [texts[column] ?? ''];
    const words = cells.map(trim).filter(text => text !== '');
    if (fault !== undefined) rejected.push({line, reason: 'its quotes do not match: leave only the address'});
    else if (words.length === 0) rejected.push({line, reason: 'there is no address'});
    for (const text of words) {
      const problem = addressProblem(text);
      const bytes = Buffer.from(foldAddress(text));
      if (problem !== undefined) rejected.push({line, reason: `“${text}” ${problem}`});
      else if (seen.add(bytes, 0, bytes.length, line, false) > 0) repeated++;
      else addresses.push(text);
    }
  }
  return {addresses, repeated, rejected};
}
