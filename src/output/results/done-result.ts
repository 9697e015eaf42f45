import type {Done} from './result.js';

/** One thing was done: a sentence for people, and its id for programs. */
export const doneResult = (sentence: string, what: string | number): Done => ({
  kind: 'done',
  sentence,
  done: [what],
  failed: [],
});
