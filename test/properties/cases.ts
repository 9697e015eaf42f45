import {randomRuns} from '../random-runs.js';

/** How many cases a property of texts and bytes gets. */
export const numRuns = randomRuns(300);
