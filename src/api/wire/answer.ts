import {ForeignAnswerError} from '../../core/errors.js';
import type {Does} from '../describe/does.js';
import {unknownOutcome} from './unknown-outcome.js';

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

/** Reads a whole body into memory. Downloads are small. */
export async function readWhole(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads a whole body as text. A body that would not fit into memory several times is refused. */
export async function readText(effect: Does, body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > LARGEST) throw tooLarge(effect);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const LARGEST = 128 * 1024 * 1024;

function tooLarge(effect: Does): Error {
  const what = 'The answer is larger than 128 MB.';
  if (effect !== 'reads') return unknownOutcome(what);
  return new ForeignAnswerError(what, {
    hint: 'The commands of emk read lists of any size: emk --help',
  });
}
