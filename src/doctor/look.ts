import {EmkError} from '../errors.js';
import {codeOf} from '../system/error-code.js';
import type {Look} from './looks.schema.js';

/** The three results of a look. Only a good one needs no hint. */
export const good = (check: string, says: string, facts?: Look['facts']): Look => ({
  check,
  state: 'good',
  says,
  ...(facts && {facts}),
});

const notGood =
  (state: 'note' | 'wrong') =>
  (check: string, says: string, hint: string, facts?: Look['facts']): Look => ({
    ...{check, state, says, hint},
    ...(facts && {facts}),
  });

export const note = notGood('note');
export const wrong = notGood('wrong');

/** The result of a failed look. An unexpected error is rethrown: it is a bug, not a finding. */
export function failedLook(check: string, error: unknown, hint: string): Look {
  if (error instanceof EmkError) return wrong(check, error.message, error.hint ?? hint);
  const code = codeOf(error);
  if (code === '') throw error;
  return wrong(check, error instanceof Error ? error.message : code, hint);
}
