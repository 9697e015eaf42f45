import type {Plan} from '../../src/files/account/shapes.js';

/** The plan for files that say what the account says. */
export const nothing: Plan = {
  changes: [],
  impossible: [],
  contacts: [],
  differing: [],
  left: {},
  stay_away: {count: 0, first: []},
  stay_unsubscribed: {count: 0, first: []},
};
