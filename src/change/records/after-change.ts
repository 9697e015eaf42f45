import {EmkError, InterruptedError, LOOK_FIRST, PartialError, type UnknownOutcomeError} from '../../core/errors.js';
import type {Context} from '../context.js';

/** Reads the result of a change. If that fails, the error must not say that nothing happened. */
export async function afterChange<T>(
  {warn}: Pick<Context, 'warn'>,
  {happened, lostAnswer, hint}: ChangeToShow,
  look: () => Promise<T>,
): Promise<T> {
  try {
    return await look();
  } catch (error) {
    const made = lostAnswer?.message ?? `${happened}.`;
    if (error instanceof InterruptedError)
      throw new InterruptedError(`Interrupted. ${made}`, {exit: error.exit, hint: lostAnswer && LOOK_FIRST});
    if (!(error instanceof EmkError)) {
      warn(made);
      throw error;
    }
    throw (
      lostAnswer ?? new PartialError(`${happened}, but emk could not check: ${error.message}`, {cause: error, hint})
    );
  }
}

type ChangeToShow = {
  /** The change as a sentence, for when the service answered: `The contact was added`. */
  readonly happened: string;
  /** Set if the answer was lost, so that the outcome is unknown. */
  readonly lostAnswer: UnknownOutcomeError | undefined;
  readonly hint: string;
};
