import {EmkError, InterruptedError, PartialError, type UnknownOutcomeError} from '../../errors.js';
import type {Context} from '../command.js';

/**
Looks at what became of a change. By now the change was made, or may have been: a look that fails is no reason to say
that nothing happened, since a script that hears that does it all again.
*/
export async function afterChange<T>(
  {warn}: Pick<Context, 'warn'>,
  {happened, lost, hint}: Change,
  look: () => Promise<T>,
): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof EmkError) || error instanceof InterruptedError) {
      warn(lost?.message ?? `${happened}.`);
      throw error;
    }
    throw lost ?? new PartialError(`${happened}, but could not be looked up: ${error.message}`, {cause: error, hint});
  }
}

type Change = {
  /** What was done, if the service answered: `The contact was added`. */
  readonly happened: string;
  /** Set where the answer was lost. Nobody knows more than that, then. */
  readonly lost: UnknownOutcomeError | undefined;
  readonly hint: string;
};
