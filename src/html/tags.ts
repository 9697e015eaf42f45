import {lookUp} from '../words/look-up.js';
import type {Place} from './parse.js';

type Tag = Place & {readonly name: string; readonly from: number};

/** Every tag of a text in order, including misspelled ones: `((first name))` was meant as one too. */
export function tagsIn(text: string): readonly Tag[] {
  const placeAt = placesIn(text);
  return [...text.matchAll(anyTag)].map(({1: name = '', index}) => ({
    name,
    from: index,
    ...placeAt(index),
  }));
}

/** The text with its tags filled; tags without a value stay. `write` escapes a value for the kind of text. */
export const fillTags = (
  text: string,
  values: Readonly<Record<string, string>>,
  write: (value: string) => string = value => value,
): string =>
  text.replaceAll(realTag, (whole, name: string) => {
    const value = lookUp(values, name);
    return value === undefined ? whole : write(value);
  });

/** Converts offsets of a text into lines and columns; offsets must increase. */
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

/** A tag as the service knows it: it has no blanks and no default. */
const realTag = /\(\(([A-Za-z0-9_]+)\)\)/g;

/** Text that was meant as a tag: it contains a letter, and nothing that only formulas and markup have. */
const anyTag = /\(\(((?=[^()]*\p{L})[^()<>{}%*/+"\r\n]{1,60})\)\)/gu;
