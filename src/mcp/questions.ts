import {randomUUID} from 'node:crypto';
import {PreflightError} from '../errors.js';
import type {Answer, Call} from './protocol.js';

/** What a person is asked to type: a number, which a question shows. */
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
      if (question === undefined || question.handle !== answer.to) throw closed();
      open.delete(keyOf(call));
      return {agreed: answer.number === question.number, number: question.number};
    },
  };
}

const mostOpen = 100;

const closed = (): PreflightError =>
  new PreflightError('This answers no question that is open.', {
    hint: 'Nothing was changed. Call the tool again, so that the person is asked again.',
  });
