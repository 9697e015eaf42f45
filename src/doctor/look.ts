import type {Look} from './looks.schema.js';
/** The three results of a look. Only a good one needs no hint. */
export const good = (check: string, says: string, facts?: Look['facts']): Look => ({
  check,
  state: 'good',
  says,
  ...(facts && {facts}),
});

export const note = (check: string, says: string, hint: string, facts?: Look['facts']): Look => ({
  check,
  state: 'note',
  says,
  hint,
  ...(facts && {facts}),
});

export const wrong = (check: string, says: string, hint: string, facts?: Look['facts']): Look => ({
  check,
  state: 'wrong',
  says,
  hint,
  ...(facts && {facts}),
});
