import {type EmkError, UnknownOutcomeError, UnreachableError} from '../../core/errors.js';
import type {Does} from '../describe/does.js';

/** The error for an answer that never came or was unreadable: a change may have been made. */
export const lostAnswer = (effect: Does, what: string, cause?: unknown): EmkError =>
  effect === 'reads' ? new UnreachableError(what, {cause, hint: 'Try again.'}) : unknownOutcome(what, cause);

/** The error for a change that may or may not have been made. */
export const unknownOutcome = (what: string, cause?: unknown, status?: number): UnknownOutcomeError =>
  new UnknownOutcomeError(`${what} emk can't tell whether the change was saved.`, {cause, status});
