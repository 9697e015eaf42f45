import type {Change} from './change.js';
import {eachOperation} from './each-operation.js';
import {inSteps} from './in-steps.js';
import {otherwise} from './otherwise.js';

/** All changes that are tested with faults. */
export const changes: readonly Change[] = [...eachOperation, ...otherwise, ...inSteps];

/** Whether a change does the same as another with different words: what both have in common is tested once. */
export const isAnotherWay = (change: Change): boolean => otherwise.includes(change);
