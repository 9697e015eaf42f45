import {join} from 'node:path';
import {hashText} from '../../contacts-import/journal/hash-text.js';
import {cellTexts} from '../../csv/cell-text.js';
import {foldAddress} from '../../csv/fold-address.js';
import {unguard} from '../../csv/formula-guard.js';
import {readRecords} from '../../csv/read-records.js';
import {sourceFile} from '../../csv/source-file.js';
import {reservedFields} from '../../endpoints/fields.js';
import {PreflightError} from '../../errors.js';
import {type Reader, toReader} from '../../records/path.js';
import {textOf} from '../account/entries.js';
import {nearest} from '../folder/check-shape.js';

/** A file of contacts as it is compared: for each row a hash of its cells, by its address, and how a contact gives the same cells. */
export type ContactRows = {
  readonly hashes: Map<string, number>;
  readonly readers: readonly Reader[];
};

/** Reads a file of contacts. Of its rows only addresses and hashes are held. */
export async function readContactRows(
  folder: string,
  path: string,
  customFields: readonly string[],
): Promise<ContactRows> {
  const hashes = new Map<string, number>();
  const keys = createKeys();
  const known = [...reservedFields, ...customFields];
  let columns: readonly string[] | undefined;
  const reading = readRecords(
    {file: sourceFile(join(folder, path), path), encoding: 'utf-8', dialect: {delimiter: COMMA, loneReturns: false}},
    record => {
      const cells = cellTexts(record);
      if (columns === undefined) {
        columns = checkedHeader(cells, known, path);
        return;
      }
      const texts = columns.map((_, at) => textOf(unguard(cells[at] ?? '')));
      const address = texts[columns.indexOf('email')] ?? '';
      if (cells.length > columns.length) throw wrongRow(path, record.line, 'has more cells than the header');
      if (address !== '') hashes.set(keys(address), hashOf(texts));
    },
  );
  for await (const _ of reading);
  if (columns === undefined)
    throw new PreflightError(`${path} is empty.`, {hint: `Begin it with a header: ${known.join(',')}.`});
  const paths = columns.map(name => (customFields.includes(name) ? `custom_field.${name}` : name));
  return {hashes, readers: paths.map(toReader)};
}

/** The hash of the cells of a row. */
export const hashOf = (texts: readonly string[]): number => hashText(texts.join('\u0000'))[0];

/** Gives each row of a list a key: its address, and which of the rows with that address it is. */
export function createKeys(): (address: string) => string {
  const met = new Map<string, number>();
  return address => {
    const folded = foldAddress(address);
    const before = met.get(folded) ?? 0;
    met.set(folded, before + 1);
    return before === 0 ? folded : `${folded}\n${before + 1}`;
  };
}

const COMMA = 0x2c;

function checkedHeader(cells: readonly string[], known: readonly string[], path: string): readonly string[] {
  const unknown = cells.find(cell => !known.includes(cell));
  if (unknown !== undefined) {
    throw new PreflightError(`${path}, line 1: "${unknown}" is no field of a contact.`, {
      hint: nearest(unknown, known),
    });
  }
  const twice = cells.find((cell, at) => cells.indexOf(cell) !== at);
  if (twice !== undefined) throw wrongRow(path, 1, `names the field "${twice}" twice`);
  if (!cells.includes('email')) throw wrongRow(path, 1, 'has no column "email", by which contacts are told apart');
  return cells;
}

const wrongRow = (path: string, line: number, what: string): PreflightError =>
  new PreflightError(`${path}, line ${line} ${what}.`, {hint: 'Mend the file, and run this again.'});
