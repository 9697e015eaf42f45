import {basename, extname} from 'node:path';
import {UsageError} from '../../core/errors.js';
import type {Place} from '../html/parse.js';
import {tagsIn} from '../html/tags.js';
import {escapeHtml} from '../html/text.js';
import {type Block, readMarkdown} from './email-writer.js';
import {type FrontMatter, readFrontMatter} from './front-matter.js';
import {layOut} from './layout.js';

/** A mail as HTML, and a function from places in it to places in its source; if that is Markdown, it and what it says about itself. */
export type MadeEmail = {
  readonly html: string;
  readonly placeOf: PlaceIn;
  readonly markdown?: string;
  readonly about?: FrontMatter;
};

/** Makes a mail from Markdown. A link to unsubscribe, in the word of the settings, and the sender's address are added if missing. */
export function makeEmail(markdown: string, file: string, unsubscribe = 'Unsubscribe'): MadeEmail {
  const {given, body, firstLine} = readFrontMatter(markdown, file);
  const text = withWholeTags(body);
  const {blocks, title} = readable(file, () => readMarkdown(text));
  let line = firstLine;
  const written = blocks.map(block => {
    const at = {...block, line};
    line += block.raw.split('\n').length - 1;
    return at;
  });
  const page = layOut({
    title: escapeHtml(title || given.subject || basename(file, extname(file))),
    blocks: blocks.map(({html}) => html),
    closing: closingOf(text, unsubscribe),
    language: given.language,
    isColoured: /<\w[^>]*(?:background|color)/i.test(text),
  });
  return {html: page.html, placeOf: createPlaces(page.html, page.firstLine, written), markdown, about: given};
}

/** Refuses a letter that runs out of the stack: a line of megabytes, or thousands of quotes inside each other. */
function readable<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new UsageError(`emk cannot read ${file} as Markdown: a line is too long, or lists and quotes are too deep.`, {
      hint: 'Split the line into paragraphs, or use HTML.',
      cause,
    });
  }
}

/**
 * Protects `[Unsubscribe]((unsubscribe_preferences))`, whose outer brackets Markdown would remove, and `*|FNAME|*` of
 * another tool, which it would make italic: the checks of a mailing must see it.
 */
const withWholeTags = (text: string): string =>
  text.replaceAll(/\*(\|[^|*\n]{1,80}\|)\*/g, '\\*$1\\*').replaceAll(/\]\(\((\w+)\)\)(?!\))/g, ']((($1)))');

/** What every mailing needs and the text does not have. */
function closingOf(text: string, unsubscribe: string): readonly string[] {
  const used = new Set(tagsIn(text).map(({name}) => name));
  return [
    ...(used.has('sender_address') ? [] : ['((sender_address))']),
    ...(used.has('unsubscribe_preferences')
      ? []
      : [`<a href="((unsubscribe_preferences))" style="color:#595959">${escapeHtml(unsubscribe)}</a>`]),
  ];
}

type Written = Block & {readonly line: number};

/** The place in the text for a place in the HTML; undefined for parts of the layout. */
type PlaceIn = (place: Place) => Place | undefined;

/** Leads from the HTML of a mail back to its Markdown: to the exact word if it is in both, else to its block. */
function createPlaces(html: string, firstLine: number, blocks: readonly Written[]): PlaceIn {
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
