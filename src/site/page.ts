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

/** The page that some words of emk lead to: `contacts import --yes` to that of the import, `help output` to the topic. */
export type FindPage = (words: string) => {readonly path: string; readonly typed: string} | undefined;

/** Finds pages of commands and of topics by the words that lead there. */
export function findPages(commands: readonly (readonly string[])[], topics: readonly string[]): FindPage {
  const paths = new Map([
    ...commands.map(words => [words.join(' '), commandPath(words)] as const),
    ...topics.map(topic => [`help ${topic}`, `help/${topic}.html`] as const),
  ]);
  return words => {
    const all = words.split(' ');
    for (let count = all.length; count > 0; count--) {
      const typed = all.slice(0, count).join(' ');
      const path = paths.get(typed);
      if (path !== undefined) return {path, typed};
    }
    return undefined;
  };
}

/** A sentence of emk as HTML: its options are code, and its commands lead to their pages. */
export const toProse = (sentence: string, find: FindPage): string =>
  linkCommands(
    escapeHtml(sentence).replace(/(?<=^|[\s(])(--?[a-z][\w-]*)(?=[\s.,:;)]|$)/g, '<code class="option">$1</code>'),
    find,
  );

/** Makes a link of each command in a text, which is HTML already. */
export const linkCommands = (html: string, find: FindPage): string =>
  html.replace(/\bemk ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)*)/g, (whole, words: string) => {
    const found = find(words);
    return found ? `<a href="/${found.path}">emk ${found.typed}</a>${words.slice(found.typed.length)}` : whole;
  });
