import {type EmkError, ThrottledError, UnknownOutcomeError, UnreachableError} from '../../errors.js';
import {counted, number, plural} from '../../words/sentence.js';
import {rangesInWords, rangesOf} from '../../work/ranges.js';
import {type Comparison, compare} from './compare.js';
import {whyIncomplete} from './listing.js';
import type {PlannedRow} from './plan.js';
import {noteDone, type Sending} from './sending.js';
import type {ImportService} from './service.js';
import {type LatestAnswer, type Rest, waitForRest} from './wait-for-rest.js';

/** The part of an import that is needed to resolve a doubt. */
export type Doubting = {readonly service: ImportService} & Pick<
  Sending,
  'host' | 'tell' | 'journal' | 'source' | 'restTimes' | 'tally' | 'step'
>;

/** Finds out which rows arrived if no answer says so: waits for the list, then compares. Throws if in doubt. */
export async function resolveDoubt(
  sending: Doubting,
  rows: readonly PlannedRow[],
  latest: LatestAnswer,
): Promise<readonly PlannedRow[]> {
  const {service, host, journal, tally, tell} = sending;
  tally.unknown = rows;
  const rest = await waitForRest(service, host, sending.restTimes, latest, count =>
    tell.progress.show({label: 'Waiting until the list stops changing', ...(count === undefined ? {} : {done: count})}),
  );
  const seen = await look(sending, rows);
  const proven = rest.atRest && seen.complete;
  const absent = proven ? seen.absent : [];
  const linesOf = (some: readonly PlannedRow[]) => ({lines: rangesOf(rows, among(some))});
  journal.note({kind: 'settled', step: sending.step, there: linesOf(seen.present), absent: linesOf(absent)});
  noteDone(tally, seen.present, rows);
  tally.unknown = proven ? [] : seen.absent;
  if (tally.unknown.length > 0) throw inDoubt(sending, await whyNot(service, rest, seen));
  tell.notice(
    `The list ${rest.atRest ? 'no longer changes' : 'holds them'}${fromTo(rest)}: ` +
      `${number(seen.present.length)} of ${counted(rows.length, 'row')} ${plural(rows.length, 'is', 'are')} there. Nobody was added twice.`,
  );
  return absent;
}

async function look(sending: Doubting, rows: readonly PlannedRow[]): Promise<Comparison> {
  try {
    return await compare(sending.service, rows);
  } catch (error) {
    if (!(error instanceof UnreachableError || error instanceof ThrottledError)) throw error;
    throw inDoubt(sending, `the list of contacts could not be read: ${error.message}`, error);
  }
}

/** The error for rows whose outcome nobody can know. */
function inDoubt({tally, source, journal}: Doubting, reason: string, cause?: EmkError): UnknownOutcomeError {
  const lines = rangesInWords(rangesOf(tally.unknown));
  return new UnknownOutcomeError(
    `The outcome is unknown for ${lines} of ${source}: ${reason.replace(/\.$/, '')}. ` +
      `Before: ${counted(tally.sent, 'row')} arrived. After: not added.`,
    {cause, hint: `Run: emk contacts import resume ${journal.id} (it looks first, and adds only who is missing).`},
  );
}

const whyNot = async (service: ImportService, {atRest}: Rest, seen: Comparison): Promise<string> =>
  !atRest && seen.complete ? 'the list of contacts keeps changing' : whyIncomplete(service, seen);

const fromTo = ({first, last}: Rest): string =>
  first === undefined || last === undefined
    ? ''
    : first === last
      ? ` at ${number(last)}`
      : `, ${number(first)} → ${number(last)}`;

const among = (rows: readonly PlannedRow[]): ((row: PlannedRow) => boolean) => {
  const set = new Set(rows);
  return row => set.has(row);
};
