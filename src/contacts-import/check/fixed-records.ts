import type {RecordView} from '../../csv/bytes/read-records.js';
import {cellTexts} from '../../csv/bytes/read-records.js';
import {type Dialect, makeCells, scanRecord} from '../../csv/bytes/scan-record.js';
import type {Opened} from '../file/open-import.js';

type Visit = (record: RecordView) => void;

/** Replaces rows of the file by rows that a person fixed. Each keeps its line, by which the journal names it. */
export const withFixes = ({fixes, dialect}: Pick<Opened, 'fixes' | 'dialect'>, visit: Visit): Visit =>
  fixes.size === 0
    ? visit
    : record => {
        const texts = fixes.get(record.line);
        visit(texts === undefined ? record : recordOf(asRow(texts, dialect), record.line, dialect));
      };

export function recordOf(row: string, line: number, dialect: Dialect): RecordView {
  const bytes = Buffer.from(row);
  const cells = makeCells();
  scanRecord(bytes, 0, bytes.length, true, dialect, cells);
  return {bytes, from: 0, line, cells, marked: /[\\<]/.test(row)};
}

export const asRow = (texts: readonly string[], {delimiter}: Dialect): string => {
  const cut = String.fromCharCode(delimiter);
  const needsQuotes = (text: string) => /["\r\n]|^\s|\s$/.test(text) || text.includes(cut);
  return texts.map(text => (needsQuotes(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(cut);
};

/** The cells of a row that was typed as a whole; undefined if its quotes do not match. */
export function cellsOf(row: string, dialect: Dialect): readonly string[] | undefined {
  const record = recordOf(row, 1, dialect);
  return record.cells.fault === undefined ? cellTexts(record) : undefined;
}
