import {resolve} from 'node:path';
import {decodeWhole} from '../csv/bytes/decode-whole.js';
import {foreignFile} from '../csv/bytes/foreign-file.js';
import {unguardFormula} from '../csv/bytes/formula-guard.js';
import {openText, recordsIn} from '../csv/bytes/sniff-dialect.js';
import {unreadable} from '../csv/bytes/source-file.js';
import {familyOf, headerKey, knownHeaders} from '../csv/columns/header-names.js';
import {UsageError} from '../errors.js';
import {trim} from '../records/fields/trim.js';
import type {Host} from '../system/host.js';
import {readInput} from '../system/read-input.js';
import {counted} from '../words/sentence.js';
import {shellWord} from '../words/shell-word.js';
import type {Reader} from './mailing.js';

/** The file and row in `people.csv:3`; without a number, the first row below the header. */
export function dataPlace(given: string): {readonly file: string; readonly row: number} {
  const [, file = given, row = '1'] = /^(.+):(\d{1,9})$/.exec(given) ?? [];
  return {file, row: Number(row)};
}

/** A row of a CSV file as the values of tags: each tag uses the column that an import would use for its field. */
export async function csvReader(host: Host, given: string, tags: readonly string[]): Promise<Reader> {
  const {file, row} = dataPlace(given);
  const path = resolve(host.cwd, file);
  const bytes = await readInput(host, path, file).catch(unreadable(path));
  const foreign = foreignFile(bytes);
  if (foreign) throw new UsageError(`${file} is ${foreign.is}, not CSV.`, {hint: foreign.hint});
  const {text} = await decodeWhole(bytes, file);
  const known = knownHeaders(tags);
  const {dialect, from} = openText(text, true, header => Number(known.has(headerKey(header))));
  const [header, ...rows] = recordsIn(Buffer.from(text.buffer, text.byteOffset, text.length), from, true, dialect);
  const person = rows[row - 1];
  if (!header || !person) {
    throw new UsageError(`${file} has no row ${row}: it has ${counted(rows.length, 'row')} below its header.`, {
      hint: `For the first row: --data ${shellWord(`${file}:1`)}`,
    });
  }
  const headers = header.texts.map(headerKey);
  const values = tags.flatMap(tag => {
    const column = [headerKey(tag), ...familyOf(tag)].map(key => headers.indexOf(key)).find(at => at >= 0);
    return column === undefined ? [] : [[tag, trim(unguardFormula(person.texts[column] ?? ''))] as const];
  });
  return {who: `row ${row} of ${file}`, values: withFullName(Object.fromEntries(values))};
}

/** Adds the full name: the service builds it from its parts, so a file rarely has a column for it. */
function withFullName(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const {first_name: first = '', last_name: last = ''} = values;
  return {full_name: `${first} ${last}`.trim(), ...values};
}
