import {PreflightError} from '../errors.js';
import {type Effect, effectInWords, touchedBy} from './effect.js';

/** What a run may touch without a person. Each effect is claimed before anything of it is sent. */
export type Budget = {claim(effect: Effect): void};

/** The budget of one call of an agent, and what it wanted beyond it. */
type OfCall = Budget & {over(): Effect | undefined};

/** How many records and people a call may touch, and all calls of a server together. */
const perCall = 25;
const perSession = 250;

/** The one budget of all tools of a server. With the yes of a person, a call may touch as much as the person saw. */
export function createBudget(): {forCall(granted: number | undefined): OfCall} {
  let inSession = 0;
  return {
    forCall(granted) {
      let inCall = 0;
      let over: Effect | undefined;
      return {
        over: () => over,
        claim(effect) {
          const count = touchedBy(effect);
          inCall += count;
          if (granted !== undefined ? inCall > granted : inCall > perCall || inSession + count > perSession) {
            over = effect;
            throw tooMuch(effect);
          }
          if (granted === undefined) inSession += count;
        },
      };
    },
  };
}

const tooMuch = (effect: Effect): PreflightError =>
  new PreflightError(
    `This would ${effectInWords(effect)}. An agent may touch no more than ${perCall} records and people at once, and ${perSession} in all.`,
    {hint: 'Nothing was changed. A person has to confirm it, or can do it with emk.'},
  );
