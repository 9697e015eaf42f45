import {escapeHtml} from '../html/escape.js';
import type {MarkdownWriter, Token, Tokens} from './read-markdown.js';

/** Writes Markdown as an email. Styles are inline, because mail programs drop style sheets. */
export const emailWriter: MarkdownWriter = {
  heading({tokens, depth}) {
    const size = [28, 22, 18][depth - 1] ?? 16;
    return `<h${depth} style="margin:0 0 16px;font-size:${size}px;line-height:1.3;color:#222222">${this.parser.parseInline(tokens)}</h${depth}>`;
  },
  paragraph({tokens, ...about}) {
    const [only, ...others] = tokens;
    const html = this.parser.parseInline(tokens);
    if (!only || others.length > 0) return `<p style="margin:0 0 16px">${html}</p>`;
    if (isButton(only) && !('isInside' in about)) return button(only, this.parser.parseInline(only.tokens));
    return `<p style="margin:0 0 16px">${isPicture(only) ? html.replace('<img ', `<img width="${COLUMN}" `) : html}</p>`;
  },
  blockquote({tokens}) {
    return `<blockquote style="margin:0 0 16px;padding:0 16px;border-left:4px solid #cccccc">${this.parser.parse(inside(tokens))}</blockquote>`;
  },
  hr: () => '<hr style="margin:24px 0;border:0;border-top:1px solid #cccccc">',
  list({ordered, start, items}) {
    const name = ordered ? 'ol' : 'ul';
    const from = ordered && start !== '' && start !== 1 ? ` start="${start}"` : '';
    const all = items.map(item => this.listitem(item)).join('');
    return `<${name}${from} style="margin:0 0 16px;padding:0 24px">${all}</${name}>`;
  },
  listitem({tokens}) {
    return `<li style="margin:0 0 8px">${this.parser.parse(inside(tokens))}</li>`;
  },
  checkbox: ({checked}) => (checked ? '\u2611 ' : '\u2610 '),
  code: ({text}) =>
    `<pre style="margin:0 0 16px;padding:12px;background-color:#f4f4f4;white-space:pre-wrap">${escapeHtml(text)}</pre>`,
  codespan: ({text}) => `<code style="background-color:#f4f4f4">${escapeHtml(text)}</code>`,
  link({href, title, tokens}) {
    return `<a href="${escapeHtml(href)}"${titleAttribute(title)} style="color:#0b57d0;text-decoration:underline">${this.parser.parseInline(tokens)}</a>`;
  },
  image: ({href, title, text}) =>
    `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}"${titleAttribute(title)} border="0" style="width:auto;max-width:100%;height:auto;border:0">`,
  table({header, rows}) {
    const row = (cells: typeof header): string => `<tr>${cells.map(cell => this.tablecell(cell)).join('')}</tr>`;
    return `<table cellpadding="0" cellspacing="0" border="0" style="width:100%;margin:0 0 16px">${row(header)}${rows.map(row).join('')}</table>`;
  },
  tablecell({tokens, header, align}) {
    const name = header ? 'th' : 'td';
    return `<${name} align="${align ?? 'left'}" style="padding:6px 8px 6px 0;border-bottom:1px solid #cccccc">${this.parser.parseInline(tokens)}</${name}>`;
  },
};

/** The width of the column's content, which Outlook needs to be told: it shows a picture without a width in full size. */
const COLUMN = 552;

/** Only a paragraph of the letter itself can be a button: a list of links stays a list. */
const inside = (tokens: Token[]): Token[] =>
  tokens.map(token => (token.type === 'paragraph' ? {...token, isInside: true} : token));

const isButton = (token: Token): token is Tokens.Link =>
  isLink(token) && /^https?:/i.test(token.href) && token.text !== token.href && !isPicture(token);

const isPicture = (token: Token): boolean =>
  token.type === 'image' || (isLink(token) && token.tokens.length === 1 && token.tokens[0]?.type === 'image');

const isLink = (token: Token): token is Tokens.Link => token.type === 'link';

/** A link as a button. Outlook, which drops the padding of links, pads the cell instead. */
const button = ({href, title}: Tokens.Link, words: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td align="left" bgcolor="#0b57d0" style="border-radius:4px;background-color:#0b57d0;mso-padding-alt:12px 24px"><a href="${escapeHtml(href)}"${titleAttribute(title)} class="emk-button" style="display:inline-block;padding:12px 24px;color:#ffffff;font-weight:bold;text-decoration:none">${words}</a></td></tr></table>`;

const titleAttribute = (title: string | null | undefined): string => (title ? ` title="${escapeHtml(title)}"` : '');
