import {randomUUID} from 'node:crypto';
import {NotFoundError, PreflightError, UsageError} from '../core/errors.js';
import {counted} from '../core/words/sentence.js';
import type {CheckedSend} from '../mailings/send.js';
import {clean} from '../output/text/sanitise.js';
import type {Answer, Call} from './protocol.js';
import type {Allowed} from './tools.js';

/** What a person is asked to type: a number, which the question shows. */
type Question = {readonly asks: string; readonly label: string; readonly number: number};

/** What a person has answered to the question of a call; undefined if the call brings no answer. */
export type GivenAnswer = {readonly agreed: boolean; readonly number: number} | undefined;

export type Questions = {
  ask(call: Call, question: Question): Answer;
  answerTo(call: Call): GivenAnswer;
};

/**
 * Keeps the one question that is open for each call, under a handle made up for it. An answer counts once, and only with
 * that handle: a late one, one to another question, and one that nobody asked for stop the call.
 */
export function createQuestions(): Questions {
  const open = new Map<string, {readonly handle: string; readonly number: number}>();
  const keyOf = ({name, given}: Call): string => JSON.stringify([name, given]);
  return {
    ask(call, {asks, label, number}) {
      const handle = randomUUID();
      open.delete(keyOf(call));
      open.set(keyOf(call), {handle, number});
      for (const oldest of open.keys()) if (open.size > mostOpen) open.delete(oldest);
      return {asks, label, handle};
    },
    answerTo(call) {
      const {answer} = call;
      if (!answer) return undefined;
      const question = open.get(keyOf(call));
      if (question === undefined || question.handle !== answer.to)
        throw new PreflightError('This answers no question that is open.', {
          hint: 'Nothing was changed. Call the tool again, so that the person is asked again.',
        });
      open.delete(keyOf(call));
      return {agreed: answer.number === question.number, number: question.number};
    },
  };
}

const mostOpen = 100;

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
export function createSends({unattended, maxRecipients}: Allowed['sends'], questions: Questions): Sends {
  const kept = new Map<string, Prepared>();

  function needsAnswer({people}: Prepared, canAsk: boolean, agreed: boolean | undefined): boolean {
    if (maxRecipients !== undefined && people > maxRecipients)
      throw refused(`It goes to ${inPeople(people)}, and this server may mail ${maxRecipients} at most.`);
    if (canAsk && agreed === undefined) return true;
    if (canAsk && !agreed) throw refused(`Nobody has confirmed that it goes to ${inPeople(people)}.`);
    if (!canAsk && !unattended)
      throw refused(
        'A person must confirm a mailing, and your program cannot ask one.',
        'Nothing was sent. A person can send it with emk, or start this server with --allow-sends=unattended --max-recipients N.',
      );
    return false;
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
        if (needsAnswer(prepared, call.canAsk, answer?.agreed))
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

const refused = (message: string, hint = 'Nothing was sent.'): PreflightError => new PreflightError(message, {hint});

const inPeople = (count: number): string => counted(count, 'person', 'people');

const question = ({people, card}: Prepared): string =>
  [
    'An agent wants to send this mailing:',
    ...card
      .filter(({about}) => about !== 'Digest')
      .map(({about, fact}) => (about === '' ? clean(fact) : `${about}: ${clean(fact)}`)),
    `To send it, type the number of people who get it (${people}).`,
  ].join('\n');
