import {type EmkError, mayPass, ThrottledError} from '../../core/errors.js';
import {elapsed} from '../../core/system/host.js';
import {mayStartOver} from '../answers/start-over.js';

/** How patient a client is. Times are in milliseconds. */
export type Patience = {
  /** How many tries a request gets, including the first. */
  readonly tries: number;
  readonly budget: Budget;
  sleep(milliseconds: number): Promise<void>;
  random(): number;
  waiting(why: string, milliseconds: number): void;
};

/** What is left of `EMK_MAX_WAIT`: one budget for all waiting of a command, including failed tries. */
type Budget = {left: number};

/** Takes the failure of a try that began then: waits for the next try, or throws it where none is left or of use. */
type Tries = (error: unknown, began: number) => Promise<void>;

/** The tries of one request. Only `UnreachableError` and `ThrottledError` certainly changed nothing. */
export function triesOf(patience: Patience): Tries {
  let tried = 0;
  return async (error, began) => {
    tried++;
    if (!mayPass(error) || tried >= patience.tries) throw error;
    patience.budget.left -= elapsed() - began;
    const wait = waitAfter(error, tried, patience);
    if (wait > patience.budget.left) throw error;
    patience.budget.left -= wait;
    patience.waiting(error.message, wait);
    await patience.sleep(wait);
  };
}

export async function withRetry<T>(failed: Tries, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const began = elapsed();
    try {
      return await work();
    } catch (error) {
      await failed(error, began);
    }
  }
}

/** Waits as long as the service says; otherwise a random time up to a limit that doubles. */
function waitAfter(error: EmkError, attempt: number, {random}: Patience): number {
  if (error instanceof ThrottledError && error.wait !== undefined) return error.wait;
  const ceiling = Math.min(8000, 500 * 2 ** (attempt - 1));
  return Math.round(random() * (error instanceof ThrottledError ? ceiling * 4 : ceiling));
}

/** As many tries as there is time for, each after half of the longest wait at least. */
export const tireless = (patience: Patience): Patience => ({
  ...patience,
  tries: Number.POSITIVE_INFINITY,
  random: () => (1 + patience.random()) / 2,
});

/** Starts over, as patience allows, until something has arrived: what was passed on cannot be undone. */
export async function* restarting<T>(failed: Tries, attempt: () => AsyncIterable<T>): AsyncGenerator<T> {
  const {items, first} = await withRetry(failed, async () => {
    const items = attempt()[Symbol.asyncIterator]();
    return {items, first: await items.next()};
  });
  let arrived = elapsed();
  try {
    for (let item = first; !item.done; item = await items.next()) {
      yield item.value;
      arrived = elapsed();
    }
  } catch (error) {
    if (mayPass(error)) mayStartOver(error, later => failed(later, arrived));
    throw error;
  } finally {
    await items.return?.();
  }
}
