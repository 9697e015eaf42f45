/** How many requests that change something have begun and are not answered: after a crash, only that tells what is known. */
let underWay = 0;

/** Counts a request among those under way until the work for it has ended. */
export async function underWayDuring<T>(work: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await work();
  } finally {
    underWay -= 1;
  }
}

/** Whether a change may be under way at this moment. */
export const isChangeUnderWay = (): boolean => underWay > 0;
