import {
  type EmkError,
  InterruptedError,
  isSilent,
  NotFoundError,
  PartialError,
  RefusedError,
  UnknownOutcomeError,
  UsageError,
} from '../../core/errors.js';
import {counted, number, plural} from '../../core/words/sentence.js';
import type {Sum} from '../../output/results/documents.js';
import type {Done, Failure, Result} from '../../output/results/result.js';

declare const end: unique symbol;

/** The result of a line that changes something: it has a sum, and its exit code follows from that. Only `ended` makes it. */
export type Ended = Result & {readonly [end]: true};

/** How the end of broken-off work is told: `3 of 12 contacts were deleted.` */
export type EndWords = {
  readonly counts: readonly [one: string, many: string];
  /** What was done to them: `deleted`. */
  readonly did: string;
  /** How to do what is left, in a sentence. */
  readonly again: string;
  /** The record at which it broke off: `Sender "News"`. */
  readonly at?: string | undefined;
};

/**
 * Ends a line by its sum: an interruption, then doubt, then a failure with nothing done, then what is left or
 * impossible. `why` is what kept the rest from being done; with `words` it is told with how much was done before.
 */
export function ended(sum: Sum, result: Result, why?: EmkError, words?: EndWords): Ended {
  const error = errorOf(sum, why, words);
  if (result.kind === 'nothing') {
    if (error) throw error;
    return result as Ended;
  }
  return {...withSum(result, sum), error} as Ended;
}

/** Ends a line that made one change. An error in its result says what a person must still look at. */
export const endedOne = (result: Result): Ended => ended(oneDone, result, errorIn(result));

/** The error that follows from a sum; none if all was done and nothing went wrong. */
export function errorOf(sum: Sum, why: EmkError | undefined, words?: EndWords): EmkError | undefined {
  const isTold = words === undefined || (why?.hint !== undefined && words.at === undefined);
  if (why instanceof InterruptedError) return words ? interrupted(sum, why, words) : why;
  if (why instanceof UnknownOutcomeError) return isTold ? why : inDoubt(sum, why, words);
  if (sum.doubtful > 0) return inDoubt(sum, why, words);
  // What failed with nothing done says so itself.
  if (why && (why instanceof PartialError ? isTold : sum.done === 0)) return why;
  return why || sum.left + sum.impossible > 0 ? partly(sum, why, words) : undefined;
}

export function sumIn(result: Result): Sum {
  if (result.kind === 'data') return (result.data as {readonly sum?: Sum} | null)?.sum ?? noWork;
  if (result.kind === 'done') return result.sum ?? sumOf({wanted: result.done.length, done: result.done.length});
  return result.kind === 'record' ? oneDone : noWork;
}

export const errorIn = (result: Result): EmkError | undefined => ('error' in result ? result.error : undefined);

/** Adds the sum to what programs read: to a document of emk's own, or to the report on single records. */
function withSum(result: Result, sum: Sum): Result {
  if (result.kind === 'done') return {...result, sum};
  const isDocument = result.kind === 'data' && typeof result.data === 'object' && !Array.isArray(result.data);
  return isDocument ? {...result, data: {...result.data, sum}} : result;
}

function interrupted(sum: Sum, why: InterruptedError, words: EndWords): InterruptedError {
  const {done, left, impossible} = sum;
  // What was made and not yet seen is told, and counts as nothing: "0 of 4" would deny it.
  const count = done > 0 || isSilent(why) ? soFar(sum, words) : '';
  const message =
    left + impossible === 0
      ? 'Interrupted after everything was done.'
      : [messageOf(why, words), count].filter(Boolean).join(' ');
  return new InterruptedError(message, {...detailsOf(why, words), exit: why.exit});
}

function inDoubt(sum: Sum, why: EmkError | undefined, words: EndWords = plainWords): UnknownOutcomeError {
  const {done, doubtful} = sum;
  const status = why instanceof UnknownOutcomeError ? why.status : undefined;
  const doubt = `emk can't tell whether ${counted(doubtful, ...words.counts)} ${plural(doubtful, 'was', 'were')} ${words.did}.`;
  const sentences = [
    why instanceof UnknownOutcomeError ? messageOf(why, words) : doubt,
    ...(done === 0 ? [] : [soFar(sum, words)]),
    ...(why && !(why instanceof UnknownOutcomeError) ? [messageOf(why, words)] : []),
  ];
  return new UnknownOutcomeError(sentences.join(' '), {...detailsOf(why, words), status});
}

function partly(sum: Sum, why: EmkError | undefined, words: EndWords = plainWords): PartialError {
  const message =
    why instanceof PartialError && words.at === undefined
      ? why.message
      : [soFar(sum, words), ...(why ? [messageOf(why, words)] : [])].join(' ');
  return new PartialError(message, detailsOf(why, words));
}

