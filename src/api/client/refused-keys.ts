import {type EmkError, ForeignAnswerError, KeysError, RefusedError} from '../../core/errors.js';

/** Makes the check whether a refusal is about the keys: it sounds like it, and a plain read fails the same way. */
export function createKeyCheck(plainRead: () => Promise<unknown>): (error: unknown) => Promise<never> {
  let refused: Promise<boolean> | undefined;
  return async error => {
    if (!soundsLikeKeys(error)) throw error;
    refused ??= plainRead().then(
      () => false,
      (reason: unknown) => reason instanceof KeysError || soundsLikeKeys(reason),
    );
    if (!(await refused)) throw error;
    throw new KeysError(error.message, {
      cause: error,
      hint: 'The keys seem to be wrong. To log in again: emk login',
    });
  };
}

const soundsLikeKeys = (error: unknown): error is EmkError =>
  (error instanceof RefusedError || error instanceof ForeignAnswerError) &&
  Object.keys(error.fields).length === 0 &&
  (NO_ENTRY.test(error.message) || (KEYS.test(error.message) && WRONG.test(error.message)));

const NO_ENTRY = /\b(?:un-?|not )(?:authori[sz]ed|authenticated)\b|\bforbidden\b|\b(?:access|permission) denied\b/i;
const KEYS = /\b(?:keys?|credentials?|token)\b/i;
const WRONG = /\b(?:invalid|wrong|incorrect|unknown|bad|expired|not (?:valid|found|recogni[sz]ed))\b/i;
