import type {Context} from '../../commands/command.js';
import {checkFile} from '../../contacts-import/check/check.js';
import {toSettings} from '../../contacts-import/command/options.js';
import type {Checked, ImportField} from '../../contacts-import/file/contract.js';
import {HeaderOnlyError} from '../../contacts-import/file/open.js';
import type {ImportSettings, SyncSettings} from '../../contacts-import/journal/settings.js';
import {type Countries, createCountryReading} from '../../contacts-import/run/countries.js';
import type {Sample} from '../../contacts-import/run/sample.js';
import {cellTexts, readRecords} from '../../csv/bytes/read-records.js';
import {type SourceFile, sourceFile} from '../../csv/bytes/source-file.js';
import {reservedFields} from '../../endpoints/fields.js';
import {PreflightError} from '../../errors.js';
import {keyHint} from '../folder/check-shape.js';
import {refuseMistakes} from '../folder/mistakes.js';

/** The rules for checking files of contacts: those of the import. */
export type ContactRules = {
  readonly fields: readonly ImportField[];
  readonly countries: Countries | undefined;
  /** The service's own sample, which says how rows are sent; a plan needs none. */
  readonly sample?: Sample;
};

export type ContactFile = {
  readonly name: string;
  readonly checked: Checked | undefined;
  readonly columns: readonly string[];
  readonly settings: ImportSettings;
};

/** The fields of a contact: those of every account, and the custom ones. */
export const fieldsWith = (custom: readonly ImportField[]): readonly ImportField[] => [
  ...reservedFields.map(name => ({name, type: 'text'}) as const),
  ...custom,
];

/** Checks every row of a file of contacts as an import does. */
export async function checkContactFile(
  {host, globals, progress}: Pick<Context, 'host' | 'globals' | 'progress'>,
  {path, name, within}: SourceFile,
  {fields, countries, sample}: ContactRules,
): Promise<ContactFile> {
  const columns = await readContactHeader(
    sourceFile(path, name, within),
    fields.map(field => field.name),
  );
  const settings: ImportSettings = {
    // A custom field may have the name of a status column, and is a normal field here.
    ...toSettings({file: name, encoding: 'utf-8', status_column: ['none']}, {host, globals}),
    isOurs: true,
    map: columns.map(column => [column, column]),
  };
  const listed = columns.includes('country') ? countries : undefined;
  const read = listed && createCountryReading(text => listed.find(text), sample?.countries ?? 'names').read;
  const options = {
    ...{path, name, within, fields, countries: read, sampleHeader: sample?.header},
    ...{encoding: settings.encoding, map: settings.map, set: settings.set},
    ...{isOurs: true, dateOrder: undefined, createFields: settings.createFields},
    status: {column: 'none'},
    // Every invalid value is reported before anything is sent.
    onlyListed: true,
  };
  try {
    const checked = await checkFile(options, (done, total) =>
      progress.show({label: `Checking ${name}, bytes`, done, total}),
    );
    return {name, checked, columns, settings};
  } catch (error) {
    if (error instanceof HeaderOnlyError) return {name, checked: undefined, columns, settings};
    throw error;
  }
}

/** How to add the people of a file to their list: nobody is changed or deleted. */
export const contactSync: SyncSettings = {update: null, gone: 'report', maxGone: null};

/** Reads the header of a file of contacts. Columns have the exact names of fields: nothing is guessed here. */
async function readContactHeader(file: SourceFile, known: readonly string[]): Promise<readonly string[]> {
  let header: {readonly cells: readonly string[]; readonly line: string} | undefined;
  const reading = readRecords({file, encoding: 'utf-8', dialect: {delimiter: COMMA, loneReturns: false}}, record => {
    header ??= {cells: cellTexts(record), line: record.bytes.toString('utf8', record.from, record.cells.end)};
  });
  for await (const _ of reading) if (header !== undefined) break;
  if (header === undefined)
    throw new PreflightError(`${file.name} is empty.`, {hint: `Start it with a header: ${known.join(',')}`});
  const [first = '', ...others] = header.cells;
  const cells = [first.replace(/^\uFEFF/, ''), ...others];
  const says = problemOf(cells, known);
  if (says !== undefined) {
    const {cell, ...problem} = says;
    const column = cells.slice(0, cell).join().length + (cell === 0 ? 1 : 2);
    refuseMistakes([{source: {file: file.name}, at: {line: 1, column}, line: header.line, ...problem}]);
  }
  return cells;
}

const COMMA = 0x2c;

type Problem = {readonly cell: number; readonly says: string; readonly hint?: string};

function problemOf(cells: readonly string[], known: readonly string[]): Problem | undefined {
  const unknown = cells.findIndex(name => !known.includes(name));
  if (unknown >= 0) {
    const name = cells[unknown] ?? '';
    const hint =
      name === 'contact_type' ? 'A file has the contacts of one list, so remove the column.' : keyHint(name, known);
    return {cell: unknown, says: `Contacts have no field "${name}".`, hint};
  }
  const twice = cells.findIndex((name, at) => cells.indexOf(name) !== at);
  if (twice >= 0)
    return {cell: twice, says: `The field "${cells[twice]}" is named twice.`, hint: 'Remove one of the two columns.'};
  if (cells.includes('email')) return undefined;
  return {cell: 0, says: 'The column "email" is missing. It identifies the contacts.', hint: 'Add it.'};
}