const messageOf = ({message}: EmkError, {at}: EndWords): string => (at === undefined ? message : `${at}: ${message}`);

const soFar = ({wanted, done}: Sum, {counts, did}: EndWords): string =>
  `${number(done)} of ${counted(wanted, ...counts)} ${plural(done, 'was', 'were')} ${did}.`;

const detailsOf = (why: EmkError | undefined, {again}: EndWords) => ({
  hint: [why?.hint, again].filter(Boolean).join('\n'),
  ...(why && {cause: why, fields: why.fields, called: why.called}),
});

const plainWords: EndWords = {
  counts: ['change', 'changes'],
  did: 'made',
  again: 'Run the same line again. emk looks first, and does what is left.',
};

/** The sum of some work. What is neither done nor impossible is left, whatever the reason. */
export const sumOf = ({wanted, done, impossible = 0, doubtful = 0}: Counts): Sum => ({
  ...{wanted, done, left: wanted - done - impossible},
  ...{impossible, doubtful},
});

type Counts = Pick<Sum, 'wanted' | 'done'> & Partial<Pick<Sum, 'impossible' | 'doubtful'>>;

/** No change was asked for: a dry run, a list of no ids, records that are only shown. */
export const noWork = sumOf({wanted: 0, done: 0});

const oneDone = sumOf({wanted: 1, done: 1});

export const addUp = (...sums: readonly Sum[]): Sum =>
  sums.reduce((all, one) => ({
    wanted: all.wanted + one.wanted,
    done: all.done + one.done,
    left: all.left + one.left,
    impossible: all.impossible + one.impossible,
    doubtful: all.doubtful + one.doubtful,
  }));

/**
 * The sum of work on single records, each of which was done or failed: some failures stay failures if the same line runs
 * again, and after some the work may have been done.
 */
const sumOfEach = ({done, failed, absent = 0}: Pick<Done, 'done' | 'failed' | 'absent'>): Sum =>
  sumOf({
    wanted: done.length + absent + failed.length,
    done: done.length + absent,
    impossible: failed.filter(({error}) => neverWorks.some(kind => error instanceof kind)).length,
    doubtful: failed.filter(({error}) => error instanceof UnknownOutcomeError).length,
  });

const neverWorks = [NotFoundError, RefusedError, UsageError];

/** Ends work on single records: the error lists each that failed with its reason. */
export const endedEach = (report: Done): Ended => ended(sumOfEach(report), report, whyOf(report));

function whyOf({done, failed, stopped}: Done): EmkError | undefined {
  const [first, ...others] = failed;
  // A signal that came too late to stop anything still decides the exit code.
  if (!first)
    return stopped instanceof InterruptedError
      ? new InterruptedError('Interrupted after everything was done.', {exit: stopped.exit})
      : undefined;
  return done.length === 0 && others.length === 0 ? first.error : ofSeveral({done, failed, stopped}, first.error);
}

function ofSeveral({done, failed, stopped}: Pick<Done, 'done' | 'failed' | 'stopped'>, first: EmkError): EmkError {
  const howMany = `${number(failed.length)} of ${number(done.length + failed.length)}`;
  const message = `${howMany} failed.`;
  const reasons = reasonsFor(failed);
  if (stopped instanceof InterruptedError) return alike(stopped, `Interrupted: ${howMany} were not done.`, reasons);
  if (failed.some(({error}) => error instanceof UnknownOutcomeError)) {
    return new UnknownOutcomeError(message, {
      ...reasons,
      hint: 'Check which of them are still there before you try again.',
    });
  }
  const nothingDone = done.length === 0 && !failed.some(({error}) => error instanceof PartialError);
  if (nothingDone && stopped) return alike(stopped, message, reasons);
  if (done.length === 0 && failed.every(({error}) => error.exit === first.exit)) return alike(first, message, reasons);
  return new PartialError(message, {...reasons, hint: done.length > 0 ? 'The others are done.' : undefined});
}

/** Each failed record with its message and the service's complaints, which the message may not contain. */
const reasonsFor = (failed: readonly Failure[]): Reasons => ({
  fields: Object.fromEntries(
    failed.map(({id, error}) => [String(id), [[error.message, ...Object.values(error.fields).flat()].join(' ')]]),
  ),
  called: Object.fromEntries(failed.map(({id, name = String(id)}) => [String(id), name])),
});

type Reasons = Pick<EmkError, 'fields' | 'called'>;

/** One error of the same kind for all records: if all failed for one reason, a script must get that exit code. */
function alike(error: EmkError, message: string, reasons: Reasons): EmkError {
  const {exit, hint} = error;
  const SameKind = error.constructor as new (message: string, details: object) => EmkError;
  return new SameKind(message, {hint, ...reasons, exit});
}
