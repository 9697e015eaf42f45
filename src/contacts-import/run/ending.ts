import {relative} from 'node:path';
import {impossibleIn} from '../../effect/effect.js';
import {type EmkError, InterruptedError, PartialError, UnknownOutcomeError} from '../../errors.js';
import type {Sum} from '../../output/results/documents.schema.js';
import {fileTrouble} from '../../system/file-trouble.js';
import {counted, number, plural} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import {type Ended, type EndWords, errorOf, sumOf} from '../../work/ending.js';
import {rangesInWords, rangesOf} from '../../work/ranges.js';
import type {End} from '../../work/record.js';
import type {Checked, RejectedRow} from '../file/contract.js';
import {refusedPath, takePlaceOf, writeRejects} from '../file/rejects.js';
import {dropCopy} from '../file/source.js';
import {journalPath} from '../journal/runs.js';
import type {Sending, Tally} from '../send/sending.js';
import {effectOfImport} from './gate-import.js';
import type {ResultFiles} from './import-result.schema.js';
import {type Job, replacesItsFile} from './job.js';
import {type Outcome, toReport} from './report.js';
import {faultsIn, type Verified} from './verify.js';

/** How sending stopped: completed and verified, or at an error. */
export type Stop =
  | {readonly verified: Verified; readonly stopped?: undefined}
  | {readonly verified?: undefined; readonly stopped: EmkError};

type Ending = 'done' | 'partial' | 'unknown' | 'interrupted';

type Sent = Pick<Sending, 'tally' | 'journal' | 'host' | 'tell' | 'source'>;

/** Records how an import ended, and builds its report. An import that can be resumed keeps its copy of the file. */
export async function endOf(job: Job, sending: Sent, stop: Stop): Promise<Ended> {
  const {outcome, open, error, sum} = await outcomeOf(job, sending, stop);
  const {refused: _, journal: __, added, ...end} = outcome;
  recordEnd(sending, {...end, sent: added, open});
  if (!open) dropCopy(job.source);
  return toReport(job, outcome, sum, error);
}

/** The result of sending: its counts, whether something is left to resume, and its error, if any. */
export async function outcomeOf(
  job: Job,
  sending: Sent,
  {verified, stopped}: Stop,
): Promise<{
  readonly outcome: Outcome & {readonly result: Ending};
  readonly open: boolean;
  readonly error: EmkError | undefined;
  readonly sum: Sum;
}> {
  const {tally, journal} = sending;
  const written: ResultFiles = {...job.files, ...(await refusedFiles(job, sending)), ...verified?.files};
  const sum = sumOfRows(job, sending, {verified, stopped} as Stop);
  const first = stopped ? errorOf(sum, stopped, endWords(sending)) : complaint(job, sending, verified, written);
  const result = resultOf(first);
  // A file that may still be resumed must not change.
  const files = stopped || result === 'unknown' ? written : {...written, ...(await rejectsInPlace(job))};
  const error = stopped ? first : complaint(job, sending, verified, files);
  const outcome = {
    result,
    added: tally.sent,
    verified: verified?.verified ?? 0,
    missing: verified?.missing ?? 0,
    duplicates: verified?.duplicates ?? 0,
    unknown: tally.unknown.length,
    refused: tally.refused,
    files,
    journal: journalPath(journal.folder),
  };
  return {outcome, open: stopped !== undefined || result === 'unknown', error, sum};
}

/** After importing a file of rejected rows, leaves one such file instead of two. */
async function rejectsInPlace(job: Job): Promise<ResultFiles> {
  const {source, checked, files} = job;
  const {rejected, reasons} = files;
  if (rejected === undefined || reasons === undefined || !replacesItsFile(job)) return {};
  const moved = checked.sha256().then(sha256 => takePlaceOf(source.path, sha256, {rejected, reasons}));
  return (await moved.catch(() => undefined)) ?? {};
}

/** Writes the end into the journal. It only serves reports, so a failure to write it is ignored. */
export function recordEnd(
  {journal, host, tell}: Pick<Sent, 'journal' | 'host' | 'tell'>,
  {files, ...end}: Omit<End, 'kind' | 'at' | 'files'> & {readonly files: ResultFiles},
): void {
  const at = host.now().toISOString();
  try {
    journal.note({kind: 'end', at, ...end, files: {...files}});
  } catch (error) {
    if (!(error instanceof PartialError)) throw error;
    tell.warn(error.message);
  }
}

/** Writes the refused rows. The report does not need it: the journal has the reason for each row. */
async function refusedFiles(job: Job, {tally, tell}: Sent): Promise<ResultFiles> {
  try {
    return await writeRefused(job, tally);
  } catch (error) {
    const trouble = fileTrouble(error);
    if (!trouble) throw error;
    tell.warn(`emk could not save the rows that the service refused. ${trouble.message}`);
    return {};
  }
}

