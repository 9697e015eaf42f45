import {clean} from '../output/text/sanitise.js';
import {displayWidth, truncate, wrap} from '../output/text/width.js';
import type {Paint} from './paint.js';

type Screen = {readonly width: number; readonly paint: Paint};

/** The question with the line at its end, or on a separate line if little room is left for typing. */
export function asked(
  question: string,
  line: string,
  {width, paint, takesNoText}: Screen & {readonly takesNoText?: true | undefined},
): string {
  const room = takesNoText ? 0 : ROOM_TO_TYPE;
  const text = clean(question);
  if (displayWidth(text) + 3 <= width - room) return `${paint.mark('?')} ${paint.question(text)} ${line}`;
  const lines = wrap(text, width - 2).map((part, at) => `${at === 0 ? paint.mark('?') : ' '} ${paint.question(part)}`);
  return [...lines, `${paint.mark('›')} ${line}`].join('\n');
}

const ROOM_TO_TYPE = 16;

/** One line that stays on the screen. Where there is no room for both, the question is cut, because the answer is new. */
export function answered(question: string, answerText: string, {width, paint}: Screen): string {
  const answer = clean(answerText);
  const room = width - 2;
  if (answer === '') return `${paint.mark('✔')} ${paint.question(truncate(clean(question), room))}`;
  const text = clean(question).replace(/(?<![?:.!])$/, ':');
  const forAnswer = Math.max(room - displayWidth(text) - 1, Math.min(displayWidth(answer), Math.floor(room / 2)));
  const asked = truncate(text, room - Math.min(displayWidth(answer), forAnswer) - 1);
  return `${paint.mark('✔')} ${paint.question(asked)} ${paint.chosen(truncate(answer, forAnswer))}`;
}
