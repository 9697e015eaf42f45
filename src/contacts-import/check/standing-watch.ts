import type {RecordView} from '../../csv/bytes/read-records.js';
import {heaviest, type StatusColumn} from '../../csv/columns/status-columns.js';
import {type OwnWords, type Standing, standingOf} from '../../csv/columns/status-words.js';
import type {UnknownStatus} from '../../csv/columns/unknown-status.js';
import {recallCells, textOf} from './recall-cell.js';

/** Looks at what every row says of its person. */
type StandingWatch = {
  /** The standing by all status columns; `in` where an unknown value leaves it open. */
  of(record: RecordView): Standing;
  readonly unknown: ReadonlyMap<string, UnknownStatus>;
};

/** Undefined for a file without a status column, so that its rows cost nothing. */
export function watchStandings(columns: readonly StatusColumn[], said: OwnWords): StandingWatch | undefined {
  if (columns.length === 0) return undefined;
  const unknown = new Map<string, UnknownStatus & {rows: number}>();
  const readers = columns.map(({column, header, kind}) => {
    const recall = recallCells(column, text => standingOf(text, kind, said));
    return (record: RecordView) => {
      const standing = recall(record);
      if (standing === undefined) {
        const text = textOf(record, column);
        const key = `${column} ${text.toLowerCase()}`;
        const met = unknown.get(key);
        if (met !== undefined) met.rows++;
        else if (unknown.size < MOST) unknown.set(key, {header, text, line: record.line, rows: 1});
      }
      return standing;
    };
  });
  const [only] = readers;
  return {
    unknown,
    of: record => (readers.length === 1 ? only?.(record) : heaviest(readers.map(read => read(record)))) ?? 'in',
  };
}

/** The most unknown values to keep, since a column that is no status may have another text in every row. */
const MOST = 50;
