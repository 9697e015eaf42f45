import type {Done} from './result.js';

/** What was done: a sentence for people, and the ids of it for programs. */
export const doneResult = (sentence: string, ...done: ReadonlyArray<string | number>): Done => ({
  kind: 'done',
  sentence,
  done,
  failed: [],
});
