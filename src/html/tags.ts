import type {Place} from './parse.js';

/** A `((tag))` in a text: its name, and where it begins. */
type Tag = Place & {readonly name: string; readonly from: number};

/** Every tag of a text in its order, misspelt ones among them: `((first name))` was meant as one too. */
export function tagsIn(text: string): readonly Tag[] {
  const placeAt = placesIn(text);
  return [...text.matchAll(anyTag)].map(({1: name = '', index}) => ({
    name: name.trim(),
    from: index,
    ...placeAt(index),
  }));
}

/**
The text with its tags filled as the service fills them; those without a value stay as they are. `write` makes a value safe
for the kind of text: in HTML it is to be escaped.
*/
export const fillTags = (
  text: string,
  values: Readonly<Record<string, string>>,
  write: (value: string) => string = value => value,
): string =>
  text.replaceAll(realTag, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? whole : write(value);
  });

/** Gives lines and columns of a text, for offsets that only grow. */
export function placesIn(text: string): (offset: number) => Place {
  const lineEnd = /\r\n|\r|\n/g;
  let line = 1;
  let start = 0;
  let next = lineEnd.exec(text);
  return offset => {
    while (next && next.index + next[0].length <= offset) {
      line++;
      start = lineEnd.lastIndex;
      next = lineEnd.exec(text);
    }
    return {line, column: offset - start + 1};
  };
}

/** A tag as the service knows it. */
const realTag = /\(\(\s*([A-Za-z0-9_]+)\s*\)\)/g;

/** What was meant as a tag: a letter is in it, and nothing that only formulas and markup have. */
const anyTag = /\(\(((?=[^()]*\p{L})[^()<>{}%*/+"\r\n]{1,60})\)\)/gu;
