import type {Loose} from '../describe/schema.js';
import {likeTheFirst, type ReadText} from './like-the-first.js';
import {patternLike} from './record-pattern.js';

/**
 * Reads only some fields of each record. `JSON.parse` makes every value of every record, which is most of the time of a
 * long list. A wanted value that is longer than twelve characters keeps the text of its batch in memory.
 */
export const cutting = (fields: readonly string[], parse: ReadText): ReadText =>
  likeTheFirst<readonly unknown[]>(
    record => {
      const cut = cutLike(record, fields);
      return text => cut(text, 1, Number.POSITIVE_INFINITY)?.records;
    },
    parse,
    records => records,
  );

/** The next records of a text with their wanted fields, and where they end; undefined if one of them has another form. */
type Cut = (text: string, from: number, most: number) => {records: readonly Loose[]; end: number} | undefined;

/** Cuts records with the fields of this one, in its order. Of a value that is not wanted, only the end is found. */
export function cutLike(model: Loose, wanted: readonly string[]): Cut {
  const names = Object.keys(model).filter(name => wanted.includes(name));
  const pattern = patternLike(model, 'y', (name, value) => (wanted.includes(name) ? `(${value})` : value));
  const empty: Loose = Object.fromEntries(names.map(name => [name, undefined]));
  return (text, from, most) => {
    const records: Loose[] = [];
    pattern.lastIndex = from;
    while (pattern.lastIndex < text.length && records.length < most) {
      const found = pattern.exec(text);
      if (!found) return undefined;
      const record = {...empty};
      for (let at = 0; at < names.length; at++) record[names[at] as string] = readValue(found[at + 1] as string);
      records.push(record);
    }
    return {records, end: pattern.lastIndex};
  };
}

const readValue = (json: string): unknown =>
  json.startsWith('"') && !json.includes('\\') ? json.slice(1, -1) : JSON.parse(json);
