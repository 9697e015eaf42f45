import {cellTexts, type RecordView, rawBytes, readRecords} from '../../csv/bytes/read-records.js';
import {delimiterName} from '../../csv/bytes/sniff-dialect.js';
import {assertUnchanged} from '../../csv/bytes/source-file.js';
import type {Checked, ExaminedRow} from '../file/contract.js';
import type {Opened} from '../file/open.js';
import {reasonHeader, withoutReason} from '../file/rejects.js';
import {hasPassed, isSkippedByStatus, state} from '../file/rows.js';
import type {Rules} from './slots.js';
import {addressOf, examine, type Survey} from './survey.js';
import {makeRowHasher, makeRowWriter, valuesIn, valuesOfRow} from './write-rows.js';

type Read = Pick<
  Checked,
  'states' | 'lineOf' | 'isLeftOut' | 'goodKeys' | 'rowsIn' | 'valuesOf' | 'hashGoodRows' | 'rejectedRows' | 'rowsAt'
>;

/** The rules of a row as it is sent, with new fields and the values of `set`; and of what it says itself. */
type Reading = {readonly sent: Rules; readonly own: Rules};

/** The rows of a checked file: what memory knows of them, and what is read again. */
export function rowsOf(opened: Opened, {addresses, verdicts}: Survey, rules: Rules, {sent, own}: Reading): Read {
  const keyOf = (record: RecordView) => ({line: record.line, address: addressOf(record, rules)});
  const readWhere = <T>(isWanted: (of: number) => boolean, take: (record: RecordView) => T | undefined) =>
    reread(opened, record => (isWanted(verdicts.of(record.line)) ? take(record) : undefined));
  const isIn = (some: readonly number[]): ((of: number) => boolean) => {
    const wanted = new Set(some);
    return of => wanted.has(of);
  };
  return {
    states: verdicts,
    lineOf(address) {
      const line = addresses.of(address);
      return hasPassed(verdicts.of(line)) ? line : 0;
    },
    isLeftOut: address => isSkippedByStatus(verdicts.of(addresses.of(address))),
    goodKeys: () => readWhere(hasPassed, keyOf),
    rowsIn(...some) {
      const write = makeRowWriter(sent);
      return readWhere(isIn(some), record => {
        const bytes = write(record);
        return {...keyOf(record), bytes, values: () => valuesIn(bytes, sent.slots)};
      });
    },
    valuesOf: (...some) => readWhere(isIn(some), record => ({...keyOf(record), values: valuesOfRow(record, own)})),
    async hashGoodRows(fields, see) {
      const hash = makeRowHasher(own, fields);
      for await (const _ of readWhere(hasPassed, record => void see(hash(record))));
    },
    rejectedRows: () => oneByOne(readWhere(isIn([state.rejected]), record => withReasons(record, opened, rules))),
    rowsAt: lines =>
      oneByOne(
        reread(opened, record =>
          lines.has(record.line) ? {line: record.line, raw: rawBytes(record), texts: cellTexts(record)} : undefined,
        ),
      ),
  };
}

/** A rejected row as in the file, with its reasons. */
function withReasons(record: RecordView, opened: Opened, rules: Rules): ExaminedRow {
  const {problems} = examine(record, rules);
  return {
    line: record.line,
    reason: problems.map(({reason}) => reason).join('; '),
    raw: withoutOwnReason(opened, rawBytes(record)),
    texts: cellTexts(record),
    at: Math.max(0, (record.cells.starts[problems[0]?.cell ?? 0] ?? 0) - record.from),
  };
}

/** A row, or the header, as the user wrote it: without the reason column that emk adds to files of rejected rows. */
export const withoutOwnReason = ({headers, dialect}: Opened, raw: Uint8Array): Uint8Array =>
  headers.at(-1) === reasonHeader ? withoutReason(raw, delimiterName(dialect)) : raw;

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

async function* oneByOne<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch;
}
