/** The site is whole: every link and anchor leads somewhere, every command has a played example, and nothing is fetched. */
import {existsSync, readFileSync} from 'node:fs';
import {posix} from 'node:path';
import {beforeAll, describe, expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {errorCodes} from '../../src/errors.js';
import {commandsOf, loadTree} from '../../src/reference/load-tree.js';
import {makeSite} from '../../src/site/make-site.js';
import {anchorOf} from '../../src/site/page.js';
import {readSources} from '../../src/site/read-sources.js';

const sources = readSources('.');
let site: ReadonlyMap<string, string>;
beforeAll(async () => {
  site = await makeSite(tree, sources);
});

const pages = () => [...site].filter(([path]) => path.endsWith('.html'));
const textOf = (path: string): string => site.get(path) ?? '';
const anchorsIn = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));

/** What a page refers to, outside of its examples. */
const linksIn = (html: string): readonly string[] =>
  [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);

describe('links', () => {
  test('of the site lead to a file and to an anchor that are there', () => {
    const files = new Set([...site.keys(), ...sources.pictures.map(path => `pictures/${posix.basename(path)}`)]);
    const anchors = new Map(pages().map(([path, html]) => [path, anchorsIn(html)]));
    const dead = pages().flatMap(([path, html]) =>
      [...new Set(linksIn(html))].filter(link => {
        const [place = '', anchor] = link.split('#');
        const target = place === '' ? path : posix.join(posix.dirname(path), place);
        return !files.has(target) || (anchor !== undefined && !anchors.get(target)?.has(anchor));
      }),
    );
    expect([...new Set(dead)]).toEqual([]);
  });

  test('of the search and of llms.txt lead to a page and an anchor', () => {
    const index: readonly (readonly [string, string])[] = JSON.parse(
      /^const index = (.*);$/m.exec(textOf('search.js'))?.[1] ?? '[]',
    );
    const named = [...textOf('llms.txt').matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    const places = [...index.map(([, place]) => place), ...named];
    expect(places.length).toBeGreaterThan(300);
    const isThere = (place: string) => {
      const [path = '', anchor] = place.split('#');
      return anchor === undefined ? site.has(path) : anchorsIn(textOf(path)).has(anchor);
    };
    expect(places.filter(place => !isThere(place))).toEqual([]);
  });

  test.each(['README.md', ...[...sources.guides.keys()].map(name => `src/site/guides/${name}.md`)])(
    'of %s lead to files and headings of the project',
    file => {
      const links = [...readFileSync(file, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
      const dead = links.filter(link => {
        if (link.startsWith('https://')) return false;
        const [place = '', anchor] = link.split('#');
        const target = place === '' ? file : posix.join(posix.dirname(file), place);
        return !existsSync(target) || (anchor !== undefined && !headingsOf(target).includes(anchor));
      });
      expect(dead).toEqual([]);
    },
  );
});

test('the README is a page to read at once, whose pictures and guides are in the package too', () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(readme.split('\n').length).toBeLessThanOrEqual(250);
  const {files} = JSON.parse(readFileSync('package.json', 'utf8'));
  const shown = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path = '']) => path);
  expect(shown).toEqual(['src/site/guides/recording.svg']);
  expect(files).toContain('src/site/guides');
  for (const path of [...shown, ...sources.pictures]) {
    expect(path).toMatch(/^src\/site\/guides\//);
    expect(readFileSync(path).length).toBeLessThan(200_000);
  }
});

const headingsOf = (path: string): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

test('every page has a title of its own, one main heading, and nothing that a browser would fetch elsewhere', () => {
  const titles = pages().map(([, html]) => /<title>(.*)<\/title>/.exec(html)?.[1]);
  expect(new Set(titles).size).toBe(titles.length);
  for (const [path, html] of pages()) {
    expect([path, html.match(/<h1>/g)?.length]).toEqual([path, 1]);
    expect([path, html.match(/<th>|<pre>|127\.0\.0\.1:PORT/g)]).toEqual([path, null]);
    expect(linksIn(html).filter(link => /^(?:https?:)?\/\//.test(link))).toEqual([]);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect([path, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([path, []]);
  }
});

test('every command has a page with an example that was played', async () => {
  const without = commandsOf(await loadTree(tree)).filter(
    ({path}) => !textOf(`commands/${path.join('-')}.html`).includes('<pre class="terminal"'),
  );
  expect(without.map(({path}) => path.join(' ')).sort()).toEqual(notPlayed);
});

/** These run until somebody stops them, or show the machine and the time of day, so no transcript can hold them. */
const notPlayed = ['doctor', 'mcp', 'sandbox log', 'sandbox serve', 'sandbox tour'];

test('every error code has its place', () => {
  expect([...anchorsIn(textOf('help/errors.html'))]).toEqual(expect.arrayContaining([...errorCodes]));
});
