import {type EmkError, UnknownOutcomeError, UnreachableError} from '../errors.js';
import type {Effect} from './schema.js';

/**
The one rule for answers that never came, or came unreadable: a read changed nothing and may be tried again; anything
else may have been applied, and nobody can say without looking.
*/
export const lost = (effect: Effect, what: string, cause?: unknown): EmkError =>
  effect === 'reads' ? new UnreachableError(what, {cause, hint: 'Try again.'}) : unknownOutcome(what, cause);

/** What became of a change cannot be known from what was received. */
export const unknownOutcome = (what: string, cause?: unknown, status?: number): UnknownOutcomeError =>
  new UnknownOutcomeError(`${what} The change may have been made or not.`, {cause, status});