/** The rows that this line asked for: those to send, and those that nobody can import. */
function sumOfRows(job: Job, {tally}: Sent, {verified, stopped}: Stop): Sum {
  const {plan} = job;
  const {sent, refused, unknown} = tally;
  const impossible = impossibleIn(effectOfImport(job));
  const wanted = Math.max(plan.send + plan.earlier, sent + refused.size + unknown.length) + impossible;
  // Where only the last look failed, nobody knows what arrived; where it found that rows are missing, not which.
  const isUnseen = stopped && !(stopped instanceof InterruptedError) && wanted === sent + refused.size + impossible;
  const isSeen = verified === undefined;
  const done = isUnseen ? 0 : isSeen ? sent : verified.proven ? sent - verified.missing : verified.verified;
  const isOpen = isUnseen && !(stopped instanceof PartialError);
  const unseen = isOpen ? sent : isUnseen || isSeen || verified.proven ? 0 : sent - done;
  return sumOf({wanted, done, impossible: impossible + refused.size, doubtful: unknown.length + unseen});
}

const endWords = ({tally: {unknown}, journal, source}: Sent): EndWords => ({
  counts: ['row', 'rows'],
  did: 'added',
  again: `Run: emk contacts import resume ${journal.id}`,
  ...(unknown.length > 0 && {
    doubt: `emk does not know yet if ${rangesInWords(rangesOf(unknown))} of ${source} arrived.`,
  }),
});

/** The error of an import that sent all its rows, if something is still wrong. */
function complaint(job: Job, sending: Sent, verified: Verified, files: ResultFiles): EmkError | undefined {
  const {tally} = sending;
  const faults = faultsIn(verified);
  if (faults) return faults;
  if (!verified.proven) {
    const unseen = tally.sent - verified.verified;
    return new UnknownOutcomeError(
      `The service took ${counted(tally.sent, 'row')} but lists ${verified.verified === 0 ? 'none' : `only ${number(verified.verified)}`} of them: ${verified.why}.`,
      {
        hint:
          `emk cannot tell if the other ${number(unseen)} arrived. To look again later: emk contacts import resume ` +
          `${sending.journal.id}`,
      },
    );
  }
  const rejected = (job.settings.skipsRejected ? 0 : job.checked.rejected) + tally.refused.size;
  if (rejected === 0) return undefined;
  const others =
    tally.sent > 0
      ? '; the others were imported'
      : rejected === job.checked.rows
        ? ', so nothing was imported'
        : ', and there was nothing else to add';
  return new PartialError(`${counted(rejected, 'row')} ${plural(rejected, 'was', 'were')} rejected${others}.`, {
    hint: againInWords(job, files.rejected ?? files.refused),
  });
}

/** The command that imports the rows of a result file after they were fixed. */
function againInWords({list, settings, context}: Job, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const below = relative(context.host.cwd, path);
  const file = below.startsWith('..') ? path : below;
  const name = /^\d+$/.test(list.name) ? String(list.id) : list.name;
  const words = ['emk import', shellWord(file), '--list', shellWord(name), ...(settings.again ?? [])];
  return `Fix the rows in ${file}, then run: ${words.join(' ')}`;
}

export function resultOf(error: EmkError | undefined): Ending {
  if (!error) return 'done';
  if (error instanceof InterruptedError) return 'interrupted';
  return error instanceof UnknownOutcomeError ? 'unknown' : 'partial';
}

/**
 * Writes the rows that the service refused, as in the file, each with its reason: `leads.csv` gives
 * `leads.refused.csv`. It is a separate file, because somebody may already have fixed rows in the file of the check. A
 * later run replaces it, but a resumed run does not, because it contains the first part.
 */
async function writeRefused({checked, source, settings}: Job, {refused, written}: Tally): Promise<ResultFiles> {
  const fresh = new Map([...refused].filter(([line]) => !written.has(line)));
  if (fresh.size === 0) return {};
  const wanted = refusedPath(settings.rejects ?? source.rejects);
  const replaces = written.size === 0;
  const rejecting = {...checked, rejectedRows: () => refusedRows(checked, fresh)};
  const files = await writeRejects(rejecting, {wanted, replaces});
  return {refused: files.rejected, refused_reasons: files.reasons};
}

async function* refusedRows(checked: Checked, refused: ReadonlyMap<number, string>): AsyncIterable<RejectedRow> {
  for await (const {line, raw} of checked.rowsAt(refused)) {
    yield {line, raw, reason: `the service refused it: ${refused.get(line) ?? ''}`};
  }
}
