import {exitAfter, InterruptedError} from '../../errors.js';
import type {ApiRequest} from '../describe/request.js';

/** What a signal means for the request that it cut: a change that was `sent` may have been made. */
export function interrupted(signal: AbortSignal, {effect}: ApiRequest, sent: boolean): InterruptedError {
  const exit = exitAfter(signal);
  return effect === 'reads' || !sent
    ? new InterruptedError('Interrupted.', {exit})
    : new InterruptedError('Interrupted while a change was under way: it may have been made or not.', {
        exit,
        hint: 'Look before you try again.',
      });
}
