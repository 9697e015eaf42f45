import type {Failure, Result} from './commands/command.js';
import {type EmkError, PartialError, UnknownOutcomeError} from './errors.js';

/** The error that a printed result still ends with: what could not be done, in one sentence with its reasons. */
export function failureOf(result: Result): EmkError | undefined {
  if (result.kind === 'data' || result.kind === 'record') return result.error;
  if (result.kind !== 'done' || result.failed.length === 0) return undefined;
  const {done, failed} = result;
  const [first, ...others] = failed as readonly [Failure, ...Failure[]];
  if (done.length === 0 && others.length === 0) return first.error;
  const reasons = failed.slice(0, SHOWN).map(({id, error}) => `${id}: ${error.message}`);
  const more = failed.length > SHOWN ? ` And ${failed.length - SHOWN} more.` : '';
  const message = `${failed.length} of ${done.length + failed.length} failed. ${reasons.join(' ')}${more}`;
  if (done.length === 0 && others.every(({error}) => error.exit === first.error.exit))
    return alike(first.error, message);
  const unknown = failed.find(({error}) => error instanceof UnknownOutcomeError);
  if (unknown)
    return new UnknownOutcomeError(message, {hint: 'Look which of them are still there before you try again.'});
  return new PartialError(message, {hint: done.length > 0 ? 'The others are done.' : undefined});
}

/** An error of the same kind for all of them: when nothing was done for one reason, a script should hear that reason. */
function alike(error: EmkError, message: string): EmkError {
  const SameKind = error.constructor as new (message: string, details: {hint: string | undefined}) => EmkError;
  return new SameKind(message, {hint: error.hint});
}

/** How many reasons a sentence can hold and still be read. */
const SHOWN = 5;
