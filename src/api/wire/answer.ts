/** An account, and what a service answers to a request with its keys. */

import {type EmkError, ForeignAnswerError, UnknownOutcomeError, UnreachableError} from '../../core/errors.js';
import type {Does} from '../describe/schema.js';

/** Where requests go and with which keys. Both come from the same source. */
export type Account = {
  /** The name for people: the profile's name, `environment` or `sandbox`. */
  readonly name: string;
  readonly source: 'profile' | 'environment' | 'sandbox';
  readonly baseUrl: string;
  readonly publicKey: string;
  readonly secretKey: string;
  /** `read-only` refuses every write; `protected` asks for the profile's name first. */
  readonly guard: 'none' | 'protected' | 'read-only';
};

export type Head = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Removes the keys from a text: an answer may repeat what was sent. */
  withoutKeys(text: string): string;
};

/** An answer whose body is still arriving. Iterating the body may throw the typed error of a lost connection. */
export type LiveAnswer = Head & {readonly body: AsyncIterable<Uint8Array>};

/** An answer that was read, or the part of it that matters. */
export type Answer = Head & {
  readonly text: string;
  /** False if the body ended too early. */
  readonly complete: boolean;
};

/** Reads a whole body. One that would not fit into memory several times is refused. */
export async function readWhole(effect: Does, body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > LARGEST) throw tooLarge(effect);
  }
  return Buffer.concat(chunks);
}

const LARGEST = 128 * 1024 * 1024;

function tooLarge(effect: Does): Error {
  const what = 'The answer is larger than 128 MB.';
  if (effect !== 'reads') return unknownOutcome(what);
  return new ForeignAnswerError(what, {
    hint: 'The commands of emk read lists of any size: emk --help',
  });
}

/** The error for an answer that never came or was unreadable: a change may have been made. */
export const lostAnswer = (effect: Does, what: string, cause?: unknown): EmkError =>
  effect === 'reads' ? new UnreachableError(what, {cause, hint: 'Try again.'}) : unknownOutcome(what, cause);

/** The error for a change that may or may not have been made. */
export const unknownOutcome = (what: string, cause?: unknown, status?: number): UnknownOutcomeError =>
  new UnknownOutcomeError(`${what} emk can't tell whether the change was saved.`, {cause, status});
