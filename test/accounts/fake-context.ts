import type {Ask} from '../../src/change/ask.js';

const unanswered = async (): Promise<never> => {
  throw new Error('A question was asked where nobody can answer');
};

/** Nobody can answer. */
export const nobody: Ask = {
  possible: false,
  confirm: unanswered,
  text: unanswered,
  pasted: unanswered,
  pick: unanswered,
  secret: unanswered,
  path: unanswered,
  several: unanswered,
};
