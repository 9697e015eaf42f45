import {shortHash} from '../../csv/bytes/hash-text.js';
import {cellText, cellTexts, type RecordView, readCsvRecords} from '../../csv/bytes/read-records.js';
import {delimiterName} from '../../csv/bytes/sniff-dialect.js';
import {assertUnchanged, sha256Of} from '../../csv/bytes/source-file.js';
import {cacheCells, isEmptyCell} from '../cells/cell-rules.js';
import {
  type CheckOptions,
  type Fitted,
  type GoodRow,
  type HashedField,
  type ImportField,
  importField,
  type OriginalRow,
  type RejectedRow,
  type RowKey,
  type RowValues,
} from '../file/contract.js';
import {headerOnly, type Opened, openImport} from '../file/open.js';
import {hasPassed, isSkippedByStatus, type RowState, state} from '../file/rows.js';
import {findingsInFile} from './findings.js';
import {watchMail} from './mail-watch.js';
import {makeRules, type Rules, toCsvCell} from './slots.js';
import {addressOf, examine, makeSurvey, type Survey} from './survey.js';

export type Checked = Awaited<ReturnType<typeof checkFile>>;

/**
 * Checks every row of a file before anything is sent: opens it (encoding, delimiter, header, columns), reads each row
 * once, and says what it found. Bad rows are only counted; `rejectedRows` gives reasons.
 */
export async function checkFile(
  options: CheckOptions,
  progress: (bytes: number, total: number) => void = () => undefined,
) {
  const opened = await openImport(options);
  const {file, headers, columns, seen} = opened;
  const fresh = columns.flatMap(({fields, isNew}) => (isNew ? fields : []));
  const asText = fresh.map(name => importField(name, 'text'));
  const rules = makeRules(opened, options, asText);
  const survey = makeSurvey(opened, rules, watchMail(opened, options));
  for await (const bytes of readCsvRecords(opened, survey.visit)) progress(Math.min(bytes, seen.size), seen.size);
  await assertUnchanged(file, seen);
  const {states} = survey;
  const count = {
    good: states.count(state.good),
    rejected: states.count(state.rejected),
    repeated: states.count(state.repeated),
  };
  const skipped = {
    left: states.count(state.left),
    bounced: states.count(state.bounced),
    out: states.count(state.out),
  };
  const rows = [...Object.values(count), ...Object.values(skipped)].reduce((sum, each) => sum + each);
  if (rows === 0) throw headerOnly(file.name);
  const newFields = newFieldsOf(opened, survey);
  const sent = makeRules(opened, options, newFields);
  let sha256: Promise<string> | undefined;
  return {
    ...count,
    rows,
    encoding: opened.encoding,
    delimiter: delimiterName(opened.dialect),
    columns: columnsSent(headers, sent),
    newFields,
    status: {headers: opened.status.map(({header}) => header), ...skipped},
    /** What is worth saying or asking about the file, in the order in which it is said. */
    findings: findingsInFile(opened, survey, options),
    size: seen.size,
    sha256: () => (sha256 ??= sha256Of(file, seen)),
    /** The file's own header, and whether a spreadsheet needs a byte order mark to read it correctly. */
    original: {
      header: opened.header.raw,
      mark: opened.marked || opened.encoding !== 'utf-8',
    },
    header: csvRow(sent.slots.map(({name}) => name)),
    ...readersOf(opened, survey, rules, {sent, own: makeRules(opened, {...options, set: []}, newFields)}),
  };
}

function valuesOfRow(record: RecordView, {slots}: Rules): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const {field, column, isSentAsIs, read} of slots) {
    if (field !== undefined) values[field] = isSentAsIs(record) ? cellText(record, column) : sentText(read(record));
  }
  return values;
}

const sentText = (fitted: Fitted): string => ('value' in fitted ? fitted.value : '');

/** Turns each value of a good row into a hash. */
function makeRowHasher({slots}: Rules, fields: readonly HashedField[]): (record: RecordView) => Uint32Array {
  const hashers = fields.map(({name, of}) => {
    const hash = (value: string): number => {
      const text = of(value);
      return text === undefined ? 0 : shortHash(text);
    };
    const {column = -1, fallback = '', valueFor, isSentAsIs} = slots.find(({field}) => field === name) ?? {};
    const empty = hash(fallback);
    if (column < 0 || !valueFor || !isSentAsIs) return () => empty;
    const others = cacheCells(column, cell => hash(sentText(valueFor(cell))));
    return (record: RecordView): number => {
      if (isEmptyCell(record, column)) return empty;
      return isSentAsIs(record) ? hash(cellText(record, column)) : others(record);
    };
  });
  const hashes = new Uint32Array(fields.length);
  return record => {
    for (let at = 0; at < hashers.length; at++) hashes[at] = hashers[at]?.(record) ?? 0;
    return hashes;
  };
}

