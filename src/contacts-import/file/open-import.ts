import {chooseEncoding, type Encoding, makeDecoder, markLength} from '../../csv/bytes/encodings.js';
import {foreignFile} from '../../csv/bytes/foreign-file.js';
import {guessEncoding} from '../../csv/bytes/guess-encoding.js';
import type {Reading} from '../../csv/bytes/read-records.js';
import {type HeaderPlace, type Opening, type OpeningRecord, openText} from '../../csv/bytes/sniff-dialect.js';
import {type FileHead, pieces, readFileHead, type SourceFile, sourceFile} from '../../csv/bytes/source-file.js';
import {findHeader} from '../../csv/columns/find-header.js';
import {headerKey, knownHeaders} from '../../csv/columns/header-names.js';
import {toCandidates, withValues} from '../../csv/columns/match-columns.js';
import {type StatusColumn, statusColumns} from '../../csv/columns/wants-mail.js';
import {PreflightError} from '../../errors.js';
import {isAddress} from '../../records/fields/email-address.js';
import {trim} from '../../records/fields/fold-address.js';
import type {CheckOptions} from './contract.js';
import {type ColumnPlan, planColumns} from './plan-columns.js';

/** A file whose first rows were read: its encoding and delimiter, its columns and their fields. */
export type Opened = Reading & {
  readonly seen: FileHead;
  /** The line that is not UTF-8, if the encoding was guessed because of it. */
  readonly guessed: number | undefined;
  /** Whether a byte order mark gave the encoding. */
  readonly marked: boolean;
  readonly header: OpeningRecord;
  readonly headers: readonly string[];
  /** The records around the header that are no rows: titles, notes, a second header. */
  readonly around: readonly OpeningRecord[];
  /** The last line before the first row. */
  readonly before: number;
  readonly plan: ColumnPlan;
  /** The columns that say who gets no mail. */
  readonly status: readonly StatusColumn[];
  readonly rows: readonly OpeningRecord[];
};

/** Opens a file for an import. Throws if it is not a list of contacts, and says what it is instead. */
export async function openImport(options: CheckOptions, encoding?: Guessed, mayLackAddress = false): Promise<Opened> {
  const file = sourceFile(options.path, options.name, options.within);
  const seen = await readFileHead(file);
  const foreign = foreignFile(seen.head);
  if (foreign !== undefined) throw new PreflightError(`${file.name} is ${foreign.is}, not CSV.`, {hint: foreign.hint});
  const whole = seen.head.length === seen.size;
  const {chosen, guessed} = await settleEncoding(options, file, seen, encoding);
  const mark = markLength(seen.head, chosen);
  const text = makeDecoder(chosen)(seen.head.subarray(mark), whole).bytes;
  const opening = openText(text, whole, worthOf(options), records => placeOf(records, options));
  const header = headerOf(opening, whole, file);
  const {around} = opening;
  const headers = header.texts.map(trim);
  const status =
    options.status === undefined ? [] : statusColumns(withValues(headers, opening.rows), options.status.column);
  const plan = planColumns(toCandidates(headers, opening.rows), {...options, mayLackAddress}, file.name, status);
  return {
    file,
    seen,
    marked: mark > 0,
    guessed,
    encoding: chosen,
    dialect: opening.dialect,
    header,
    headers,
    around,
    before: Math.max(header.line, ...around.map(({line}) => line)),
    plan,
    status,
    rows: opening.rows,
  };
}

/** How much a header supports its delimiter: a known header a little, the address and mapped ones a lot. */
function worthOf({fields, map}: CheckOptions): (header: string) => number {
  const known = knownHeaders(fields.map(({name}) => name));
  const decisive = decisiveHeaders(map);
  return header => {
    const key = headerKey(header);
    return decisive.has(key) ? 3 : known.has(key) ? 1 : 0;
  };
}

/** The keys of headers that only a header has: those of an address, and the mapped ones. A number names a column by place. */
const decisiveHeaders = (map: CheckOptions['map']): ReadonlySet<string> =>
  new Set([
    ...knownHeaders(['email']),
    ...map.map(([header]) => headerKey(header)).filter(key => key !== '' && !/^\d+$/.test(key)),
  ]);

/** Where the header is: first in a file that emk wrote, or where emk finds it. */
function placeOf(records: readonly OpeningRecord[], {isOurs, map}: CheckOptions): HeaderPlace {
  if (isOurs) return {header: 0, rows: 1};
  const decisive = decisiveHeaders(map);
  return findHeader(records, text => decisive.has(headerKey(text)));
}

function headerOf({header, rows}: Opening, whole: boolean, {name}: SourceFile): OpeningRecord {
  if (header === undefined) {
    throw new PreflightError(`${name} is empty.`, {hint: 'Export the list again, with a header and at least one row.'});
  }
  if (header.fault !== undefined) {
    throw new PreflightError(`The header of ${name}, on line ${header.line}, has unmatched quotes.`, {
      hint: 'Put quotes around whole column names, or remove them.',
    });
  }
  const address = header.texts.map(trim).find(isAddress);
  if (address !== undefined) {
    const names = header.texts.length === 1 ? 'email' : 'email,first_name,last_name';
    throw new PreflightError(`${name} has no header: line ${header.line} already holds the address ${address}.`, {
      hint: `Add a first line that names the columns, such as ${names}.`,
    });
  }
  if (whole && rows.length === 0) throw headerOnly(name);
  return header;
}

/** A file ends after its header. */
export class HeaderOnlyError extends PreflightError {}

export const headerOnly = (name: string): HeaderOnlyError =>
  new HeaderOnlyError(`${name} has a header but no rows.`, {hint: 'Export the list again with its contacts.'});

/** The guessed encoding of a file, and the line that is not UTF-8. */
type Guessed = {readonly encoding: Encoding; readonly line: number};

/** The encoding of a file, before its header is read: the named, marked or guessed one, else UTF-8. */
async function settleEncoding(
  {encoding: requested}: Pick<CheckOptions, 'encoding'>,
  file: SourceFile,
  {head, size}: FileHead,
  before: Guessed | undefined,
): Promise<{readonly chosen: Encoding; readonly guessed: number | undefined}> {
  if (before !== undefined) return {chosen: before.encoding, guessed: before.line};
  const chosen = chooseEncoding(requested, head);
  const sure = {chosen, guessed: undefined};
  if (requested !== 'auto' || chosen !== 'utf-8' || markLength(head, chosen) > 0) return sure;
  const {bytes, bad} = makeDecoder(chosen)(head, head.length === size);
  if (bad === undefined) return sure;
  const line = 1 + bytes.reduce((lines, byte) => lines + Number(byte === 0x0a), 0);
  const guessed = await guessFor(file, line);
  return guessed === undefined ? sure : {chosen: guessed.encoding, guessed: guessed.line};
}

/** Guesses the encoding of a file with a line that is not UTF-8; undefined for damaged UTF-8. */
export async function guessFor(file: SourceFile, line: number): Promise<Guessed | undefined> {
  const encoding = await guessEncoding(file.name, line, () => pieces(file));
  return encoding && {encoding, line};
}
