import {text} from '../describe/notation.js';
import type {FileBody} from '../describe/operation.js';
import type {Operation} from '../describe/schema.js';
import {type Answer, type LiveAnswer, readWhole} from '../wire/answer.js';
import {textAnswerError, throwForStatus} from './answer-error.js';
import {openEnvelope} from './envelope.js';
import {jsonIn} from './php-warning.js';

/** Reads a download in any form: the file's bytes, a text inside the envelope, or a failure. */
export async function openFile(operation: Operation, live: LiveAnswer): Promise<FileBody> {
  const bytes = await readWhole(live.body);
  const {body: _, ...head} = live;
  const answer = {...head, text: bytes.toString('utf8'), complete: true};
  const inside = textInside(operation, answer);
  return inside === undefined
    ? {bytes, type: live.headers['content-type'] ?? ''}
    : {bytes: Buffer.from(inside), type: 'text/plain'};
}

/** The text in the envelope; undefined if the answer is the file itself. Throws the error of a failure. */
export function textInside(operation: Operation, answer: Answer): string | undefined {
  throwForStatus(operation.effect, answer);
  const body = answer.text.trimStart();
  if (body.startsWith('{') && jsonIn(body)) return openEnvelope({...operation, returns: text('')}, answer).output;
  if (answer.status >= 400 || body === '' || /^<(!doctype|html)/i.test(body))
    throw textAnswerError(operation.effect, answer);
  return undefined;
}
