import {cellTexts, type RecordView, rawBytes, readRecords} from '../../csv/bytes/read-records.js';
import {delimiterName} from '../../csv/bytes/sniff-dialect.js';
import {assertUnchanged} from '../../csv/bytes/source-file.js';
import type {Checked, ExaminedRow} from '../file/contract.js';
import type {Opened} from '../file/open.js';
import {reasonHeader, withoutReason} from '../file/rejects.js';
import type {Rules} from './slots.js';
import {addressOf, examine, good, isSkippedByStatus, rejected, type Survey} from './survey.js';
import {makeRowHasher, makeRowWriter, valuesIn, valuesOfRow} from './write-rows.js';

type Rows = Pick<
  Checked,
  | 'lineOf'
  | 'rowOf'
  | 'isLeftOut'
  | 'goodLines'
  | 'goodKeys'
  | 'goodRows'
  | 'goodValues'
  | 'hashGoodRows'
  | 'rejectedRows'
  | 'rowsAt'
>;

/** The rows of a checked file: what memory knows of them, and what is read again. `sent` are the rules with the new fields. */
export function rowsOf(opened: Opened, {addresses, verdicts}: Survey, rules: Rules, sent: Rules): Rows {
  const lineOf = (address: string): number => {
    const line = addresses.of(address);
    return verdicts.of(line) === good ? line : 0;
  };
  let countBefore: ((line: number) => number) | undefined;
  const keyOf = (record: RecordView) => ({line: record.line, address: addressOf(record, rules)});
  const goodOnes = <T>(take: (record: RecordView) => T | undefined) =>
    reread(opened, record => (verdicts.of(record.line) === good ? take(record) : undefined));
  return {
    lineOf,
    rowOf(address) {
      const line = lineOf(address);
      countBefore ??= verdicts.counterOf(good);
      return line === 0 ? -1 : countBefore(line);
    },
    isLeftOut: address => isSkippedByStatus(verdicts.of(addresses.of(address))),
    goodLines: () => verdicts.linesWith(good),
    goodKeys: () => goodOnes(keyOf),
    goodRows() {
      const write = makeRowWriter(sent);
      return goodOnes(record => {
        const bytes = write(record);
        return {...keyOf(record), bytes, values: () => valuesIn(bytes, sent.slots)};
      });
    },
    goodValues: () => goodOnes(record => ({...keyOf(record), values: valuesOfRow(record, sent)})),
    async hashGoodRows(fields, see) {
      const hash = makeRowHasher(sent, fields);
      for await (const _ of goodOnes(record => void see(hash(record))));
    },
    rejectedRows: () =>
      oneByOne(
        reread(opened, record =>
          verdicts.of(record.line) === rejected ? withReasons(record, opened, rules) : undefined,
        ),
      ),
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
