import {BadByteError} from '../../csv/bytes/encodings.js';
import {readRecords} from '../../csv/bytes/read-records.js';
import {delimiterName} from '../../csv/bytes/sniff-dialect.js';
import {assertUnchanged, sha256Of} from '../../csv/bytes/source-file.js';
import type {DatesSeen} from '../cells/guess-type.js';
import type {Checked, CheckOptions} from '../file/contract.js';
import {guessFor, headerOnly, type Opened} from '../file/open-import.js';
import {reasonHeader, withoutReason} from '../file/rejects.js';
import {watchMail} from './mail-watch.js';
import {type Fitting, openFitting, ordersIn} from './open-fitting.js';
import {goodKeys, hashGoodRows, isLeftOut, lineOf, rejectedRows, rowsAt, rowsIn, valuesOfRows} from './reread-rows.js';
import {makeRules, type Rules} from './rules.js';
import {makeSurvey, type Survey} from './survey.js';
import {warningsOf} from './warnings.js';
import {badColumns} from './watch-values.js';
import {headerBytes, makeRowHasher} from './write-rows.js';

type CheckProgress = (bytes: number, total: number) => void;

/** Checks every row of a file before anything is sent. Bad rows are only counted; `rejectedRows` gives reasons. */
export async function checkFile(options: CheckOptions, progress: CheckProgress = () => undefined): Promise<Checked> {
  const fitting = await openFitting(options);
  const {opened} = fitting;
  try {
    return await checkOpened(fitting, progress);
  } catch (error) {
    const guess = error instanceof BadByteError && options.encoding === 'auto' && opened.encoding === 'utf-8';
    if (!guess || opened.marked) throw error;
    const guessed = await guessFor(opened.file, error.line);
    if (guessed === undefined) throw error;
    return await checkOpened(await openFitting(options, guessed), progress);
  }
}

/** Reads the whole file once. */
async function checkOpened({opened, options, dates}: Fitting, progress: CheckProgress): Promise<Checked> {
  const {headers, plan, seen} = opened;
  const fresh = plan.fresh.map(({name}) => ({name, type: 'text'}) as const);
  const rules = makeRules(opened, options, fresh);
  const survey = await surveyed(opened, options, rules, progress);
  const {counts} = survey;
  const newFields = newFieldsOf(opened, survey);
  const guesses = [...survey.guesses].map(([column, guess]) => [column, guess.dates] as const);
  const shownOrders = new Map([...(options.shownOrders ?? []), ...ordersIn(guesses)]);
  let sha256: Promise<string> | undefined;
  const sent = makeRules(opened, {...options, shownOrders}, newFields);
  return {
    encoding: opened.encoding,
    delimiter: delimiterName(opened.dialect),
    columns: headers.map((text, column) => ({
      header: text,
      fields: sent.slots.flatMap(slot => (slot.column === column && slot.field !== undefined ? [slot.field] : [])),
    })),
    newFields,
    rows: counts.rows,
    good: counts.good,
    rejected: counts.rejected,
    repeated: counts.repeated,
    status: {
      headers: opened.status.map(({header: name}) => name),
      left: counts.left,
      bounced: counts.bounced,
      out: counts.out,
    },
    readAs: new Map(),
    strangeCountries: [...survey.values.strange.values()],
    badColumns: badColumns(survey.values, rules).map(column => ({
      ...column,
      twoMeanings: openDate(dates.get(column.column)),
    })),
    mistyped: [...survey.values.mistyped.values()],
    unclear: survey.values.unclear,
    warnings: warningsOf(opened, survey, {...options, dates}),
    size: seen.size,
    sha256: () => (sha256 ??= sha256Of(opened.file, seen)),
    original: {header: ownHeader(opened), mark: opened.marked || opened.encoding !== 'utf-8'},
    header: headerBytes(sent.slots),
    lineOf: address => lineOf(survey, address),
    states: survey.verdicts,
    isLeftOut: address => isLeftOut(survey, address),
    goodKeys: () => goodKeys(opened, rules, survey),
    rowsIn: (...some) => rowsIn(some, opened, sent, survey),
    valuesOf: (...some) => valuesOfRows(some, opened, sent, survey),
    hashGoodRows: (marking, see) => hashGoodRows(opened, makeRowHasher(sent, marking), survey, see),
    rejectedRows: () => rejectedRows(opened, rules, survey),
    rowsAt: lines => rowsAt(opened, lines),
  };
}

/** A date with two meanings, if none of the first rows shows which one is right. */
const openDate = (seen: DatesSeen | undefined): string | undefined =>
  seen === undefined || seen.dmy || seen.mdy ? undefined : seen.unclear?.text;

const newFieldsOf = ({plan}: Opened, {guesses, empty}: Survey): Checked['newFields'] =>
  plan.fresh.flatMap(({name, column}) => {
    const guess = guesses.get(column);
    return guess === undefined || empty.has(column) ? [] : [{name, type: guess.type}];
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
  mail.requireClear();
  return survey;
}

/** The header as the user wrote it, without the reason column that emk adds to files of rejected rows. */
const ownHeader = ({headers, header, dialect}: Opened): Uint8Array =>
  headers.at(-1) === reasonHeader ? withoutReason(header.raw, delimiterName(dialect)) : header.raw;

/** Guesses the number of rows from the length of the first ones. A wrong guess costs only a little time or memory. */
function expectedRows({rows, seen}: Opened): number {
  const bytes = rows.reduce((sum, {raw}) => sum + raw.length + 1, 0);
  return Math.min(20_000_000, bytes === 0 ? 1 : (seen.size * rows.length) / bytes);
}
