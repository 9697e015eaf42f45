import {escapeHtml} from '../html/escape.js';
import {type MarkdownWriter, readMarkdown} from '../markdown/read-markdown.js';
import {anchorOf, codeBlock, type FindPage, linkCommands, type Page} from './page.js';

/** The pages written by hand, by the names of their files. `start` is the first page of the site. */
export const guidePages = (guides: ReadonlyMap<string, string>, find: FindPage): readonly Page[] =>
  [...guides].map(([name, text]) => {
    const {blocks, title = name} = readMarkdown(text.replaceAll(/<!--.*?-->\n?/g, ''), writerWith(find));
    const [, first, ...others] = blocks.filter(({raw}) => raw.trim() !== '');
    return {
      path: guidePath(name),
      title,
      summary: (first?.raw ?? '').trim().replaceAll('`', '').replaceAll('\n', ' '),
      body: [first, ...others].map(block => block?.html ?? '').join('\n'),
    };
  });

const guidePath = (name: string): string => (name === 'start' ? 'index.html' : `guides/${name}.html`);

const writerWith = (find: FindPage): MarkdownWriter => ({
  heading({tokens, depth, text}) {
    return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  },
  code: ({text}) => codeBlock(text),
  codespan: ({text}) => `<code>${withWholeOptions(linkCommands(escapeHtml(text), find))}</code>`,
  link({href, tokens}) {
    return `<a href="${escapeHtml(addressOf(href))}">${this.parser.parseInline(tokens)}</a>`;
  },
  image: ({href, text}) => `<img src="${escapeHtml(`/pictures/${href.split('/').at(-1)}`)}" alt="${escapeHtml(text)}">`,
  table({header, rows}) {
    const row = (cells: typeof header, tag: string): string =>
      `<tr>${cells.map(({tokens}) => `<${tag}>${this.parser.parseInline(tokens)}</${tag.slice(0, 2)}>`).join('')}</tr>`;
    return `<div class="scrolls" tabindex="0"><table><thead>${row(header, 'th scope="col"')}</thead><tbody>${rows.map(cells => row(cells, 'td')).join('\n')}</tbody></table></div>\n`;
  },
});

/** Keeps options in one piece, because browsers break lines after a hyphen. */
export const withWholeOptions = (html: string): string =>
  html.replace(/(?<=^|\s)--?[a-z][\w-]*/g, '<span class="option">$&</span>');

/** Guides link to each other by their files, so that they can be read where they are kept too. */
function addressOf(href: string): string {
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return name === undefined ? href : `/${guidePath(name)}${anchor}`;
}
