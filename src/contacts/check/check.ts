import {cellTexts, type RecordView, rawBytes, readRecords} from '../../csv/bytes/read-records.js';
import {delimiterName} from '../../csv/bytes/sniff-dialect.js';
import {assertUnchanged, sha256Of} from '../../csv/bytes/source-file.js';
import type {Checked, CheckOptions, ExaminedRow} from '../file/contract.js';
import {headerOnly, type Opened, openImport} from '../file/open.js';
import {reasonHeader, withoutReason} from '../file/rejects.js';
import {hasPassed, isSkippedByStatus, state} from '../file/rows.js';
import {findingsOf} from './findings.js';
import {watchMail} from './mail-watch.js';
import {makeRules, type Rules} from './slots.js';
import {addressOf, examine, makeSurvey, type Survey} from './survey.js';
import {headerBytes, makeRowHasher, makeRowWriter, valuesOfRow} from './write-rows.js';

type CheckProgress = (bytes: number, total: number) => void;

/**
 * Checks every row of a file before anything is sent: opens it (encoding, delimiter, header, columns), reads each row
 * once, and says what it found. Bad rows are only counted; `rejectedRows` gives reasons.
 */
export async function checkFile(options: CheckOptions, progress: CheckProgress = () => undefined): Promise<Checked> {
  const opened = await openImport(options);
  const {headers, columns, seen, status} = opened;
  const fresh = columns.flatMap(({fields, isNew}) => (isNew ? fields : []));
  const asText = fresh.map(name => ({name, type: 'text'}) as const);
  const rules = makeRules(opened, options, asText);
  const survey = await surveyed(opened, options, rules, progress);
  const {states} = survey;
  const newFields = newFieldsOf(opened, survey);
  const sent = makeRules(opened, options, newFields);
  let sha256: Promise<string> | undefined;
  return {
    encoding: opened.encoding,
    delimiter: delimiterName(opened.dialect),
    columns: headers.map((header, column) => ({
      header,
      fields: sent.slots.flatMap(slot => (slot.column === column && slot.field !== undefined ? [slot.field] : [])),
    })),
    newFields,
    rows: rowsIn(survey),
    good: states.count(state.good),
    rejected: states.count(state.rejected),
    repeated: states.count(state.repeated),
    status: {
      headers: status.map(({header}) => header),
      left: states.count(state.left),
      bounced: states.count(state.bounced),
      out: states.count(state.out),
    },
    findings: findingsOf(opened, survey, options, rules),
    readAs: options.readAs,
    size: seen.size,
    sha256: () => (sha256 ??= sha256Of(opened.file, seen)),
    original: {
      header: withoutOwnReason(opened, opened.header.raw),
      mark: opened.marked || opened.encoding !== 'utf-8',
    },
    header: headerBytes(sent.slots),
    ...readersOf(opened, survey, rules, {sent, own: makeRules(opened, {...options, set: []}, newFields)}),
  };
}

const rowsIn = ({states}: Survey): number =>
  states.count(state.good, state.rejected, state.repeated, state.left, state.bounced, state.out);

/** The fields to create, with the types that fit all their values; none for a column without values. */
const newFieldsOf = ({columns}: Opened, {guesses, empty}: Survey): Checked['newFields'] =>
  columns.flatMap(({fields: [name]}, column) => {
    const guess = guesses.get(column);
    return guess === undefined || name === undefined || empty.has(column) ? [] : [{name, type: guess.type}];
  });

/** Reads the file once, and refuses a file that cannot be imported as a whole. */
async function surveyed(opened: Opened, options: CheckOptions, rules: Rules, progress: CheckProgress): Promise<Survey> {
  const {file, seen} = opened;
  const survey = makeSurvey(opened, rules, watchMail(opened, options), expectedRows(opened));
  for await (const bytes of readRecords(opened, survey.visit)) {
    progress(Math.min(bytes, seen.size), seen.size);
  }
  await assertUnchanged(file, seen);
  if (rowsIn(survey) === 0) throw headerOnly(file.name);
  return survey;
}

/** Guesses the number of rows from the length of the first ones. A wrong guess costs only a little time or memory. */
function expectedRows({rows, seen}: Opened): number {
  const bytes = rows.reduce((sum, {raw}) => sum + raw.length + 1, 0);
  return Math.min(20_000_000, bytes === 0 ? 1 : (seen.size * rows.length) / bytes);
}

type Readers = Pick<
  Checked,
  'states' | 'lineOf' | 'isLeftOut' | 'goodKeys' | 'rowsIn' | 'valuesOf' | 'hashGoodRows' | 'rejectedRows' | 'rowsAt'
>;

/** The rules of a row as it is sent, with new fields and the values of `set`; and of what it says itself. */
type Sending = {readonly sent: Rules; readonly own: Rules};

/** The rows of a checked file: what memory knows of them, and what is read again. */
function readersOf(opened: Opened, {addresses, states}: Survey, rules: Rules, {sent, own}: Sending): Readers {
  const keyOf = (record: RecordView) => ({line: record.line, address: addressOf(record, rules)});
  const readWhere = <T>(isWanted: (of: number) => boolean, take: (record: RecordView) => T | undefined) =>
    reread(opened, record => (isWanted(states.of(record.line)) ? take(record) : undefined));
  const isIn = (some: readonly number[]): ((of: number) => boolean) => {
    const wanted = new Set(some);
    return of => wanted.has(of);
  };
  return {
    states,
    lineOf(address) {
      const line = addresses.of(address);
      return hasPassed(states.of(line)) ? line : 0;
    },
    isLeftOut: address => isSkippedByStatus(states.of(addresses.of(address))),
    goodKeys: () => readWhere(hasPassed, keyOf),
    rowsIn(...some) {
      const write = makeRowWriter(sent);
      return readWhere(isIn(some), record => {
        const values = valuesOfRow(record, sent);
        return {...keyOf(record), bytes: write(record), values: () => values};
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
          lines.has(record.line)
            ? {line: record.line, raw: withoutOwnReason(opened, rawBytes(record)), texts: cellTexts(record)}
            : undefined,
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
const withoutOwnReason = ({headers, dialect}: Opened, raw: Uint8Array): Uint8Array =>
  headers.at(-1) === reasonHeader ? withoutReason(raw, delimiterName(dialect)) : raw;

/** Reads the file again, piece by piece, and yields what `take` returns for its records. */
async function* reread<T>(opened: Opened, take: (record: RecordView) => T | undefined): AsyncGenerator<T[]> {
  await assertUnchanged(opened.file, opened.seen);
  let taken: T[] = [];
  const visit = (record: RecordView) => {
    const result = record.line > opened.header.line ? take(record) : undefined;
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
