import type {RecordView} from '../../csv/bytes/read-records.js';
import {escapedCellKind} from '../../csv/bytes/scan-record.js';
import {isInk} from '../../records/fields/fold-address.js';
import type {CellRule, PlainBytes} from '../cells/cell-rules.js';

/** Tests one column's cell of a record without decoding it. */
export type CellTest = (record: RecordView) => boolean;

/** Chooses, once for a column, the test for plain cells whose bytes a rule accepts. */
export function plainCell(column: number, accepts: PlainBytes): CellTest {
  if (accepts === 'none') return () => false;
  if (accepts === 'any') return record => isPlain(record, column);
  return record => {
    const {starts, ends} = record.cells;
    return isPlain(record, column) && accepts(record.bytes, starts[column] as number, ends[column] as number);
  };
}

/** Chooses, once for a column, the test for certainly valid cells; with `asItStands`, of unchanged ones. */
export function certainlyGood(
  column: number,
  {passes, stays, whenEmpty}: CellRule,
  asItStands: boolean,
): CellTest | undefined {
  const accepts = asItStands ? both(passes, stays) : passes;
  if (whenEmpty !== undefined || asItStands) return plainCell(column, accepts);
  if (accepts === 'any') return undefined;
  const isGood = plainCell(column, accepts);
  return record => record.cells.starts[column] === record.cells.ends[column] || isGood(record);
}

const both = (one: PlainBytes, other: PlainBytes): PlainBytes => {
  if (one === other || other === 'any') return one;
  if (one === 'any') return other;
  if (one === 'none' || other === 'none') return 'none';
  return (bytes, from, to) => one(bytes, from, to) && other(bytes, from, to);
};

/** Whether a cell's bytes are its text: no doubled quotes, no formula guard, nothing to trim. */
function isPlain({bytes, cells}: RecordView, column: number): boolean {
  const from = cells.starts[column] as number;
  const to = cells.ends[column] as number;
  if (from === to || cells.kinds[column] === escapedCellKind) return false;
  const first = bytes[from] as number;
  return first !== apostrophe && isInk(first) && isInk(bytes[to - 1] as number);
}

const apostrophe = 0x27;
