import {basename, extname} from 'node:path';
import {UsageError} from '../../core/errors.js';
import type {TextPlace} from '../../records/fields/finding.js';
import {tagsIn} from '../html/tags.js';
import {escapeHtml, MADE_FROM_MARKDOWN} from '../html/text.js';
import {type MarkdownBlock, readMarkdown} from './email-writer.js';
import {type FrontMatter, readFrontMatter} from './front-matter.js';

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
  });
  return {html: page.html, placeOf: createPlaces(page.firstLine, written), markdown, about: given};
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
  const used = tagsIn(text);
  return [
    ...(used.has('sender_address') ? [] : ['((sender_address))']),
    ...(used.has('unsubscribe_preferences')
      ? []
      : [`<a href="((unsubscribe_preferences))" style="color:#595959">${escapeHtml(unsubscribe)}</a>`]),
  ];
}

/** The place in the text for a place in the HTML; undefined for parts of the layout. */
type PlaceIn = (place: TextPlace) => TextPlace | undefined;

/** Leads from the HTML of a mail back to the line of its Markdown on which the block begins. */
const createPlaces =
  (firstLine: number, blocks: readonly (MarkdownBlock & {readonly line: number})[]): PlaceIn =>
  ({line}) => {
    let from = firstLine;
    for (const {html, raw, line: written} of blocks) {
      const after = from + html.split('\n').length;
      const emptyLines = /^\n*/.exec(raw)?.[0].length ?? 0;
      if (line >= from && line < after) return {line: written + emptyLines, column: 1};
      from = after;
    }
    return undefined;
  };

type Parts = {
  readonly title: string;
  readonly blocks: readonly string[];
  readonly closing: readonly string[];
  readonly language: string | undefined;
};

/** Lays a mail out in one column that mail programs agree on, with the full width on a phone. */
function layOut({title, blocks, closing, language}: Parts) {
  const before = `<!doctype html>
<html${language === undefined ? '' : ` lang="${escapeHtml(language)}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="${MADE_FROM_MARKDOWN}">
<title>${title}</title>
</head>
<body style="margin:0;padding:0;background-color:#f4f4f4">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="width:100%;background-color:#f4f4f4" bgcolor="#f4f4f4"><tr><td align="center" style="padding:16px 8px">
<!--[if mso]><table role="presentation" cellpadding="0" cellspacing="0" border="0" width="600"><tr><td><![endif]-->
<table role="presentation" cellpadding="0" cellspacing="0" border="0" class="emk-column" style="width:100%;max-width:600px;table-layout:fixed;background-color:#ffffff" bgcolor="#ffffff"><tr><td align="left" style="padding:24px;${FONT};color:#222222;word-break:break-word;overflow-wrap:anywhere">
`;
  const small = 'margin:24px 0 0;font-size:13px;line-height:1.5;color:#595959';
  const end = closing.length === 0 ? '' : `<p style="${small}">${closing.join('<br>')}</p>\n`;
  const html = `${before}${blocks.join('\n')}
${end}</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
  // The line on which the first block begins.
  return {html, firstLine: before.split('\n').length};
}

const FONT = 'font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5';
