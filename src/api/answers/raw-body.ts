import {ForeignAnswerError} from '../../errors.js';
import type {Answer, LiveAnswer} from '../wire/answer.js';
import {readAroundList} from './json-around-list.js';

/** Throws if an answer is a failure. Without `body`, it was too large to hold and has been passed on. */
export type CheckAnswer = (answer: Answer, body?: Uint8Array) => void;

/**
 * Passes a body on as it arrives and checks it. A small body, such as an error, is checked before its first byte. A
 * large one is checked after its last byte, so that a list of any size needs no memory.
 */
export async function* rawBody({body, ...head}: LiveAnswer, check: CheckAnswer): AsyncGenerator<Uint8Array> {
  const held: Uint8Array[] = [];
  const around = collectAroundArrays();
  let passes = false;
  let size = 0;
  for await (const chunk of body) {
    around.push(chunk);
    size += chunk.length;
    held.push(chunk);
    if (size <= HELD) continue;
    passes = true;
    yield* held.splice(0);
  }
  if (passes) around.checkWith(text => check({...head, ...text}));
  else {
    const whole = Buffer.concat(held);
    check({...head, text: whole.toString('utf8'), complete: true}, whole);
    yield whole;
  }
}

const HELD = 1024 * 1024;

/** Collects a large answer without its arrays. If too much text remains, the answer is not checked. */
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

/** A key that no answer has, so that every array is dropped. */
const NO_COLLECTION = '\u0000';
