import {likeTheFirst, type ReadText} from './like-the-first.js';
import {patternLike} from './record-pattern.js';

/**
 * Finds the start and end of each record in a compact text, twice as fast as by the grammar. Undefined if the text is
 * no such JSON, or if no record has shown its form yet.
 */
export const findingBounds = (): ReadText<readonly number[] | undefined> =>
  likeTheFirst<readonly number[] | undefined>(
    record => {
      const pattern = patternLike(record, 'y');
      return text => {
        const bounds: number[] = [];
        for (let start = 1; start < text.length; start = pattern.lastIndex) {
          pattern.lastIndex = start;
          if (!pattern.test(text)) return undefined;
          bounds.push(start, pattern.lastIndex - 1);
        }
        return bounds;
      };
    },
    recordsOrNone,
    () => undefined,
  );

function recordsOrNone(text: string): readonly unknown[] {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}
