import type {Place} from '../html/parse.js';
import type {Block} from './read-markdown.js';

type Written = Block & {readonly line: number};

/** The place in the text for a place in the HTML; undefined for parts of the layout. */
export type PlaceIn = (place: Place) => Place | undefined;

/** Leads from the HTML of a mail back to its Markdown: to the exact word if it is in both, else to its block. */
export function createPlaces(html: string, firstLine: number, blocks: readonly Written[]): PlaceIn {
  const lines = html.split('\n');
  return ({line, column}) => {
    let from = firstLine;
    for (const block of blocks) {
      const after = from + block.html.split('\n').length;
      if (line >= from && line < after) return placeIn(block, (lines[line - 1] ?? '').slice(column - 1));
      from = after;
    }
    return undefined;
  };
}

function placeIn({line, raw}: Written, rest: string): Place {
  const [, address = ''] = /^[^<>]*?(?:href|src)="([^"]*)"/.exec(rest.replace(/^<\w+/, '')) ?? [];
  const at = [address.replaceAll('&amp;', '&'), decoded(address)]
    .filter(word => word !== '')
    .map(word => raw.indexOf(word))
    .find(found => found >= 0);
  if (at === undefined) return {line: line + leading(raw), column: 1};
  const before = raw.slice(0, at).split('\n');
  return {line: line + before.length - 1, column: (before.at(-1)?.length ?? 0) + 1};
}

/** The number of empty lines before a block. */
const leading = (raw: string): number => /^\n*/.exec(raw)?.[0].length ?? 0;

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
