import {number} from '../words/sentence.js';
import {withTexts} from './harmless.js';

/** How long an answer is, in the characters that an agent's program counts. */
export const lengthOf = (value: unknown): number => (JSON.stringify(value) ?? '').length;

/** A value whose texts are cut after so many characters, and that says where. */
export const withShortTexts = (value: unknown, most: number): unknown =>
  withTexts(value, text =>
    text.length <= most ? text : `${text.slice(0, most)}… (cut, ${number(text.length)} characters)`,
  );

/** A value that fits into so many characters: first its texts are cut, then its lists. */
export function fitting(value: unknown, most: number): unknown {
  for (const [texts, items] of steps) {
    const cut = withShortLists(withShortTexts(value, texts), items);
    if (lengthOf(cut) <= most) return cut;
  }
  return null;
}

const steps = [
  [10_000, 1000],
  [2000, 1000],
  [500, 200],
  [200, 50],
  [100, 20],
  [50, 5],
  [20, 1],
] as const;

function withShortLists(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.slice(0, most).map(each => withShortLists(each, most));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withShortLists(each, most)]));
}
