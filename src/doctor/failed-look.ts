import {EmkError} from '../errors.js';
import {codeOf} from '../system/error-code.js';
import {wrong} from './look.js';
import type {Look} from './looks.schema.js';

/** The result of a failed look. An unexpected error is rethrown: it is a bug, not a finding. */
export function failedLook(check: string, error: unknown, hint: string): Look {
  if (error instanceof EmkError) return wrong(check, error.message, error.hint ?? hint);
  const code = codeOf(error);
  if (code === '') throw error;
  return wrong(check, error instanceof Error ? error.message : code, hint);
}
