import {targetOf} from '../../accounts/target.js';
import {forEachRecord} from '../../api/answers/record-sources.js';
import type {EmkError} from '../../errors.js';
import {PartialError} from '../../errors.js';
import {number, plural, withMore} from '../../words/sentence.js';
import {covers, type Ranges, rangesOfNumbers} from '../../work/ranges.js';
import type {Job} from '../run/job.js';
import type {Verified} from '../run/verify.js';
import {decideRow, type RowFacts} from '../send/plan.js';
import {withoutAddresses} from '../send/post.js';
import type {Tally} from '../send/sending.js';
import type {UntakenRow} from './sync-result.schema.js';
import {GIVEN_UP, readUntaken, type Untaken, type UntakenStore} from './untaken-store.js';

/** A row that the service did not accept, described so that a person finds it in the file. */
/** The rows that are given up, and those that are sent alone this time. */
type UntakenBefore = {
  readonly givenUp: Ranges;
  readonly alone: Ranges;
  readonly givenUpRows: readonly UntakenRow[];
};

type Syncing = Pick<Job, 'context' | 'account' | 'checked' | 'source' | 'type'>;

/** Finds the rows of a file that the service did not accept before. With `again`, all of them are sent. */
export async function findUntaken(draft: Syncing, facts: RowFacts, again: boolean): Promise<UntakenBefore> {
  const untaken = untakenOf(draft);
  const none = {givenUp: [], alone: [], givenUpRows: []};
  if (untaken === undefined || untaken.rows.size === 0) return none;
  const {checked} = draft;
  const alone: number[] = [];
  const givenUpRows: UntakenRow[] = [];
  await forEachRecord(checked.goodRows(), row => {
    const before = untaken.rows.get(untaken.hashOf(checked.header, row));
    if (before === undefined || decideRow(row, facts) !== 'send') return;
    if (before.times < GIVEN_UP || again) alone.push(row.line);
    else givenUpRows.push({line: row.line, email: row.address, ...before});
  });
  return {givenUp: rangesOfNumbers(givenUpRows.map(({line}) => line)), alone: rangesOfNumbers(alone), givenUpRows};
}

type RowsSent = Pick<Tally, 'done' | 'refused' | 'dropped'> & Pick<Verified, 'absent'>;

/** The new people of a file after sending: how many arrived, and which rows were not accepted. */
export type NewPeople = {readonly arrived: number; readonly untaken: readonly UntakenRow[]};

/** Notes which rows the service did not accept. The next run sends each alone before giving up on any. */
export async function noteUntaken(draft: Syncing, facts: RowFacts, sent: RowsSent): Promise<NewPeople> {
  const before = untakenOf(draft);
  const next = new Map<string, Untaken>();
  const untaken: UntakenRow[] = [];
  const {checked} = draft;
  const isLost = (line: number): boolean =>
    sent.absent === undefined || !covers(sent.done, line) ? sent.dropped.has(line) : sent.absent.has(line);
  const inOneRequest = sent.absent === undefined && sent.dropped.size > 1;
  const isAboutRow = (line: number): boolean =>
    (!inOneRequest || covers(facts.alone ?? [], line)) && !mayBeDown(sent, line);
  let arrived = 0;
  await forEachRecord(checked.goodRows(), row => {
    if (!WAS_TO_SEND.has(decideRow(row, facts))) return;
    const hash = before?.hashOf(checked.header, row) ?? '';
    const known = before?.rows.get(hash);
    const reason = sent.refused.get(row.line);
    if (reason !== undefined || isLost(row.line)) {
      const isSure = reason !== undefined || isAboutRow(row.line);
      const noted = {
        times: timesUntaken(known, isSure),
        reason: reason === undefined ? null : withoutAddresses(reason),
      };
      next.set(hash, noted);
      untaken.push({line: row.line, email: row.address, ...noted});
    } else if (covers(sent.done, row.line)) {
      arrived++;
    } else if (known) {
      next.set(hash, known);
    }
  });
  await before?.save(next);
  return {arrived, untaken};
}

/** Whether the service may have been down when a row was lost: no answer came for it, and no other row arrived. */
const mayBeDown = ({done, dropped}: RowsSent, line: number): boolean =>
  done.length === 0 && dropped.get(line) === 'unanswered';

const WAS_TO_SEND: ReadonlySet<ReturnType<typeof decideRow>> = new Set(['send', 'givenUp']);

/**
 * In how many runs a row was not taken; one that may have been taken along by others, or by a service that was
 * down, counts once at most.
 */
const timesUntaken = (known: Untaken | undefined, isSure: boolean): number =>
  isSure ? (known?.times ?? 0) + 1 : Math.max(1, known?.times ?? 0);

function untakenOf({context, account, type, source}: Syncing): UntakenStore | undefined {
  if (type.id === undefined) return undefined;
  const file = source.kept ? source.name : source.path;
  return readUntaken(context.host, {...targetOf(account), type: type.id, file});
}

/** The first rows by line and address. */
export function rowsNamed(rows: readonly UntakenRow[], file: string): string {
  const each = rows.map(
    ({line, email, reason}) => `line ${number(line)} (${email}${reason === null ? '' : `: ${reason}`})`,
  );
  return `${withMore(each)} of ${file}`;
}

/** The error of a sync whose new rows did not all arrive. */
export const untakenIn = (rows: readonly UntakenRow[], file: string): EmkError | undefined =>
  rows.length === 0
    ? undefined
    : new PartialError(`The service did not take ${rowsNamed(rows, file)}.`, {
        hint: 'Run the same sync again. emk looks first, and does only what is left.',
      });

/** The error of a sync whose file has given-up rows. */
export const givenUpIn = (rows: readonly UntakenRow[], file: string): EmkError | undefined =>
  rows.length === 0
    ? undefined
    : new PartialError(
        `The service refused ${rowsNamed(rows, file)} in ${GIVEN_UP} runs, so emk no longer sends ${plural(rows.length, 'it', 'them')}.`,
        {
          hint: `Fix the ${plural(rows.length, 'row')} in ${file}: a changed row is sent again. To send ${plural(rows.length, 'it', 'them')} unchanged, add --retry-refused.`,
        },
      );
