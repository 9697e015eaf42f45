import type {RecordView} from '../../csv/bytes/read-records.js';
import {familyOf} from '../../csv/columns/header-names.js';
import {columnKey} from '../../csv/columns/match-columns.js';
import {type OpenStatus, ShownValues, whatIsOpen} from '../../csv/columns/open-status.js';
import {
  beginnings,
  isNone,
  isYesOrNo,
  type MailStatus,
  mailStatusOf,
  type OwnWords,
  ownWords,
  type StatusColumn,
  type StatusKind,
  suspectColumns,
  wordKey,
  worstStatus,
} from '../../csv/columns/wants-mail.js';
import {cacheCells, cleanedCell} from '../cells/cell-rules.js';
import type {CheckOptions} from '../file/contract.js';
import type {Opened} from '../file/open.js';

/** Reads who wants no mail: by the columns that say it, and by others that may say it of people who would be sent. */
export type MailWatch = ReturnType<typeof watchMail>;

type StatusSettings = Pick<CheckOptions, 'status' | 'unasked'>;

export function watchMail(opened: Opened, options: StatusSettings) {
  const {headers, columns, file} = opened;
  const own = ownWords(options.status?.words);
  const sure = opened.status.map(column => watchSure(column, own));
  const suspects = suspectsOf(opened, options).map(watchSuspect);
  return {
    /** The mail status of the person in a row; `in` if an unknown value leaves it open. */
    of: (record: RecordView): MailStatus =>
      (sure.length === 1 ? sure[0]?.read(record) : worstStatus(sure.map(({read}) => read(record)))) ?? 'in',
    /** Sees a row that is sent, as far as the columns that say it tell. */
    see(record: RecordView): void {
      for (const column of suspects) column.see(record);
    },
    says: sure.length > 0,
    /** Columns that somebody named whose other values say nothing of mail. */
    others: () => sure.filter(({isText, unknown}) => isText() && unknown.size > 0),
    /** What the file leaves open about who gets mail; undefined if nothing. */
    open(): OpenStatus | undefined {
      const isNamed = options.status?.column !== undefined;
      const asked = sure.map(each => ({...each, unknown: each.isText() ? new ShownValues() : each.unknown}));
      const doubted = suspects.filter(({isOpen}) => isOpen());
      const filling = doubted.map(each => {
        const {isNew, fields: [field = ''] = []} = columns[each.column] ?? {};
        return {...each, field: `${isNew ? '+' : ''}${field}`};
      });
      return whatIsOpen({file: file.name, headers, isNamed}, asked, filling);
    },
  };
}

/** The columns to watch for words against mail: those that nobody mapped, and that fill no well-known field. */
function suspectsOf({headers, columns, status: found}: Opened, {status, unasked = []}: StatusSettings): StatusColumn[] {
  if (status === undefined || [status.column ?? []].flat().some(isNone)) return [];
  return suspectColumns(headers, found).filter(({column}) => {
    const {isNamed = false, fields = []} = columns[column] ?? {};
    return (
      (!isNamed || unasked.includes(columnKey(headers, column))) && fields.every(field => familyOf(field).length === 0)
    );
  });
}

/** Reads a column that says it, and keeps the values that emk does not know. */
function watchSure({column, header, kind}: StatusColumn, own: OwnWords) {
  const unknown = new ShownValues();
  let saysNo = false;
  const recall = cacheCells(column, text => {
    const status = mailStatusOf(text, kind, own);
    saysNo ||= status !== undefined && status !== 'in' && !own.has(wordKey(text));
    return status;
  });
  return {
    ...{column, header, unknown},
    /** Of a column without a telling header, words that say no are enough: the others are notes or labels. */
    isText: (): boolean => kind === 'words' && saysNo,
    read(record: RecordView): MailStatus | undefined {
      const status = recall(record);
      if (status === undefined) unknown.see(cleanedCell(record, column), record.line);
      return status;
    },
  };
}

/** Reads a column that may say it, and keeps the values that speak against mail or that emk does not know. */
function watchSuspect({column, kind}: StatusColumn) {
  const [against, unknown] = [new ShownValues(), new ShownValues()];
  let isOther = false;
  const recall = cacheCells(column, text => {
    isOther ||= isCount.test(text) || (kind === 'answer' && text !== '' && !isYesOrNo(text));
    return isPlace.test(text) ? 'in' : mailStatusOf(text, kind);
  });
  return {
    ...{column, against, unknown},
    isOpen: (): boolean => against.size > 0 && !isOther,
    see(record: RecordView): void {
      const {bytes, cells} = record;
      const [from, to] = [cells.starts[column] as number, cells.ends[column] as number];
      if (isOther || from === to || (kind === 'cells' && !mayTell(bytes, from, to))) return;
      const status = recall(record);
      if (status === 'in') return;
      const text = cleanedCell(record, column);
      if (status === undefined) unknown.see(text, record.line);
      // Any text beside a block speaks for the block.
      if (status !== undefined || isBlock.has(kind)) against.see(text, record.line);
    },
  };
}

const isBlock: ReadonlySet<StatusKind> = new Set(['unsubscribed', 'bounced', 'withdrawn'] as const);

/** How often somebody left, or bounced, says nothing of today. */
const isCount = /^(?:[2-9]|\d{2,5}|\d+[.,]\d+)$/;

const isPlace = /^https?:/i;

/** Whether a cell may begin like one of the words, judged by its first bytes: hardly any of a large file is decoded. */
function mayTell(bytes: Buffer, from: number, to: number): boolean {
  // A longer cell is a sentence.
  if (to - from < 3 || to - from > 60) return false;
  if ((bytes[from] as number) < 0x41) return bytes[from] === 0x20;
  const start = bytes.toString('latin1', from, from + 3).toLowerCase();
  return beginnings.has(start.replace(/[-_]/, ' ')) || /[^\0-\x7f]/.test(start);
}
