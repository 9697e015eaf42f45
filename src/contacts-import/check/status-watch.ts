import type {RecordView} from '../../csv/bytes/read-records.js';
import {type StatusColumn, worstStatus} from '../../csv/columns/status-columns.js';
import {type MailStatus, mailStatusOf, type OwnWords} from '../../csv/columns/status-words.js';
import type {UnknownStatus} from '../../csv/columns/unknown-status.js';
import {cacheCells, textOf} from './cell-cache.js';

/** Reads the mail status of the person in each row. */
type StatusWatch = {
  /** The mail status from all status columns; `in` if an unknown value leaves it open. */
  of(record: RecordView): MailStatus;
  readonly unknown: ReadonlyMap<string, UnknownStatus>;
};

/** Undefined for a file without a status column, so that its rows cost nothing. */
export function watchStatuses(columns: readonly StatusColumn[], ownerWords: OwnWords): StatusWatch | undefined {
  if (columns.length === 0) return undefined;
  const unknown = new Map<string, UnknownStatus & {rows: number}>();
  const readers = columns.map(({column, header, kind}) => {
    const recall = cacheCells(column, text => mailStatusOf(text, kind, ownerWords));
    return (record: RecordView) => {
      const status = recall(record);
      if (status === undefined) {
        const text = textOf(record, column);
        const key = `${column} ${text.toLowerCase()}`;
        const met = unknown.get(key);
        if (met !== undefined) met.rows++;
        else if (unknown.size < MOST) unknown.set(key, {header, text, line: record.line, rows: 1});
      }
      return status;
    };
  });
  const [only] = readers;
  return {
    unknown,
    of: record => (readers.length === 1 ? only?.(record) : worstStatus(readers.map(read => read(record)))) ?? 'in',
  };
}

/** The most unknown values to keep: a column that is not a status may have a different text in every row. */
const MOST = 50;
