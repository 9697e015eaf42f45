import {addressProblem, isAddress} from '../api/email-address.js';
import {trim} from '../api/trim.js';
import {PreflightError, UsageError} from '../errors.js';
import {didYouMean, listed} from '../records/closest.js';
import type {Host} from '../system/host.js';
import {readInput} from '../system/read-input.js';
import {makeAddressSet} from './address-set.js';
import {decodeWhole} from './decode-whole.js';
import {foreignFile} from './foreign-file.js';
import {headerKey, knownHeaders} from './header-names.js';
import {matchColumns} from './match-columns.js';
import {openText, recordsIn} from './sniff-dialect.js';
import {sourceFile, unreadable} from './source-file.js';

/** `column` is the header of the column that holds the addresses. */
export type AddressOptions = {readonly column?: string | undefined};

export type AddressList = {
  /** Trimmed, spelled as in the file, each once whatever its case, in the file's order. */
  readonly addresses: readonly string[];
  readonly repeated: number;
  readonly rejected: ReadonlyArray<{readonly line: number; readonly reason: string}>;
  readonly warnings: readonly string[];
};

/** Reads addresses from a file, or from standard input for `-`: one a line, or a column of a CSV file. */
export async function readAddresses(
  host: Pick<Host, 'stdin' | 'interrupted'>,
  path: string,
  options: AddressOptions = {},
): Promise<AddressList> {
  const name = path === '-' ? 'standard input' : sourceFile(path, undefined).name;
  if (path === '-' && host.stdin.isTTY) {
    throw new UsageError('There is nothing on standard input.', {hint: 'Pipe the addresses in, or name a file.'});
  }
  const bytes = await readInput(host, path, name).catch(unreadable(path));
  return addressesIn(bytes, name, options);
}

/** The addresses in a text that was read already. */
export async function addressesIn(
  bytes: Uint8Array,
  name: string,
  {column}: AddressOptions = {},
): Promise<AddressList> {
  const foreign = foreignFile(bytes);
  if (foreign !== undefined) throw new PreflightError(`${name} is ${foreign.is}, not text.`, {hint: foreign.hint});
  const {text, warnings} = await decodeWhole(bytes, name);
  const known = knownHeaders(['email']);
  const {dialect, header, from} = openText(text, true, 'auto', word => Number(known.has(headerKey(word))));
  if (header === undefined) throw new PreflightError(`${name} is empty.`, {hint: 'Give it an address a line.'});
  const records = recordsIn(Buffer.from(text.buffer, text.byteOffset, text.length), from, true, dialect);
  const place = placeOf(records, column, name);
  const rows = records.slice(place.headers);
  return {...collect(rows, place.column), warnings: [...warnings, ...place.warnings]};
}

/** Addresses in batches that one request takes: at most 100, and at most 4 KiB with the commas between them. */
export function batchesOf(addresses: readonly string[], most = 100, bytes = 4096): string[][] {
  const batches: string[][] = [];
  let length = 0;
  for (const address of addresses) {
    const last = batches.at(-1);
    length += address.length + 1;
    if (last === undefined || last.length === most || length - 1 > bytes) {
      batches.push([address]);
      length = address.length + 1;
    } else last.push(address);
  }
  return batches;
}

type Row = {readonly line: number; readonly texts: readonly string[]; readonly fault?: string | undefined};

/** The column that holds the addresses; every cell of a row when there is neither a header nor a column. */
type Place = {readonly column: number | undefined; readonly headers: 0 | 1; readonly warnings: readonly string[]};

function placeOf([first, ...rows]: readonly Row[], column: string | undefined, name: string): Place {
  const headers = first?.texts.map(trim) ?? [];
  if (column !== undefined) {
    const found = headers.findIndex(header => headerKey(header) === headerKey(column));
    if (found >= 0) return {column: found, headers: 1, warnings: []};
    throw new UsageError(`${name} has no column “${column}”.`, {hint: didYouMean(column, headers, 'Its columns are')});
  }
  if (headers.some(isAddress)) return {column: undefined, headers: 0, warnings: []};
  const candidates = headers.map((header, index) => ({
    header,
    column: index,
    filled: rows.some(({texts}) => trim(texts[index] ?? '') !== ''),
  }));
  const [matched] = matchColumns(candidates, ['email']).keys();
  if (matched !== undefined) return {column: matched, headers: 1, warnings: []};
  if (headers.length > 1) {
    throw new PreflightError(`No column of ${name} is the email address: it has ${listed(headers)}.`, {
      hint: `Say which one: --column "${headers[0]}".`,
    });
  }
  if (headers[0]?.includes('@') || rows.length === 0) return {column: undefined, headers: 0, warnings: []};
  return {column: 0, headers: 1, warnings: [`Line ${first?.line}, “${headers[0]}”, was taken for a header.`]};
}

function collect(rows: readonly Row[], column: number | undefined): Omit<AddressList, 'warnings'> {
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
      const bytes = Buffer.from(text);
      if (problem !== undefined) rejected.push({line, reason: `“${text}” ${problem}`});
      else if (seen.add(bytes, 0, bytes.length, line, false) > 0) repeated++;
      else addresses.push(text);
    }
  }
  return {addresses, repeated, rejected};
}
