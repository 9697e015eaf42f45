/** A page in Markdown. Its links begin at the root of the site: `/guides/ci.md`. */
export type Page = {
  /** Without its ending: `guides/ci`. */
  readonly path: string;
  readonly title: string;
  /** One sentence, for search, for llms.txt and for link previews. */
  readonly summary: string;
  readonly body: string;
};

/** The name of a page that a command has: `contacts-import`, like its manual page. */
export const commandPath = (words: readonly string[]): string => `commands/${words.join('-')}`;

/** Lines that keep their layout: `sh` for lines to type, `text` for what emk prints. */
export const codeBlock = (lines: string, language: 'sh' | 'text'): string => `\`\`\`${language}\n${lines}\n\`\`\``;

/** The page that some words of emk lead to: `contacts import --yes` to that of the import, `help output` to the topic. */
export type FindPage = (words: string) => {readonly path: string; readonly typed: string} | undefined;

/** Finds pages of commands and of topics by the words that lead there. */
export const findPages =
  (paths: ReadonlyMap<string, string>): FindPage =>
  words => {
    const all = words.split(' ');
    for (let count = all.length; count > 0; count--) {
      const typed = all.slice(0, count).join(' ');
      const path = paths.get(typed);
      if (path !== undefined) return {path, typed};
    }
    return undefined;
  };

/** A link to a page of the site, with code as its words. */
export const linkTo = (path: string, words: string): string => `[\`${words}\`](/${path}.md)`;

/** A sentence of emk as Markdown: its options are code, and its commands lead to their pages. */
export const toProse = (sentence: string, find: FindPage): string =>
  escaped(sentence)
    .replace(/(?<=^|[\s(])(--?[a-z][\w-]*)(?=[\s.,:;)]|$)/g, '`$1`')
    .replace(/\bemk ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)*)/g, (whole, words: string) => {
      const found = find(words);
      return found ? `${linkTo(found.path, `emk ${found.typed}`)}${words.slice(found.typed.length)}` : whole;
    });

/** Text in which nothing is taken for Markdown, for HTML or for a value of a template. */
export const escaped = (text: string): string =>
  text
    .replace(/[\\<*[\]|]/g, '\\$&')
    .replace(/\{\{/g, '&#123;&#123;')
    .replace(/^([#>+-])/gm, '\\$1');
