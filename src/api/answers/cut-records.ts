import type {Loose} from '../describe/schema.js';
import {likeTheFirst, patternLike, type ReadText} from './record-pattern.js';

/** What is wanted of each record. */
export type Wanted = {
  readonly fields: readonly string[];
  /** A member for the JSON of all but some fields, exactly as `JSON.stringify` writes it. Whole records have none. */
  readonly rest?: {readonly as: string; readonly without: readonly string[]};
};

/**
 * Reads only what is wanted of each record. `JSON.parse` makes every value of every record, which is most of the time of
 * a long list. A wanted value that is longer than twelve characters keeps the text of its batch in memory.
 */
export const cutting = (wanted: Wanted, parse: ReadText): ReadText =>
  likeTheFirst<readonly unknown[]>(
    record => {
      const cut = cutLike(record, wanted);
      return text => cut(text, 1, Number.POSITIVE_INFINITY)?.records;
    },
    parse,
    records => records,
  );

/** The next records of a text with the wanted fields, and where they end; undefined if one of them has another form. */
type Cut = (text: string, from: number, most: number) => {records: readonly Loose[]; end: number} | undefined;

/** Cuts records that have the fields of this one, in its order. It only skips values that nobody wants. */
export function cutLike(model: Loose, {fields, rest}: Wanted): Cut {
  const names = Object.keys(model);
  const isOfRest = (name: string | undefined): boolean =>
    rest !== undefined && name !== undefined && !rest.without.includes(name);
  /** The members of a record that the groups of the pattern are for. */
  const members: string[] = [];
  const pattern = patternLike(model, 'y', (name, key, value) => {
    const at = names.indexOf(name);
    const [begins, ends] = [names[at - 1], names[at + 1]].map(other => isOfRest(name) && !isOfRest(other));
    const isWanted = fields.includes(name);
    if (rest && begins) members.push(rest.as);
    if (isWanted) members.push(name);
    return `${begins ? '(' : ''}${key}${isWanted ? `(${value})` : value}${ends ? ')' : ''}`;
  });
  const empty: Loose = Object.fromEntries(members.map(name => [name, undefined]));
  const made = (found: RegExpExecArray): Loose => {
    const record = {...empty};
    let json = '';
    for (let at = 0; at < members.length; at++) {
      const value = found[at + 1] as string;
      if (members[at] === rest?.as) json += json === '' ? value : `,${value}`;
      else record[members[at] as string] = readValue(value);
    }
    if (rest && mayChange.test(json)) return JSON.parse(found[0].slice(0, -1));
    if (rest) record[rest.as] = `{${json}}`;
    return record;
  };
  return (text, from, most) => {
    const records: Loose[] = [];
    pattern.lastIndex = from;
    while (pattern.lastIndex < text.length && records.length < most) {
      const found = pattern.exec(text);
      if (!found) return undefined;
      records.push(made(found));
    }
    return {records, end: pattern.lastIndex};
  };
}

/** JSON that `JSON.stringify` may write differently: other escapes and numbers, and keys that are numbers first. */
const mayChange = /\\[/u]|(?:":|[[,])-?(?:\d+[.eE]|\d{16})|(?:":|[[,])-0|[{,]"\d/;

const readValue = (json: string): unknown =>
  json.startsWith('"') && !json.includes('\\') ? json.slice(1, -1) : JSON.parse(json);
