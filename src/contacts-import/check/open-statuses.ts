import {familyOf} from '../../csv/columns/header-names.js';
import {isNone, type StatusColumn, suspectColumns} from '../../csv/columns/status-columns.js';
import {SuspectColumnError} from '../../csv/columns/suspect-column.js';
import {clearColumns, UnknownStatusError} from '../../csv/columns/unknown-status.js';
import {columnKey} from '../file/column-key.js';
import type {CheckOptions} from '../file/contract.js';
import type {Opened} from '../file/open-import.js';
import type {Survey} from './survey.js';

type Choice = Pick<CheckOptions, 'status' | 'unasked'>;

/** The columns to watch for words against mail: those that nobody mapped, and that fill no well-known field. */
export function suspectsOf({headers, plan, status: found}: Opened, {status, unasked = []}: Choice): StatusColumn[] {
  if (status === undefined || [status.column ?? []].flat().some(isNone)) return [];
  const isSplit = (column: number): boolean => plan.split.some(each => each.column === column);
  return suspectColumns(headers, found).filter(
    ({column, header}) =>
      (!plan.told.has(column) || unasked.includes(header)) &&
      !isSplit(column) &&
      familyOf(plan.fields[column] ?? '').length === 0,
  );
}

/** Refuses a file that leaves open who gets mail. Only its owner can say what such words and columns mean. */
export function requireClearStatuses(opened: Opened, {statusWatch, suspects, counts}: Survey, {status}: Choice): void {
  const {file, headers, plan} = opened;
  const values = statusWatch?.unknown ?? [];
  if (values.length > 0) {
    const someStay = statusWatch?.someStay === true;
    const others = clearColumns(opened.status, values, status?.column);
    throw new UnknownStatusError({file: file.name, values, others, someStay});
  }
  const found = suspects.found.map(({column, ...suspicion}) => ({
    ...suspicion,
    name: headers[column] || `column ${column + 1}`,
    key: columnKey(headers, column),
    field: `${plan.fresh.some(fresh => fresh.column === column) ? '+' : ''}${plan.fields[column] ?? ''}`,
  }));
  if (found.length === 0) return;
  // Columns that the line names are on it already.
  const detected = status?.column === undefined ? opened.status.map(({column}) => columnKey(headers, column)) : [];
  throw new SuspectColumnError({
    file: file.name,
    suspects: found,
    status: detected,
    against: suspects.rows,
    rows: counts.good,
  });
}