/** A row, or the header, as it is sent: UTF-8, commas, and quotes only if needed. */
const csvRow = (cells: readonly string[]): Uint8Array => Buffer.from(cells.map(toCsvCell).join(','));

type CheckedColumn = {readonly header: string; readonly fields: readonly string[]};

const columnsSent = (headers: readonly string[], {slots}: Rules): readonly CheckedColumn[] =>
  headers.map((header, at) => ({
    header,
    fields: slots.flatMap(({column, field}) => (column === at && field !== undefined ? [field] : [])),
  }));

/** The fields to create; none for a column without values. */
const newFieldsOf = ({columns}: Opened, {empty}: Survey): readonly ImportField[] =>
  columns.flatMap(({fields: [name], isNew}, column) =>
    isNew && name !== undefined && !empty.has(column) ? [importField(name, 'text')] : [],
  );

/** The rules of a row as it is sent, with new fields and the values of `set`; and of what it says itself. */
type RulesOfSending = {readonly sent: Rules; readonly own: Rules};

/** The rows of a checked file: what memory knows of them, and what is read again, in the file's order. */
function readersOf(opened: Opened, {addresses, states}: Survey, rules: Rules, {sent, own}: RulesOfSending) {
  const keyOf = (record: RecordView): RowKey => ({line: record.line, address: addressOf(record, rules)});
  const originalOf = (record: RecordView): OriginalRow => ({
    line: record.line,
    raw: rawBytes(record),
    texts: cellTexts(record),
  });
  /** Reads the file again, piece by piece, and yields what `take` returns for its wanted records. */
  async function* readWhere<T>(isWanted: (line: number) => boolean, take: (record: RecordView) => T) {
    await assertUnchanged(opened.file, opened.seen);
    let taken: T[] = [];
    const visit = (record: RecordView) => {
      if (record.line > opened.header.line && isWanted(record.line)) taken.push(take(record));
    };
    for await (const _ of readCsvRecords(opened, visit)) {
      if (taken.length > 0) yield taken;
      taken = [];
    }
  }
  const readIn = <T>(some: readonly RowState[], take: (record: RecordView) => T) => {
    const wanted = new Set<number>(some);
    return readWhere(line => wanted.has(states.of(line)), take);
  };
  return {
    /** What each row is, and what has become of it: a row stays good, whatever the plan and the work make of it. */
    states,
    /** The line of the good row with this folded address, from memory; 0 if there is none. */
    lineOf(address: string): number {
      const line = addresses.of(address);
      return hasPassed(states.of(line)) ? line : 0;
    },
    /** Whether rows with this folded address are skipped because of their status, from memory. */
    isLeftOut: (address: string): boolean => isSkippedByStatus(states.of(addresses.of(address))),
    goodKeys: () => readWhere(line => hasPassed(states.of(line)), keyOf),
    /** All good rows as hashes of what they say themselves, 0 for an empty value, mostly without decoding. */
    async hashGoodRows(fields: readonly HashedField[], see: (hashes: Uint32Array) => void): Promise<void> {
      const hash = makeRowHasher(own, fields);
      const isGood = (line: number): boolean => hasPassed(states.of(line));
      for await (const _ of readWhere(isGood, record => void see(hash(record))));
    },
    rowsIn: (...some: readonly RowState[]): AsyncIterable<readonly GoodRow[]> =>
      readIn(some, record => {
        const values = valuesOfRow(record, sent);
        return {...keyOf(record), values, bytes: csvRow(sent.slots.map(({field = ''}) => values[field] ?? ''))};
      }),
    valuesOf: (...some: readonly RowState[]): AsyncIterable<readonly RowValues[]> =>
      readIn(some, record => ({...keyOf(record), values: valuesOfRow(record, own)})),
    rejectedRows: () =>
      readIn([state.rejected], (record): RejectedRow => {
        const reason = examine(record, rules).problems.map(each => each.reason);
        return {line: record.line, raw: rawBytes(record), reason: reason.join('; ')};
      }),
    /** Unchanged rows by their first lines: those that the service refused or lost. */
    rowsAt: (lines: {has(line: number): boolean}) => readWhere(line => lines.has(line), originalOf),
  };
}

/** The original bytes of the record, without its line end. */
const rawBytes = ({bytes, from, cells}: RecordView): Uint8Array => new Uint8Array(bytes.subarray(from, cells.end));
