import {type Effect, effectInWords, touchedBy} from '../effect/effect.js';
import {PreflightError} from '../errors.js';
import type {Answer, Call} from './protocol.js';

/** What a person is asked about calls that touch more than an agent may by itself, and what the person said. */
type Confirmations = {
  /** How much a person lets this call touch; undefined if nobody was asked about it. */
  granted(call: Call): number | undefined;
  ask(call: Call, effect: Effect): Answer;
};

/** Keeps each question until it is answered once. An answer to a question that nobody asked does not count. */
export function createConfirmations(): Confirmations {
  const asked = new Map<string, number>();
  const keyOf = ({name, given}: Call): string => JSON.stringify([name, given]);
  return {
    granted(call) {
      const count = asked.get(keyOf(call));
      if (count === undefined || call.answer === undefined) return undefined;
      asked.delete(keyOf(call));
      if (call.answer === count) return count;
      throw new PreflightError('Nobody has confirmed this.', {hint: 'Nothing was changed.'});
    },
    ask(call, effect) {
      const count = touchedBy(effect);
      asked.set(keyOf(call), count);
      return {
        asks: `An agent wants to ${effectInWords(effect)}.\nTo let it, type how many records and people that are (${count}).`,
        label: 'Number of records and people',
      };
    },
  };
}
