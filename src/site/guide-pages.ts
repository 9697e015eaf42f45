import {type FindPage, linkTo, type Page} from './page.js';

/** The pages written by hand, by the names of their files. `start` is the first page of the site. */
export const guidePages = (guides: ReadonlyMap<string, string>, find: FindPage): readonly Page[] =>
  [...guides].map(([name, text]) => {
    const [, title = name, body = ''] = /^# ([^\n]*)\n+(.*)$/s.exec(text.replaceAll(/<!--.*?-->\n?/g, '')) ?? [];
    const [first = ''] = body.split('\n\n');
    return {
      path: guidePath(name),
      title,
      summary: first.replaceAll('`', '').replaceAll('\n', ' '),
      body: body.replace(/^```.*?^```$|^[^\n]*$/gms, part => (part.startsWith('```') ? part : withLinks(part, find))),
    };
  });

const guidePath = (name: string): string => (name === 'start' ? 'index' : `guides/${name}`);

/** Guides name each other and their pictures by files, so that they can be read where they are kept too. */
const withLinks = (line: string, find: FindPage): string =>
  line
    .replace(/(?<!\[)`emk ([^`]+)`(?!\])/g, (whole, words: string) => {
      const found = find(words);
      return found ? linkTo(found.path, `emk ${words}`) : whole;
    })
    .replace(/\]\(([\w-]+)\.md(#[^)]*)?\)/g, (_, name: string, anchor = '') => `](/${guidePath(name)}.md${anchor})`)
    .replace(/\]\(([\w-]+\.(?:svg|png))\)/g, '](/pictures/$1)');
