import {cellTexts} from '../../csv/bytes/cell-text.js';
import {readRecords} from '../../csv/bytes/read-records.js';
import type {SourceFile} from '../../csv/bytes/source-file.js';
import {PreflightError} from '../../errors.js';
import {keyHint} from '../folder/check-shape.js';
import {refuseMistakes} from '../folder/mistakes.js';

/** Reads the header of a file of contacts. Columns have the exact names of fields: nothing is guessed here. */
export async function readContactHeader(file: SourceFile, known: readonly string[]): Promise<readonly string[]> {
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
