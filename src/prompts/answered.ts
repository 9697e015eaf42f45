import {clean} from '../output/text/sanitise.js';
import {displayWidth, truncate} from '../output/text/width.js';
import type {Paint} from './paint.js';

/** One line that stays on the screen. Where there is no room for both, the question is cut, because the answer is new. */
export function answered(
  question: string,
  answerText: string,
  {width, paint}: {readonly width: number; readonly paint: Paint},
): string {
  const answer = clean(answerText);
  const room = width - 2;
  if (answer === '') return `${paint.mark('✔')} ${paint.question(truncate(clean(question), room))}`;
  const text = clean(question).replace(/(?<![?:.!])$/, ':');
  const forAnswer = Math.max(room - displayWidth(text) - 1, Math.min(displayWidth(answer), Math.floor(room / 2)));
  const asked = truncate(text, room - Math.min(displayWidth(answer), forAnswer) - 1);
  return `${paint.mark('✔')} ${paint.question(asked)} ${paint.chosen(truncate(answer, forAnswer))}`;
}
