import {type EmkError, InterruptedError, PartialError, UnknownOutcomeError} from '../../core/errors.js';
import {number} from '../../core/words/sentence.js';
import type {Done, Failure} from '../../output/results/result.js';
import {type Ended, ended, sumOfEach} from './ending.js';

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
