import type {ApiRequest} from '../describe/request.js';

/** How many requests that change something were sent and are not answered: after a crash, only that tells what is known. */
let underWay = 0;

/**
Counts a change as under way from the moment `sent` is called until it is over. A change that waits for its turn does
not count.
*/
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

/** Whether a change may be under way at this moment. */
export const isChangeUnderWay = (): boolean => underWay > 0;
