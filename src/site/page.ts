import {escapeHtml} from '../html/escape.js';

/** A page without the frame that all pages share. Its links begin at the root of the site: `/guides/ci.html`. */
export type Page = {
  readonly path: string;
  readonly title: string;
  /** One sentence, for search, for llms.txt and for link previews. */
  readonly summary: string;
  readonly body: string;
};

/** The name of a page that a command has: `contacts-import`, like its manual page. */
export const commandPath = (words: readonly string[]): string => `commands/${words.join('-')}.html`;

/** Lines that keep their layout. One can scroll them by keyboard. */
export const codeBlock = (lines: string): string => `<pre tabindex="0"><code>${escapeHtml(lines)}</code></pre>`;

/** The anchor of a heading, as code hosts make it, so that a guide can be read there too. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
