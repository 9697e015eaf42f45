import {EmkError} from '../../errors.js';

/** An error for programs that know nothing of emk's own: one sentence or two, and a code. */
export const plainError = (message: string, code: string, cause?: unknown): Error =>
  Object.assign(new Error(message, cause === undefined ? undefined : {cause}), {code});

/** Does some work, and throws an error of emk's as a plain one. */
export async function withPlainErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asPlain(error);
  }
}

/** The same for work that is done at once. */
export function orPlainError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asPlain(error);
  }
}

const asPlain = (error: unknown): unknown =>
  error instanceof EmkError
    ? plainError([error.message, error.hint].filter(Boolean).join(' '), error.code, error.cause)
    : error;
