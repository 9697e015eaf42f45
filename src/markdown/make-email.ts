import {basename, extname} from 'node:path';
import {UsageError} from '../errors.js';
import {escapeHtml} from '../html/escape.js';
import {tagsIn} from '../html/tags.js';
import {emailWriter} from './email-writer.js';
import {type FrontMatter, readFrontMatter} from './front-matter.js';
import {layOut} from './layout.js';
import {createPlaces, type PlaceIn} from './places.js';
import {readMarkdown} from './read-markdown.js';

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
  const {blocks, title} = readable(file, () => readMarkdown(text, emailWriter));
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
