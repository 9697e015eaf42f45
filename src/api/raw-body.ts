import {ForeignAnswerError} from '../errors.js';
import type {Answer, LiveAnswer} from './answer.js';
import {readAroundList} from './json-around-list.js';

/** Judges an answer. `body` is all of it, unless it was so large that its beginning is out already. */
export type CheckAnswer = (answer: Answer, body?: Uint8Array) => void;

/**
A body as it comes, judged like any other: before its first byte where it is small, as errors are, and else after its
last one, so that a list of any size needs no memory.
*/
export async function* rawBody({body, ...head}: LiveAnswer, check: CheckAnswer): AsyncGenerator<Uint8Array> {
  const held: Uint8Array[] = [];
  const around = createFrame();
  let size = 0;
  for await (const chunk of body) {
    around.push(chunk);
    size += chunk.length;
    if (size > HELD) {
      yield* held.splice(0);
      yield chunk;
    } else held.push(chunk);
  }
  if (size > HELD) around.checkWith(text => check({...head, ...text}));
  else {
    const whole = Buffer.concat(held);
    check({...head, text: whole.toString('utf8'), complete: true}, whole);
    yield whole;
  }
}

const HELD = 1024 * 1024;

/** What is left of a large answer without its arrays. One that holds more than fits besides them is not judged. */
function createFrame() {
  const around = readAroundList(NO_COLLECTION);
  let tooMuch = false;
  return {
    push(chunk: Uint8Array): void {
      if (tooMuch || around.hopeless()) return;
      try {
        around.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      } catch (error) {
        if (!(error instanceof ForeignAnswerError)) throw error;
        tooMuch = true;
      }
    },
    checkWith(check: (seen: Pick<Answer, 'text' | 'complete'>) => void): void {
      if (!tooMuch) check({text: around.text(), complete: around.phase() !== 'inside'});
    },
  };
}

/** A key that no answer has: all arrays count as beside the point. */
const NO_COLLECTION = '\u0000';
