import {createWriteStream, rmSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {PreflightError, UsageError} from '../../core/errors.js';
import {requireFile} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {piecesOfInput} from '../../core/system/read-input.js';
import {makeDecoder, settleEncoding} from '../../csv/bytes/encodings.js';
import {DECISIVE, type FileOpening, type OpeningRecord, openText} from '../../csv/bytes/sniff-dialect.js';
import {readFileHead, refuseForeign, type SourceFile, unreadable} from '../../csv/bytes/source-file.js';
import {headerKey, knownHeaders} from '../../csv/columns/header-names.js';
import {toCandidates} from '../../csv/columns/match-columns.js';
import {statusColumns} from '../../csv/columns/wants-mail.js';
import {isAddress} from '../../records/fields/email-address.js';
import {trim} from '../../records/fields/fold-address.js';
import {planColumns} from './columns.js';
import type {CheckOptions, DateOrder} from './contract.js';

/** A file whose first rows were read: its encoding and delimiter, its header, and what its columns are. */
export type Opened = Awaited<ReturnType<typeof openImport>>;

export async function openImport(options: CheckOptions, mayLackAddress = false) {
  const file: SourceFile = {path: options.path, name: options.name, within: options.within};
  const seen = await readFileHead(file);
  refuseForeign(seen.head, file.name);
  const isWhole = seen.head.length === seen.size;
  const decoding = settleEncoding(file.name, options.encoding, seen.head, isWhole);
  const text = makeDecoder(decoding.encoding)(seen.head, isWhole).bytes;
  const opening = openWith(text, isWhole, options);
  const header = headerOf(opening, isWhole, file);
  const headers = header.texts.map(trim);
  const candidates = toCandidates(headers, opening.rows);
  const status = options.status === undefined ? [] : statusColumns(candidates, options.status.column);
  const says = new Set(status.map(({column}) => column));
  return {
    ...{...decoding, ...opening, file, seen, header, headers, status},
    columns: planColumns(candidates, {...options, mayLackAddress}, file.name, says),
    /** The order that the first dates of each column show. */
    orders: headers.map((_, column) => orderIn(valuesOf(opening.rows, column))),
  };
}

/**
 * The order that the dates of a column show: a single 31/12/2020 settles what 03/04/2020 means. Undefined if none shows it, or
 * both appear. A date with dots has the day first anyway, and shows nothing.
 */
function orderIn(values: readonly string[]): DateOrder | undefined {
  const shown = values.flatMap((value): readonly DateOrder[] => {
    const [, first, , second] = /^(\d{1,2})([-/])\s?(\d{1,2})\2\s?\d{4}(?!\d)/.exec(value) ?? [];
    const [one, two] = [Number(first) > 12, Number(second) > 12];
    return one === two ? [] : [one ? 'dmy' : 'mdy'];
  });
  return shown.every(order => order === shown[0]) ? shown[0] : undefined;
}

export const valuesOf = (rows: readonly OpeningRecord[], column: number) =>
  rows.map(({texts}) => trim(texts[column] ?? '')).filter(text => text !== '');

/**
 * Finds delimiter and header. A known header supports its delimiter a little, the address and mapped ones a lot, and only
 * a header has these. In a file that emk wrote the header comes first.
 */
function openWith(text: Buffer, whole: boolean, {fields, map, isOurs}: CheckOptions): FileOpening {
  const known = knownHeaders(fields.map(({name}) => name));
  const mapped = map.map(([header]) => headerKey(header)).filter(key => key !== '' && !/^\d+$/.test(key));
  const decisive = new Set([...knownHeaders(['email']), ...mapped]);
  return openText(text, whole, header => {
    const key = headerKey(header);
    return decisive.has(key) && !isOurs ? DECISIVE : Number(known.has(key) || decisive.has(key));
  });
}

function headerOf({header, rows}: FileOpening, whole: boolean, {name}: SourceFile): OpeningRecord {
  if (header === undefined) {
    throw new PreflightError(`${name} is empty.`, {hint: 'Export the list again, with a header and at least one row.'});
  }
  if (header.fault !== undefined) {
    throw new PreflightError(`The header of ${name}, on line ${header.line}, has unmatched quotes.`, {
      hint: 'Put quotes around whole column names, or remove them.',
    });
  }
  const address = header.texts.map(text => trim(text).replace(/^.*<([^<>]*)>$/s, '$1')).find(isAddress);
  if (address !== undefined) {
    const names = header.texts.length === 1 ? 'email' : 'email,first_name,last_name';
    throw new PreflightError(`${name} has no header: line ${header.line} already holds the address ${address}.`, {
      hint: `Add a first line that names the columns, such as ${names}. For people as you paste them: emk contacts create`,
    });
  }
  if (whole && rows.length === 0) throw headerOnly(name);
  return header;
}

export class HeaderOnlyError extends PreflightError {}

export const headerOnly = (name: string): HeaderOnlyError =>
  new HeaderOnlyError(`${name} has a header but no rows.`, {hint: 'Export the list again with its contacts.'});

/** The file that an import reads. Messages call it `name`; result files are named after the path `beside`. */
export type ImportSource = ReturnType<typeof fileSource>;

/** Opens the file at a path, or copies standard input into `folder`, because the rows are read more than once. */
export async function openSource(host: Host, file: string, folder: string): Promise<ImportSource> {
  if (file !== '-') {
    const source = fileSource(host, file);
    await requireFile(source.path, file).catch(unreadable(source.path));
    return source;
  }
  if (host.stdin.isTTY) {
    throw new UsageError('- reads the rows from standard input, but nothing is piped in.', {
      hint: 'Pipe a CSV file in, or name one: emk import leads.csv',
    });
  }
  const source = keptSource(host, folder);
  await pipeline(piecesOfInput(host, '-', 'Standard input', LONGEST), createWriteStream(source.path, {mode: 0o600}));
  return source;
}

const LONGEST = 4 * 1024 ** 3;

export const fileSource = ({cwd}: Pick<Host, 'cwd'>, file: string) => ({
  path: resolve(cwd, file),
  name: file,
  beside: resolve(cwd, file),
  kept: false,
});

export const keptSource = ({cwd}: Pick<Host, 'cwd'>, folder: string): ImportSource => ({
  path: join(folder, 'source.csv'),
  name: 'standard input',
  beside: resolve(cwd, 'import.csv'),
  kept: true,
});

export function dropCopy({kept, path}: ImportSource): void {
  if (kept) rmSync(path, {force: true});
}
