import {escapeHtml} from '../html/escape.js';
import type {Page} from './page.js';

/** A part of the contents beside each page. */
export type Contents = readonly {readonly title: string; readonly pages: readonly Pick<Page, 'path' | 'title'>[]}[];

/** A page with what all pages share: its head, the search, and the contents of the site. */
export function framed({path, title, summary, body}: Page, contents: Contents): string {
  const root = path.includes('/') ? '../' : '';
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(summary)}">
<title>${escapeHtml(title)}${endingOf(path)}</title>
<link rel="stylesheet" href="/style.css">
<script src="/search.js" data-root="${root}" defer></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header>
<a class="home" href="/index.html">emk</a>
<search hidden><label for="search">Search</label><input id="search" type="search" placeholder="Search (press /)" autocomplete="off"><div id="found" role="status"></div></search>
<a class="to-contents" href="#contents">Contents</a>
</header>
<main id="content">
<h1>${escapeHtml(title)}</h1>
${body}
</main>
<nav id="contents" aria-label="Contents">
${contents.map(part => section(part, path)).join('\n')}
</nav>
</body>
</html>
`;
  return html.replace(/ (href|src)="\//g, ` $1="${root}`);
}

/** A guide and a page of the help may have the same title. */
const endingOf = (path: string): string =>
  path === 'index.html' ? '' : path.startsWith('help/') ? ' · emk help' : ' · emk';

const section = ({title, pages}: Contents[number], current: string): string => {
  const links = pages.map(
    page =>
      `<li><a href="/${page.path}"${page.path === current ? ' aria-current="page"' : ''}>${escapeHtml(page.title)}</a></li>`,
  );
  return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${links.join('\n')}\n</ul>`;
};
