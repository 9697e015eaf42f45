import {ForeignAnswerError} from '../errors.js';
import type {Answer, LiveAnswer} from './answer.js';
import {readAroundList} from './json-around-list.js';

/** Throws if an answer is a failure. `body` is all of it; undefined if it was so large that its beginning was passed on before. */
export type CheckAnswer = (answer: Answer, body?: Uint8Array) => void;

/**
Passes a body on as it arrives and checks it like any other: a small one, such as an error, before its first byte, and a
large one after its last, so that a list of any size needs no memory.
*/
export async function* rawBody({body, ...head}: LiveAnswer, check: CheckAnswer): AsyncGenerator<Uint8Array> {
  const held: Uint8Array[] = [];
  const around = collectAroundArrays();
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

/** Collects a large answer without its arrays. One with too much text beside them is not checked. */
function collectAroundArrays() {
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

/** A key that no answer has, so that every array is left out. */
const NO_COLLECTION = '\u0000';
