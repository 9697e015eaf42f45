import {BadByteError} from '../../csv/bytes/encodings.js';
import {readRecords} from '../../csv/bytes/read-records.js';
import {delimiterName} from '../../csv/bytes/sniff-dialect.js';
import {assertUnchanged, sha256Of} from '../../csv/bytes/source-file.js';
import type {Checked, CheckOptions} from '../file/contract.js';
import {guessFor, headerOnly, type Opened, openImport} from '../file/open.js';
import {findingsOf} from './findings.js';
import {watchMail} from './mail-watch.js';
import {rowsOf, withoutOwnReason} from './read-again.js';
import {makeRules, type Rules} from './slots.js';
import {makeSurvey, type Survey} from './survey.js';
import {headerBytes} from './write-rows.js';

type CheckProgress = (bytes: number, total: number) => void;

/**
 * Checks every row of a file before anything is sent: opens it (encoding, delimiter, header, columns), reads each row
 * once, and says what it found. Bad rows are only counted; `rejectedRows` gives reasons.
 */
export async function checkFile(options: CheckOptions, progress: CheckProgress = () => undefined): Promise<Checked> {
  const opened = await openImport(options);
  try {
    return await checkOpened(opened, options, progress);
  } catch (error) {
    const mayGuess = error instanceof BadByteError && options.encoding === 'auto' && opened.encoding === 'utf-8';
    if (!mayGuess || opened.marked) throw error;
    const guessed = await guessFor(opened.file, error.line);
    if (guessed === undefined) throw error;
    return await checkOpened(await openImport(options, guessed), options, progress);
  }
}

async function checkOpened(opened: Opened, options: CheckOptions, progress: CheckProgress): Promise<Checked> {
  const {headers, columns, seen, status} = opened;
  const fresh = columns.flatMap(({fields, isNew}) => (isNew ? fields : []));
  const rules = makeRules(
    opened,
    options,
    fresh.map(name => ({name, type: 'text'})),
  );
  const survey = await surveyed(opened, options, rules, progress);
  const newFields = newFieldsOf(opened, survey);
  const sent = makeRules(opened, options, newFields);
  const {rows, good, rejected, repeated, left, bounced, out} = survey.counts;
  let sha256: Promise<string> | undefined;
  return {
    encoding: opened.encoding,
    delimiter: delimiterName(opened.dialect),
    columns: headers.map((header, column) => ({
      header,
      fields: sent.slots.flatMap(slot => (slot.column === column && slot.field !== undefined ? [slot.field] : [])),
    })),
    newFields,
    ...{rows, good, rejected, repeated},
    status: {headers: status.map(({header}) => header), left, bounced, out},
    findings: findingsOf(opened, survey, options, rules),
    readAs: new Map(),
    size: seen.size,
    sha256: () => (sha256 ??= sha256Of(opened.file, seen)),
    original: {
      header: withoutOwnReason(opened, opened.header.raw),
      mark: opened.marked || opened.encoding !== 'utf-8',
    },
    header: headerBytes(sent.slots),
    ...rowsOf(opened, survey, rules, {sent, own: makeRules(opened, {...options, set: []}, newFields)}),
  };
}

/** The fields to create, with the types that fit all their values; none for a column without values. */
const newFieldsOf = ({columns}: Opened, {guesses, empty}: Survey): Checked['newFields'] =>
  columns.flatMap(({fields: [name]}, column) => {
    const guess = guesses.get(column);
    return guess === undefined || name === undefined || empty.has(column) ? [] : [{name, type: guess.type}];
  });

/** Reads the file once, and refuses a file that cannot be imported as a whole. */
async function surveyed(opened: Opened, options: CheckOptions, rules: Rules, progress: CheckProgress): Promise<Survey> {
  const {file, seen} = opened;
  const mail = watchMail(opened, options);
  const survey = makeSurvey(opened, rules, mail, expectedRows(opened));
  for await (const bytes of readRecords(opened, survey.visit)) {
    progress(Math.min(bytes, seen.size), seen.size);
  }
  survey.finish();
  await assertUnchanged(file, seen);
  if (survey.counts.rows === 0) throw headerOnly(file.name);
  return survey;
}

/** Guesses the number of rows from the length of the first ones. A wrong guess costs only a little time or memory. */
function expectedRows({rows, seen}: Opened): number {
  const bytes = rows.reduce((sum, {raw}) => sum + raw.length + 1, 0);
  return Math.min(20_000_000, bytes === 0 ? 1 : (seen.size * rows.length) / bytes);
}
