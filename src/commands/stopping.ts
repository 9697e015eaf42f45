import {EmkError, InterruptedError, ThrottledError, UnreachableError} from '../errors.js';
import type {Host} from '../system/host.js';

/**
Whether an error ends a piece of work of many records: refused keys, a closed guard, Ctrl-C or a service that is not
there are not about the one record that met them, and would meet all that follow.
*/
export const endsAll = (error: EmkError): boolean =>
  error.exit <= 3 ||
  error instanceof InterruptedError ||
  error instanceof UnreachableError ||
  error instanceof ThrottledError;

/** An error as one of ours, where it is one: a wait that Ctrl-C cut short throws what Node throws. */
export function toEmkError(error: unknown, {interrupted}: Pick<Host, 'interrupted'>): EmkError | undefined {
  if (error instanceof EmkError) return error;
  if (!interrupted.aborted || !(error instanceof Error) || error.name !== 'AbortError') return undefined;
  return new InterruptedError('Interrupted.', {exit: interrupted.reason === 'SIGTERM' ? 143 : 130});
}

/** What is said of the records that nobody tried any more. */
export const untried = (stopped: EmkError): EmkError =>
  stopped instanceof InterruptedError
    ? new InterruptedError('Interrupted before it was tried.', {exit: stopped.exit === 143 ? 143 : 130})
    : stopped;
