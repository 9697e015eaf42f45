import type {Page} from './page.js';

/** The script of the search with its index: each page, and each part of a page that has an anchor. */
export const searchScript = (pages: readonly Page[]): string =>
  `const index = ${JSON.stringify(pages.flatMap(entriesOf))};\n${program}`;

/** A place that can be found: its title, its address, what it is about, and its words. */
type Entry = readonly [title: string, address: string, about: string, words: string];

function entriesOf({path, title, summary, body}: Page): readonly Entry[] {
  const [start = '', ...parts] = body.split(/(?=<h2 id=")/);
  const isCommand = path.startsWith('commands/');
  const whole: Entry = [title, path, summary, wordsIn(isCommand ? body : start)];
  return isCommand ? [whole] : [whole, ...parts.map(part => entryOf(part, path, title))];
}

function entryOf(part: string, path: string, title: string): Entry {
  const [, anchor = '', heading = ''] = /^<h2 id="([^"]*)">(.*?)<\/h2>/s.exec(part) ?? [];
  return [textOf(heading), `${path}#${anchor}`, title, wordsIn(part)];
}

const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** Each word once, in lower case: enough to find a place, and a fraction of its text. */
const wordsIn = (html: string): string =>
  [
    ...new Set(
      textOf(html.replaceAll('<', ' <'))
        .toLowerCase()
        .match(/[\p{L}\p{N}_-]{2,}/gu),
    ),
  ].join(' ');

const program = `
const root = document.currentScript.dataset.root;
const [place, input, found] = ['search', '#search', '#found'].map(name => document.querySelector(name));
place.hidden = false;
const weigh = ([title, address, about, words], asked) => asked.reduce((sum, word) =>
  sum === 0 ? 0 : title.toLowerCase().includes(word) ? sum + 8 : about.toLowerCase().includes(word) ? sum + 3 :
  (' ' + words).includes(' ' + word) ? sum + 1 : 0, title.toLowerCase().includes(asked.join(' ')) ? 10 : 1);
const show = () => {
  const asked = input.value.toLowerCase().match(/[\\p{L}\\p{N}_-]+/gu) ?? [];
  const hits = asked.length === 0 ? [] : index.map(entry => [weigh(entry, asked), entry])
    .filter(([weight]) => weight > 0).sort(([a, x], [b, y]) => b - a || x[0].length - y[0].length).slice(0, 12);
  found.replaceChildren(...hits.map(([, [title, address, about]]) => {
    const link = document.createElement('a');
    link.href = root + address;
    link.append(Object.assign(document.createElement('b'), {textContent: title}), ' ', about);
    return link;
  }));
  if (asked.length > 0 && hits.length === 0) found.textContent = 'Nothing found.';
};
input.addEventListener('input', show);
input.addEventListener('keydown', event => {
  if (event.key === 'Enter') found.querySelector('a')?.click();
  if (event.key === 'Escape') { input.value = ''; show(); }
  if (event.key === 'ArrowDown') { found.querySelector('a')?.focus(); event.preventDefault(); }
});
found.addEventListener('keydown', event => {
  const next = {ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling'}[event.key];
  if (next) { (document.activeElement[next] ?? input).focus(); event.preventDefault(); }
  if (event.key === 'Escape') { input.value = ''; show(); input.focus(); }
});
document.addEventListener('keydown', event => {
  if (event.key === '/' && document.activeElement !== input) { input.focus(); event.preventDefault(); }
});
`;
