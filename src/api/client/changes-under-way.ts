import type {ApiRequest} from '../describe/request.js';

/** The number of changes that were sent and not answered. After a crash, it says whether the outcome is known. */
let underWay = 0;

/** Counts a change as under way from the call of `sent` until it is over. */
export function followChange({effect}: Pick<ApiRequest, 'effect'>): {sent(): void; over(): void} {
  let isCounted = false;
  return {
    sent() {
      if (effect === 'reads' || isCounted) return;
      isCounted = true;
      underWay += 1;
    },
    over() {
      if (isCounted) underWay -= 1;
      isCounted = false;
    },
  };
}

export const isChangeUnderWay = (): boolean => underWay > 0;
