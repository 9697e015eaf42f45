import type {Result} from '../output/results/result.js';

/** Runs a command, and once more from its first question whenever a person goes back there. */
export async function untilNotAskedAgain(run: (askAgain: () => never) => Promise<Result>): Promise<Result> {
  const back = new Error('A person went back to the first questions.');
  for (;;) {
    try {
      return await run(() => {
        throw back;
      });
    } catch (error) {
      if (error !== back) throw error;
    }
  }
}
