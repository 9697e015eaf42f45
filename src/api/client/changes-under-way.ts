import {appliedNothing} from '../../core/errors.js';
import type {ApiRequest} from '../describe/request.js';

/** The number of changes that were sent and not answered. After a crash, it says whether the outcome is known. */
let underWay = 0;

/** How many changes the service has said to have made, and how many were sent whose outcome nobody has learned. */
export type Changes = {made: number; open: number};

/** The changes of everything that one signal ends: of a line, and of the lines that it runs on its way. */
export function changesUntil(signal: AbortSignal): Changes {
  const changes = known.get(signal) ?? {made: 0, open: 0};
  known.set(signal, changes);
  return changes;
}

const known = new WeakMap<AbortSignal, Changes>();

/** Counts a change as under way from the call of `sent` until it is over, with an error if the answer was none. */
export function followChange(
  {effect}: Pick<ApiRequest, 'effect'>,
  changes: Changes,
): {sent(): void; over(error?: unknown): void} {
  let isCounted = false;
  return {
    sent() {
      if (effect === 'reads' || isCounted) return;
      isCounted = true;
      underWay += 1;
      changes.open += 1;
    },
    over(error) {
      if (!isCounted) return;
      isCounted = false;
      underWay -= 1;
      if (error === undefined) changes.made += 1;
      if (error === undefined || appliedNothing(error)) changes.open -= 1;
    },
  };
}

export const isChangeUnderWay = (): boolean => underWay > 0;
