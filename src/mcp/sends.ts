import {NotFoundError, PreflightError, UsageError} from '../errors.js';
import type {CheckedSend} from '../mailings/send.js';
import {clean} from '../output/text/sanitise.js';
import {counted} from '../words/sentence.js';
import type {Answer, Call} from './protocol.js';
import type {Questions} from './questions.js';

/** How a send is agreed to: by a person, or where nobody can be asked without one, up to a number of people. */
export type SendRules = {readonly unattended: boolean; readonly maxRecipients: number | undefined};

/** What was prepared and not sent yet, and what a person says to it. */
type Sends = {
  /** Refuses what cannot be confirmed later, before anything is read. */
  mustSayWhen(given: Call['given']): void;
  /** Keeps what was shown, under its digest. */
  keep(given: Call['given'], words: readonly string[], shown: unknown): void;
  /** The words of the line that sends it, or the question to a person. */
  agreed(call: Call): readonly string[] | Answer;
};

type Prepared = {
  readonly words: readonly string[];
  readonly people: number;
  readonly card: CheckedSend['card'];
};

/** Keeps prepared mailings until each is sent once, or refused. */
export function createSends({unattended, maxRecipients}: SendRules, questions: Questions): Sends {
  const kept = new Map<string, Prepared>();

  function checked({people}: Prepared, canAsk: boolean, agreed: boolean | undefined): 'agreed' | 'asked' {
    if (maxRecipients !== undefined && people > maxRecipients)
      throw refused(`It goes to ${inPeople(people)}, and this server may mail ${maxRecipients} at most.`);
    if (canAsk && agreed === undefined) return 'asked';
    if (canAsk && !agreed) throw refused(`Nobody has confirmed that it goes to ${inPeople(people)}.`);
    if (!canAsk && !unattended)
      throw refused('A person must confirm a mailing, and your program cannot ask one.', {
        hint: 'Nothing was sent. A person can send it with emk, or start this server with --allow-sends=unattended --max-recipients N.',
      });
    return 'agreed';
  }

  return {
    mustSayWhen({now, at}) {
      if (now === true || at !== undefined) return;
      throw new UsageError('Say when it goes out.', {hint: 'Give "now": true, or "at": "2030-05-01 09:00".'});
    },
    keep({mailing}, words, shown) {
      const {digest, people, card} = shown as CheckedSend;
      if (digest === null) return;
      const limits = [`--expect-digest=${digest}`, `--min-recipients=${people}`, `--max-recipients=${people}`, '--yes'];
      const [branch = '', , ...rest] = words;
      const verb = mailing === undefined ? 'create' : 'update';
      kept.set(digest, {words: [branch, verb, ...limits, ...rest], people, card});
    },
    agreed(call) {
      const digest = String(call.given['digest']);
      const prepared = kept.get(digest);
      if (!prepared) {
        throw new NotFoundError('No mailing with this digest is waiting to be confirmed.', {
          hint: 'Nothing was sent. Call prepare_send, and use the digest that it gives.',
        });
      }
      const answer = questions.answerTo(call);
      try {
        if (checked(prepared, call.canAsk, answer?.agreed) === 'asked')
          return questions.ask(call, {asks: question(prepared), label: 'Number of people', number: prepared.people});
      } catch (error) {
        kept.delete(digest);
        throw error;
      }
      kept.delete(digest);
      return prepared.words;
    },
  };
}

const refused = (message: string, {hint = 'Nothing was sent.'}: {readonly hint?: string} = {}): PreflightError =>
  new PreflightError(message, {hint});

const inPeople = (count: number): string => counted(count, 'person', 'people');

const question = ({people, card}: Prepared): string =>
  [
    'An agent wants to send this mailing:',
    ...card
      .filter(({about}) => about !== 'Digest')
      .map(({about, fact}) => (about === '' ? clean(fact) : `${about}: ${clean(fact)}`)),
    `To send it, type the number of people who get it (${people}).`,
  ].join('\n');
