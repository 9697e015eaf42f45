import type {Loose} from '../describe/schema.js';
import {isObject} from './is-object.js';

/** Reads the text of an array of records; throws if it is not JSON. */
export type ReadText<Out = readonly unknown[]> = (text: string) => Out;

/**
 * Reads texts by what is known of a list's records: they are alike, so `learn` makes a faster reader from one of them.
 * A text that this reader does not fit is given to `parse`, and its first record is the next to learn from.
 */
export function likeTheFirst<Out>(
  learn: (record: Loose) => ReadText<Out | undefined>,
  parse: ReadText,
  fromRecords: (records: readonly unknown[]) => Out,
): ReadText<Out> {
  let fast: ReadText<Out | undefined> | undefined;
  let misfits = 0;
  return text => {
    const found = fast?.(text);
    if (found !== undefined) return found;
    const records = parse(text);
    const [first] = records;
    fast = misfits++ < MOST_MISFITS && isObject(first) ? learn(first) : undefined;
    return fromRecords(records);
  };
}

/** After so many texts, the records of a list count as too different. */
const MOST_MISFITS = 4;
