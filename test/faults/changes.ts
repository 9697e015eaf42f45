import type {Change} from './change.js';
import {eachOperation} from './each-operation.js';
import {inSteps} from './in-steps.js';
import {otherwise} from './otherwise.js';

/** All changes that are struck by faults. */
export const changes: readonly Change[] = [...eachOperation, ...otherwise, ...inSteps];

/** Whether a change asks for what another one does too, by other words: what is alike for both is struck once. */
export const isAnotherWay = (change: Change): boolean => otherwise.includes(change);
