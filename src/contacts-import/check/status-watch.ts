import type {RecordView} from '../../csv/bytes/read-records.js';
import {type StatusColumn, worstStatus} from '../../csv/columns/status-columns.js';
import {mailStatusOf, type OwnWords} from '../../csv/columns/status-words.js';
import type {UnknownStatus} from '../../csv/columns/unknown-status.js';
import type {MailStatus} from '../../csv/columns/unmistakable-words.js';
import {cacheCells, textOf} from './cell-cache.js';

/** Reads the mail status of the person in each row. */
type StatusWatch = {
  /** The mail status from all status columns; `in` if an unknown value leaves it open. */
  of(record: RecordView): MailStatus;
  /** Values that only the owner of the file can explain. */
  readonly unknown: readonly UnknownStatus[];
  /** Whether somebody gets mail whatever the unknown values mean: every value of their row that says something is known. */
  readonly someStay: boolean;
  /** Columns that somebody named whose other values say nothing of mail. */
  readonly others: readonly StatusColumn[];
};

/** Undefined for a file without a status column, so that its rows cost nothing. */
export function watchStatuses(columns: readonly StatusColumn[], ownerWords: OwnWords): StatusWatch | undefined {
  if (columns.length === 0) return undefined;
  const watched = columns.map(column => watchColumn(column, ownerWords));
  const [only] = watched;
  let someStay = false;
  const statusOf = (record: RecordView): MailStatus | undefined =>
    watched.length === 1 ? only?.read(record) : worstStatus(watched.map(({read}) => read(record)));
  return {
    get unknown() {
      return watched.flatMap(each => (each.hasOthers ? [] : [...each.unknown.values()]));
    },
    get someStay() {
      return someStay;
    },
    get others() {
      return columns.filter((_, at) => watched[at]?.hasOthers && watched[at].unknown.size > 0);
    },
    of(record) {
      const status = statusOf(record);
      if (!someStay && status === 'in') someStay = columns.some(({column}) => textOf(record, column) !== '');
      return status ?? 'in';
    },
  };
}

function watchColumn({column, header, kind}: StatusColumn, ownerWords: OwnWords) {
  const unknown = new Map<string, UnknownStatus & {rows: number}>();
  const readings = new Set<MailStatus>();
  const recall = cacheCells(column, text => {
    const status = mailStatusOf(text, kind, ownerWords);
    const known = ownerWords.size > 0 ? mailStatusOf(text, kind) : status;
    if (known !== undefined && text !== '') readings.add(known);
    return status;
  });
  return {
    unknown,
    /** Of a column without a telling header, words that say no are enough: the others are notes or labels. */
    get hasOthers() {
      return kind === 'words' && (readings.has('left') || readings.has('bounced') || readings.has('out'));
    },
    read(record: RecordView): MailStatus | undefined {
      const status = recall(record);
      if (status !== undefined) return status;
      const text = textOf(record, column);
      const key = text.toLowerCase();
      const met = unknown.get(key);
      if (met !== undefined) met.rows++;
      else if (unknown.size < MOST) unknown.set(key, {header, text, line: record.line, rows: 1});
      return undefined;
    },
  };
}

/** The most unknown values to keep: a column that is not a status may have a different text in every row. */
const MOST = 50;
