import {randomInt} from 'node:crypto';
import {UsageError} from '../../errors.js';

/** The id of a run, with which its names begin. Two hyphens in a row would hide the end of the id in a field's name. */
const shape = /^(?=.{1,20}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const isRunId = (text: string): boolean => shape.test(text);

export function requireRunId(text: string): string {
  if (isRunId(text)) return text;
  throw new UsageError(`"${text}" cannot be the id of a run.`, {
    hint: 'Use up to 20 lowercase letters and digits, with single hyphens between them: --run pr-12',
  });
}

/** A new id. Ids sort by time, and two ids of the same moment differ by chance. */
export function newRunId(now: Date): string {
  let text = '';
  for (let rest = now.getTime(); text.length < TIME; rest = Math.floor(rest / DIGITS.length)) {
    text = `${DIGITS[rest % DIGITS.length]}${text}`;
  }
  for (let at = 0; at < CHANCE; at++) text += DIGITS[randomInt(DIGITS.length)];
  return text;
}

/** Characters that are hard to confuse. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME = 9;
const CHANCE = 4;
