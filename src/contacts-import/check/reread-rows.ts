import {cellText, cellTexts, type RecordView, rawBytes, readRecords} from '../../csv/bytes/read-records.js';
import {assertUnchanged} from '../../csv/bytes/source-file.js';
import type {ExaminedRow, GoodRow, OriginalRow, RowKey, RowValues} from '../file/contract.js';
import type {Opened} from '../file/open-import.js';
import {reasonHeader, withoutReason} from '../file/rejects.js';
import {hasPassed, isSkippedByStatus, type State, state} from '../file/rows.js';
import {addressOf, examine, slotValue} from './examine-row.js';
import {plainCell} from './plain-cells.js';
import type {Rules} from './rules.js';
import type {Survey} from './survey.js';
import {type makeRowHasher, makeRowWriter, valuesIn} from './write-rows.js';

/** The line of the good row with a folded address, from memory; 0 if there is none. */
export function lineOf({addresses, verdicts}: Survey, address: string): number {
  const line = addresses.of(address);
  return hasPassed(verdicts.of(line)) ? line : 0;
}

/** Whether rows with a folded address are skipped because of their status, from memory. */
export const isLeftOut = ({addresses, verdicts}: Survey, address: string): boolean =>
  isSkippedByStatus(verdicts.of(addresses.of(address)));

/** The lines and addresses of the good rows: memory has only hashes of them. */
export const goodKeys = (opened: Opened, rules: Rules, {verdicts}: Survey): AsyncGenerator<readonly RowKey[]> =>
  reread(opened, record =>
    hasPassed(verdicts.of(record.line)) ? {line: record.line, address: addressOf(record, rules)} : undefined,
  );

/** The rows in one of these states, as they are sent. */
export async function* rowsIn(
  some: readonly State[],
  opened: Opened,
  rules: Rules,
  {verdicts}: Survey,
): AsyncGenerator<readonly GoodRow[]> {
  const write = makeRowWriter(rules);
  const isWanted = stateTest(some);
  yield* reread(opened, record => {
    if (!isWanted(verdicts.of(record.line))) return undefined;
    const bytes = write(record);
    return {line: record.line, address: addressOf(record, rules), bytes, values: () => valuesIn(bytes, rules.slots)};
  });
}

/** What the rows in one of these states say themselves. */
export async function* valuesOfRows(
  some: readonly State[],
  opened: Opened,
  rules: Rules,
  {verdicts}: Survey,
): AsyncGenerator<readonly RowValues[]> {
  const read = makeValueReader(rules);
  const isWanted = stateTest(some);
  yield* reread(opened, record =>
    isWanted(verdicts.of(record.line))
      ? {line: record.line, address: addressOf(record, rules), values: read(record)}
      : undefined,
  );
}

const stateTest = (some: readonly number[]): ((of: number) => boolean) => {
  const wanted = new Set(some);
  return of => wanted.has(of);
};

/** Passes on the good rows, one by one, as hashes only. */
export async function hashGoodRows(
  opened: Opened,
  mark: ReturnType<typeof makeRowHasher>,
  {verdicts}: Survey,
  see: (hashes: Uint32Array) => void,
): Promise<void> {
  const batches = reread(opened, record => {
    if (hasPassed(verdicts.of(record.line))) see(mark(record));
    return undefined;
  });
  for await (const _ of batches);
}

/** The rejected rows as in the file, each with its reasons. */
export async function* rejectedRows(opened: Opened, rules: Rules, {verdicts}: Survey): AsyncGenerator<ExaminedRow> {
  const own = (raw: Uint8Array) => (opened.headers.at(-1) === reasonHeader ? withoutReason(raw, rules.delimiter) : raw);
  const batches = reread(opened, record => {
    if (verdicts.of(record.line) !== state.rejected) return undefined;
    const {problems} = examine(record, rules);
    const cell = problems[0]?.cell ?? 0;
    return {
      line: record.line,
      reason: problems.map(({reason}) => reason).join('; '),
      raw: own(rawBytes(record)),
      texts: cellTexts(record),
      at: Math.max(0, (record.cells.starts[cell] ?? 0) - record.from),
    };
  });
  for await (const rows of batches) yield* rows;
}

export async function* rowsAt(opened: Opened, lines: {has(line: number): boolean}): AsyncGenerator<OriginalRow> {
  const batches = reread(opened, record =>
    lines.has(record.line) ? {line: record.line, raw: rawBytes(record), texts: cellTexts(record)} : undefined,
  );
  for await (const rows of batches) yield* rows;
}

/** Reads the file again, piece by piece, and yields what `take` returns for its records. */
async function* reread<T>(opened: Opened, take: (record: RecordView) => T | undefined): AsyncGenerator<T[]> {
  await assertUnchanged(opened.file, opened.seen);
  let taken: T[] = [];
  const visit = (record: RecordView) => {
    const result = record.line > opened.before ? take(record) : undefined;
    if (result !== undefined) taken.push(result);
  };
  for await (const _ of readRecords(opened, visit)) {
    const batch = taken;
    taken = [];
    if (batch.length > 0) yield batch;
  }
}

/** Reads what good rows say themselves, without the values of `--set`. */
function makeValueReader(rules: Rules): (record: RecordView) => Readonly<Record<string, string>> {
  const slots = rules.slots.flatMap(slot =>
    slot.field === undefined
      ? []
      : [{slot: {...slot, fallback: ''}, field: slot.field, stays: plainCell(slot.column, slot.rule.stays)}],
  );
  return record => {
    const {starts, ends} = record.cells;
    const values: Record<string, string> = {};
    for (const {slot, field, stays} of slots) {
      const {column} = slot;
      if (column < 0 || starts[column] === ends[column]) values[field] = '';
      else values[field] = stays(record) ? cellText(record, column) : fittedText(record, slot, rules);
    }
    return values;
  };
}

function fittedText(...[record, slot, rules]: Parameters<typeof slotValue>): string {
  const fitted = slotValue(record, slot, rules);
  return 'value' in fitted ? fitted.value : '';
}
