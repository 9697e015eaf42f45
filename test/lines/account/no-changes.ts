import type {PlanDocument} from '../../../src/files/account/shapes.js';

/** The plan for files that say what the account says. */
export const nothing: PlanDocument = {
  changes: [],
  impossible: [],
  contacts: [],
  differing: [],
  stay_away: {count: 0, first: []},
};
