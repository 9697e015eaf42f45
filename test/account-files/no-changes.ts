import type {Plan} from '../../src/files/account/shapes.js';

/** The plan for files that say what the account says. */
export const nothing: Plan = {
  changes: [],
  impossible: [],
  contacts: [],
  differing: [],
  stay_away: {count: 0, first: []},
};
