import {PreflightError} from '../../core/errors.js';
import {lowerFirst} from '../../core/words/sentence.js';
import {type Effect, effectInWords, touchedBy} from './effect.js';

/** What a run may touch without a person. Each effect is claimed before anything of it is sent. */
export type Budget = {claim(effect: Effect, about?: About): void};

/** The question about it as a sentence, if there is one, and whether it cannot be undone. */
type About = {readonly what: string | undefined; readonly isForGood: boolean};

/** What a call wanted beyond its budget, in words that follow "wants to". */
export type Over = {readonly effect: Effect; readonly deed: string};

type OfCall = Budget & {over(): Over | undefined};

/** How many records and people a call may touch, and all calls of a server together. */
const perCall = 25;
const perSession = 250;

/**
 * The one budget of all tools of a server. With the yes of a person, a call may touch as much as the person saw. What mails
 * people, or cannot be undone, is never in the budget.
 */
export function createBudget(): {forCall(granted: number | undefined): OfCall} {
  let inSession = 0;
  return {
    forCall(granted) {
      let inCall = 0;
      let over: Over | undefined;
      return {
        over: () => over,
        claim(effect, about) {
          const count = touchedBy(effect);
          inCall += count;
          const isMuch = inCall > perCall || inSession + count > perSession;
          const isOver = granted === undefined ? isMuch || needsPerson(effect, about) : inCall > granted;
          if (isOver) {
            over = {effect, deed: deed(effect, about)};
            throw tooMuch(over, isMuch);
          }
          if (granted === undefined) inSession += count;
        },
      };
    },
  };
}

const needsPerson = (effect: Effect, {isForGood}: About = ofChanges): boolean =>
  touchedBy(effect) > 0 && (isForGood || effect.does.includes('sends'));

const ofChanges: About = {what: undefined, isForGood: false};

const deed = (effect: Effect, about: About = ofChanges): string =>
  needsPerson(effect, about) && about.what !== undefined ? lowerFirst(about.what) : effectInWords(effect);

const tooMuch = ({deed}: Over, isMuch: boolean): PreflightError =>
  new PreflightError(
    `This would ${deed}. ${isMuch ? `An agent may touch no more than ${perCall} records and people at once, and ${perSession} in all.` : 'An agent may not do that by itself.'}`,
    {hint: 'Nothing was changed. A person has to confirm it, or can do it with emk.'},
  );
