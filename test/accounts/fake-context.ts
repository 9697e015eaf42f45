import type {Ask} from '../../src/commands/ask.js';

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
  lasting: async say => say(),
  guided: {
    text: unanswered,
    secret: unanswered,
    path: unanswered,
    pick: unanswered,
    several: unanswered,
    match: unanswered,
    confirm: unanswered,
  },
};
