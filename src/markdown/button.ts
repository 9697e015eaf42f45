import type {Tokens} from 'marked';
import {escapeHtml} from '../html/text.js';

/** A link as a button. Outlook on Windows drops the padding of links and round corners, so it gets a drawing of its own. */
export function buttonOf(link: Tokens.Link, words: string): string {
  const width = 2 * SIDE + [...link.text].reduce((sum, letter) => sum + widthOf(letter), 0);
  // Outlook cuts off what does not fit into a drawing, and a tag may become long.
  if (width > COLUMN || link.text.includes('((')) return cellOf(link, words);
  return `<!--[if mso]>${drawingOf(link, words, width)}<![endif]--><!--[if !mso]><!-->${cellOf(link, words)}<!--<![endif]-->`;
}

/** The title of a link or picture as an attribute, if it has one. */
export const titleAttribute = (title: string | null | undefined): string =>
  title ? ` title="${escapeHtml(title)}"` : '';

/** Where a button has no drawing, Outlook pads its cell, which grows with the words. */
const cellOf = ({href, title}: Tokens.Link, words: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td align="left" bgcolor="#0b57d0" style="border-radius:4px;background-color:#0b57d0;mso-padding-alt:12px 24px"><a href="${escapeHtml(href)}"${titleAttribute(title)} class="emk-button" style="display:inline-block;padding:12px ${SIDE}px;color:#ffffff;font-weight:bold;text-align:center;text-decoration:none">${words}</a></td></tr></table>`;

/** A rounded box in VML, the language in which Outlook draws. */
const drawingOf = ({href}: Tokens.Link, words: string, width: number): string =>
  `<div style="margin:0 0 16px"><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word" href="${escapeHtml(href)}" style="width:${width}px;height:48px;v-text-anchor:middle" arcsize="9%" stroked="f" fillcolor="#0b57d0"><w:anchorlock/><center style="color:#ffffff;font-family:Arial,sans-serif;font-size:16px;font-weight:bold">${words}</center></v:roundrect></div>`;

/** In bold letters of 16 pixels, rounded up; those of Chinese, Japanese and Korean are square. */
const widthOf = (letter: string): number =>
  /[\u1100-\u{1ffff}]/u.test(letter) ? 16 : /[MW\u2014@%]/.test(letter) ? 15 : 10;

const SIDE = 24;
const COLUMN = 552;
