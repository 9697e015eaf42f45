import {PreflightError, UsageError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import {readInput} from '../../core/system/read-input.js';
import {trim} from '../../records/fields/fold-address.js';
import {chooseEncoding} from '../bytes/encodings.js';
import {foreignFile} from '../bytes/foreign-file.js';
import {decodeWhole} from '../bytes/guess-encoding.js';
import {openText, recordsIn} from '../bytes/sniff-dialect.js';
import {sourceFile, unreadable} from '../bytes/source-file.js';
import {headerKey, knownHeaders} from './header-names.js';

/** A file of addresses or people that is small enough for memory: its rows, including the header. */
export type Table = {
  readonly name: string;
  readonly rows: readonly TableRow[];
  /** Its unchanged lines, for a file that is a list of people instead of a table. */
  readonly lines: readonly TableRow[];
  readonly warnings: readonly string[];
};

export type TableRow = {readonly line: number; readonly texts: readonly string[]; readonly fault?: string | undefined};

/** Reads a small file, or standard input for `-`. The fields help to choose the delimiter. */
export async function readTable(
  host: Pick<Host, 'stdin' | 'interrupted'>,
  path: string,
  fields: readonly string[],
  encoding?: string,
): Promise<Table> {
  const name = path === '-' ? 'standard input' : sourceFile(path, undefined).name;
  if (path === '-' && host.stdin.isTTY) {
    throw new UsageError('Standard input is empty.', {hint: 'Pipe the addresses in, or name a file.'});
  }
  return tableIn(await readInput(host, path, name).catch(unreadable(path)), name, fields, encoding);
}

async function tableIn(bytes: Uint8Array, name: string, fields: readonly string[], encoding?: string): Promise<Table> {
  const foreign = foreignFile(bytes);
  if (foreign !== undefined) throw new PreflightError(`${name} is ${foreign.is}, not text.`, {hint: foreign.hint});
  const given = encoding === undefined ? undefined : chooseEncoding(encoding, bytes);
  const {text, warnings} = await decodeWhole(bytes, name, given);
  const known = knownHeaders(fields);
  const {dialect, header, from} = openText(text, true, word => Number(known.has(headerKey(word))));
  if (header === undefined) throw new PreflightError(`${name} is empty.`, {hint: 'Put one address on each line.'});
  const bytesOfText = Buffer.from(text.buffer, text.byteOffset, text.length);
  const lines = bytesOfText
    .toString('utf8', from)
    .split(/\r\n|\n|\r/)
    .map((line, at) => ({line: at + (from === 0 ? 1 : 2), texts: [line]}))
    .filter(({texts: [line = '']}) => trim(line) !== '');
  return {name, rows: recordsIn(bytesOfText, from, true, dialect), lines, warnings};
}
