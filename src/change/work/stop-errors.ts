import {EmkError, InterruptedError, interruptedBy, ThrottledError, UnreachableError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';

/** Whether an error ends work on many records, since it would stop every following one too. */
export const stopsEverything = (error: EmkError): boolean =>
  error.exit <= 3 ||
  error instanceof InterruptedError ||
  error instanceof UnreachableError ||
  error instanceof ThrottledError;

/** An error as an `EmkError`; a fault of emk is thrown again. Node's error of a wait that Ctrl-C ended is an interruption. */
export function toEmkError(error: unknown, {interrupted}: Pick<Host, 'interrupted'>): EmkError {
  if (error instanceof EmkError) return error;
  if (!interrupted.aborted || !(error instanceof Error) || error.name !== 'AbortError') throw error;
  return interruptedBy(interrupted);
}

/** The error of the records that were not tried because the work had stopped. */
export const notTried = (stopped: EmkError): EmkError =>
  stopped instanceof InterruptedError
    ? new InterruptedError('Interrupted before emk tried it.', {exit: stopped.exit})
    : stopped;
