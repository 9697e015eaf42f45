import {cleanAddress} from '../../records/fields/email-address.js';
import {trim} from '../../records/fields/fold-address.js';
import type {HeaderPlace, OpeningRecord} from '../bytes/sniff-dialect.js';

/**
 * Finds the header among the first records of a file. Above it may be titles, notes and a line that groups the columns;
 * below it, a second line that names them again. `decides` says whether a text names a column that settles it.
 */
export function findHeader(records: readonly OpeningRecord[], decides: (text: string) => boolean): HeaderPlace {
  const first = records.findIndex(hasAddress);
  const names = (record: OpeningRecord): boolean => record.texts.some(text => decides(trim(text)));
  const above = records.slice(0, Math.min(first < 0 ? records.length : first, MOST));
  const place = above.findIndex((record, at) => names(record) && isWiderThanAll(record, above.slice(0, at)));
  const at = place >= 0 ? place : beforeFirst(records, first);
  const header = records[at];
  let rows = at + 1;
  while (header !== undefined && rows < above.length && namesAgain(records[rows], header, decides)) rows++;
  return {header: at, rows};
}

/** A record just before the first one with an address, if it fits that and everything above it is narrower. */
function beforeFirst(records: readonly OpeningRecord[], first: number): number {
  const header = records[first - 1];
  const isHeader =
    header !== undefined &&
    filled(header) > 1 &&
    header.texts.length === records[first]?.texts.length &&
    isWiderThanAll(header, records.slice(0, first - 1));
  return isHeader && first - 1 < MOST ? first - 1 : 0;
}

/** A title fills fewer cells than the header below it, unless the file has only one column. */
const isWiderThanAll = (record: OpeningRecord, above: readonly OpeningRecord[]): boolean =>
  above.every(
    each => isComment(each) || filled(each) < filled(record) || (filled(record) === 1 && each.texts.length === 1),
  );

/** Whether a record names the same columns as the header, in other words or as the ids of a survey tool. */
function namesAgain(
  record: OpeningRecord | undefined,
  header: OpeningRecord,
  decides: (text: string) => boolean,
): boolean {
  const texts = record?.texts.map(trim) ?? [];
  const isOfIds = texts.length > 1 && texts.every(text => text === '' || text.startsWith('{"ImportId"'));
  return isOfIds || texts.some((text, at) => decides(text) && decides(trim(header.texts[at] ?? '')));
}

const hasAddress = (record: OpeningRecord): boolean =>
  !isComment(record) && record.texts.some(text => cleanAddress(trim(text)) !== undefined);

const isComment = ({texts: [first = '']}: OpeningRecord): boolean => first.startsWith('#');

const filled = ({texts}: OpeningRecord): number => texts.filter(text => trim(text) !== '').length;

/** A header further down than this is none. */
const MOST = 30;
