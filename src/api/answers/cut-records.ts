import type {Loose} from '../describe/schema.js';
import {isObject} from './is-object.js';

/** Reads the text of an array of records; throws if it is not JSON. */
export type ReadText = (text: string) => readonly unknown[];

/**
 * Reads only some fields of each record. `JSON.parse` makes every value of every record, which is most of the time of a
 * long list. Records of one list are alike, so a pattern made from one of them finds the wanted values in the next ones;
 * texts that it does not fit are given to `parse` whole. A wanted value that is longer than twelve characters keeps the
 * text of its batch in memory.
 */
export function cutting(fields: readonly string[], parse: ReadText): ReadText {
  let cut: Cut | undefined;
  let misfits = 0;
  return text => {
    const found = cut?.(text);
    if (found) return found;
    const records = parse(text);
    const [first] = records;
    cut = misfits++ < MOST_MISFITS && isObject(first) ? cutLike(first, new Set(fields)) : undefined;
    return records;
  };
}

/** After so many texts, the records of a list count as too different. */
const MOST_MISFITS = 4;

/** The records in a text with their wanted fields; undefined if one of them has another form. */
type Cut = (text: string) => readonly Loose[] | undefined;

/**
 * Cuts records with the fields of this one, in its order. Of a value that is not wanted, only the end is found. No text
 * fits two parts of the pattern, so that trying takes no longer than reading.
 */
function cutLike(model: Loose, wanted: ReadonlySet<string>): Cut {
  const names = Object.keys(model).filter(name => wanted.has(name));
  const fields = Object.keys(model).map(
    name => `${literally(JSON.stringify(name))}:${wanted.has(name) ? `(${VALUE})` : VALUE}`,
  );
  const pattern = new RegExp(`\\{${fields.join(',')}\\}(?:,|\\]$)`, 'y');
  const empty: Loose = Object.fromEntries(names.map(name => [name, undefined]));
  return text => {
    const records: Loose[] = [];
    pattern.lastIndex = 1;
    while (pattern.lastIndex < text.length) {
      const found = pattern.exec(text);
      if (!found) return undefined;
      const record = {...empty};
      for (let at = 0; at < names.length; at++) record[names[at] as string] = readValue(found[at + 1] as string);
      records.push(record);
    }
    return records;
  };
}

const readValue = (json: string): unknown =>
  json.startsWith('"') && !json.includes('\\') ? json.slice(1, -1) : JSON.parse(json);

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const UNESCAPED = '[^"\\\\\\0-\\x1f]*';
const TEXT = `"${UNESCAPED}(?:\\\\(?:["\\\\/bfnrt]|u[\\da-fA-F]{4})${UNESCAPED})*"`;
const NUMBER = '-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][-+]?\\d+)?';
const WORD = 'true|false|null';
/** Objects and lists inside each other to this depth; a record with deeper ones is parsed. */
const DEPTH = 3;
const nested = (depth: number): string =>
  depth === 0 ? '(?!)' : `[{[](?:[^"{}[\\]]|${TEXT}|${nested(depth - 1)})*[}\\]]`;
const VALUE = `(?:${TEXT}|${NUMBER}|${WORD}|${nested(DEPTH)})`;
