import {Marked, type RendererObject, type Token, type Tokens} from 'marked';
import {escapeHtml} from '../html/text.js';

/** A block of the text, such as a paragraph or a list: as written, and as HTML. */
export type MarkdownBlock = {readonly raw: string; readonly html: string};

/** Reads Markdown into blocks, and finds the words of its first heading. */
export function readMarkdown(text: string): {
  readonly blocks: readonly MarkdownBlock[];
  readonly title: string | undefined;
} {
  const marked = new Marked({gfm: true, renderer: emailWriter});
  const tokens = marked.lexer(text);
  const blocks = tokens.map(token => ({
    raw: token.raw,
    html: marked.parser(Object.assign([token], {links: tokens.links})).trim(),
  }));
  const heading = tokens.find((token): token is Tokens.Heading => token.type === 'heading');
  return {blocks, title: heading && textOfTokens(heading.tokens).trim()};
}

const textOfTokens = (tokens: readonly Token[]): string =>
  tokens
    .map(token =>
      'tokens' in token && token.tokens ? textOfTokens(token.tokens) : 'text' in token ? String(token.text) : '',
    )
    .join('');

/** Writes Markdown as an email. Styles are inline, because mail programs drop style sheets. */
const emailWriter: RendererObject = {
  heading({tokens, depth}) {
    const size = [28, 22, 18][depth - 1] ?? 16;
    return `<h${depth} style="margin:0 0 16px;font-size:${size}px;line-height:1.3;color:#222222">${this.parser.parseInline(tokens)}</h${depth}>`;
  },
  paragraph({tokens, ...about}) {
    const [only, ...others] = tokens;
    const html = this.parser.parseInline(tokens);
    const isAlone = only !== undefined && others.length === 0 && !('isInside' in about);
    if (isAlone && isButton(only)) return buttonOf(only, this.parser.parseInline(only.tokens));
    // Outlook shows a picture without a width in full size.
    return `<p style="margin:0 0 16px">${isAlone && isPicture(only) ? html.replace('<img ', `<img width="${COLUMN}" `) : html}</p>`;
  },
  blockquote({tokens}) {
    return `<blockquote style="margin:0 0 16px;padding:0 0 0 16px;border-left:4px solid #cccccc">${this.parser.parse(inside(tokens))}</blockquote>`;
  },
  hr: () => '<hr style="margin:24px 0;border:0;border-top:1px solid #cccccc">',
  list({ordered, start, items}) {
    const name = ordered ? 'ol' : 'ul';
    const from = ordered && start !== '' && start !== 1 ? ` start="${start}"` : '';
    const all = items.map(item => this.listitem(item)).join('');
    return `<${name}${from} style="margin:0 0 16px;padding:0 0 0 24px">${all}</${name}>`;
  },
  listitem({tokens}) {
    return `<li style="margin:0 0 8px">${this.parser.parse(inside(tokens))}</li>`;
  },
  checkbox: ({checked}) => (checked ? '\u2611 ' : '\u2610 '),
  code: ({text}) =>
    `<pre style="margin:0 0 16px;padding:12px;background-color:#f4f4f4;white-space:pre-wrap">${escapeHtml(text)}</pre>`,
  codespan: ({text}) => `<code style="background-color:#f4f4f4">${escapeHtml(text)}</code>`,
  link({href, tokens}) {
    return `<a href="${escapeWritten(href)}" style="color:#0b57d0;text-decoration:underline">${this.parser.parseInline(tokens)}</a>`;
  },
  image: ({href, text}) =>
    `<img src="${escapeWritten(href)}" alt="${escapeWritten(text)}" border="0" style="width:auto;max-width:100%;height:auto;border:0;vertical-align:middle">`,
  table({header, rows}) {
    const row = (cells: typeof header): string => `<tr>${cells.map(cell => this.tablecell(cell)).join('')}</tr>`;
    const table = `<table cellpadding="0" cellspacing="0" border="0" style="width:100%">${row(header)}${rows.map(row).join('')}</table>`;
    return `<div style="margin:0 0 16px;overflow-x:auto">${table}</div>`;
  },
  tablecell({tokens, header, align}) {
    const name = header ? 'th' : 'td';
    return `<${name} align="${align ?? 'left'}" style="padding:6px 8px 6px 0;border-bottom:1px solid #cccccc;vertical-align:top">${this.parser.parseInline(tokens)}</${name}>`;
  },
};

/** Escapes an address or a description, which Markdown hands on as it is written: `&amp;` in it is one sign already. */
const escapeWritten = (text: string): string =>
  escapeHtml(text).replaceAll(/&amp;(#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w*);/gi, '&$1;');

/** The width of the column's content. */
const COLUMN = 552;

/** Only a paragraph of the letter itself can be a button: a list of links stays a list. */
const inside = (tokens: Token[]): Token[] =>
  tokens.map(token => (token.type === 'paragraph' ? {...token, isInside: true} : token));

const isButton = (token: Token): token is Tokens.Link =>
  isLink(token) && /^https?:/i.test(token.href) && token.text !== token.href && !isPicture(token);

const isPicture = (token: Token): boolean =>
  token.type === 'image' || (isLink(token) && token.tokens.length === 1 && token.tokens[0]?.type === 'image');

const isLink = (token: Token): token is Tokens.Link => token.type === 'link';

/** A link as a button. Outlook on Windows drops the padding of links and round corners, so it gets a drawing of its own. */
function buttonOf(link: Tokens.Link, words: string): string {
  const width = 2 * SIDE + [...link.text].reduce((sum, letter) => sum + widthOf(letter), 0);
  // Outlook cuts off what does not fit into a drawing, and a tag may become long.
  if (width > COLUMN || link.text.includes('((')) return cellOf(link, words);
  return `<!--[if mso]>${drawingOf(link, words, width)}<![endif]--><!--[if !mso]><!-->${cellOf(link, words)}<!--<![endif]-->`;
}

/** Where a button has no drawing, Outlook pads its cell, which grows with the words. */
const cellOf = ({href}: Tokens.Link, words: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td align="left" bgcolor="#0b57d0" style="border-radius:4px;background-color:#0b57d0;mso-padding-alt:12px 24px"><a href="${escapeWritten(href)}" class="emk-button" style="display:inline-block;padding:12px ${SIDE}px;color:#ffffff;font-weight:bold;text-align:center;text-decoration:none">${words}</a></td></tr></table>`;

/** A rounded box in VML, the language in which Outlook draws. */
const drawingOf = ({href}: Tokens.Link, words: string, width: number): string =>
  `<div style="margin:0 0 16px"><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word" href="${escapeWritten(href)}" style="width:${width}px;height:48px;v-text-anchor:middle" arcsize="9%" stroked="f" fillcolor="#0b57d0"><w:anchorlock/><center style="color:#ffffff;font-family:Arial,sans-serif;font-size:16px;font-weight:bold">${words}</center></v:roundrect></div>`;

/** In bold letters of 16 pixels, rounded up; those of Chinese, Japanese and Korean are square. */
const widthOf = (letter: string): number =>
  /[\u1100-\u{1ffff}]/u.test(letter) ? 16 : /[MW\u2014@%]/.test(letter) ? 15 : 10;

const SIDE = 24;
