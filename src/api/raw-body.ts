import {ForeignAnswerError} from '../errors.js';
import type {Answer, LiveAnswer} from './answer.js';
import {createOutline} from './outline.js';

/** Judges an answer. `body` is all of it, unless it was so large that its beginning is out already. */
export type Judge = (answer: Answer, body?: Uint8Array) => void;

/**
A body as it comes, judged like any other: before its first byte where it is small, as errors are, and else after its
last one, so that a list of any size needs no memory.
*/
export async function* rawBody({status, headers, body}: LiveAnswer, judge: Judge): AsyncGenerator<Uint8Array> {
  const held: Uint8Array[] = [];
  const outline = createFrame();
  let size = 0;
  for await (const chunk of body) {
    outline.push(chunk);
    size += chunk.length;
    if (size > HELD) {
      yield* held.splice(0);
      yield chunk;
    } else held.push(chunk);
  }
  if (size > HELD) outline.judgeBy(text => judge({status, headers, ...text}));
  else {
    const whole = Buffer.concat(held);
    judge({status, headers, text: whole.toString('utf8'), complete: true}, whole);
    yield whole;
  }
}

const HELD = 1024 * 1024;

/** What is left of a large answer without its arrays. One that holds more than fits besides them is not judged. */
function createFrame() {
  const outline = createOutline(NO_COLLECTION);
  let tooMuch = false;
  return {
    push(chunk: Uint8Array): void {
      if (tooMuch || outline.hopeless()) return;
      try {
        outline.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      } catch (error) {
        if (!(error instanceof ForeignAnswerError)) throw error;
        tooMuch = true;
      }
    },
    judgeBy(judge: (seen: Pick<Answer, 'text' | 'complete'>) => void): void {
      if (!tooMuch) judge({text: outline.text(), complete: outline.phase() !== 'inside'});
    },
  };
}

/** A key that no answer has: all arrays count as beside the point. */
const NO_COLLECTION = '\u0000';
