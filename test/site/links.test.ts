/** The site is whole: every link and anchor leads somewhere, and every command has a played example. */
import {existsSync, readFileSync} from 'node:fs';
import {posix} from 'node:path';
import {beforeAll, describe, expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {isOptionOf, optionName} from '../../src/commands/parameter-name.js';
import {errorCodes} from '../../src/errors.js';
import {commandsOf, loadTree} from '../../src/reference/load-tree.js';
import {makeSite} from '../../src/site/make-site.js';
import {readSources} from '../../src/site/read-sources.js';

const sources = readSources('.');
let site: ReadonlyMap<string, string>;
beforeAll(async () => {
  site = await makeSite(tree, sources);
});

const pages = () => [...site].filter(([path]) => path.endsWith('.md'));
const textOf = (path: string): string => site.get(path) ?? '';

/** The text of a page outside of its blocks of code. */
const proseOf = (text: string): string => text.replace(/^```.*?^```$/gms, '');

const linksIn = (text: string): readonly string[] =>
  [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);

/** The anchor of a heading, as code hosts and VitePress make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** The anchors of a page: its own ones, and those of its headings. */
const anchorsIn = (text: string): readonly string[] =>
  [...proseOf(text).matchAll(/^#+ (.*?)(?: \{#([\w-]+)\})?$/gm)].map(
    ([, heading = '', own]) => own ?? anchorOf(heading),
  );

describe('a help topic', () => {
  const blocksOf = (topic: string, language: string): string =>
    [...textOf(`help/${topic}.md`).matchAll(/^```(\w+)\n(.*?)^```$/gms)]
      .filter(([, kind]) => kind === language)
      .map(([, , text]) => text)
      .join('');

  test.each([
    ['sending', '((first_name)) in the subject'],
    ['files', '@ before a name reads a file'],
    ['import', 'People whom the file marks as unsubscribed'],
    ['scripting', 'Without a terminal emk never asks.'],
    ['contract', '- exit codes: ['],
  ])('%s has its sentences and lists as prose', (topic, text) => {
    expect(proseOf(textOf(`help/${topic}.md`))).toContain(text);
  });

  test.each([
    ['agents', 'emk --sandbox mcp'],
    ['warehouse', 'emk contacts list --out contacts.jsonl --force'],
  ])('%s has its lines to type as such', (topic, line) => {
    expect(blocksOf(topic, 'sh')).toContain(line);
  });

  test('keeps what has columns, and code', () => {
    expect(blocksOf('testing', 'text')).toContain('const sandbox = await startSandbox();');
    expect(blocksOf('dates', 'text')).toContain('2030-11-22T09:00+01:00    with the time zone, exactly');
  });
});

describe('links', () => {
  test('of the site lead to a file and to an anchor that are there', () => {
    const files = new Set([...site.keys(), ...sources.pictures.map(path => `pictures/${posix.basename(path)}`)]);
    const dead = pages().flatMap(([path, text]) =>
      [...new Set(linksIn(text))].filter(link => {
        if (link.startsWith('https://')) return false;
        const [place = '', anchor] = link.split('#');
        const target = place === '' ? path : posix.join(posix.dirname(path), place);
        return !files.has(target) || (anchor !== undefined && !anchorsIn(textOf(target)).includes(anchor));
      }),
    );
    expect([...new Set(dead)]).toEqual([]);
  });

  test.each([
    ['emk people export', '/commands/contacts-export.md'],
    ['emk import undo', '/commands/contacts-import-undo.md'],
    ['emk mailings check', '/commands/single-sends-check.md'],
    ['emk import', '/commands/contacts-import.md'],
  ])('of "%s" lead to its own page', (line, page) => {
    const written = pages().filter(([path]) => path.startsWith('guides/'));
    const targets = written.flatMap(([, text]) =>
      [...proseOf(text).matchAll(/\[`([^`]+)`\]\(([^)]+)\)/g)].flatMap(([, words, link = '']) =>
        words === line ? [posix.join('/guides', link)] : [],
      ),
    );
    expect(new Set(targets)).toEqual(new Set([page]));
  });

  test.each([
    ['contacts-import', 'moving'],
    ['contacts-import', 'brevo'],
    ['single-sends-stats', 'results'],
    ['unsubscribers-add', 'mailchimp'],
  ])('of the page %s lead to the guide %s, which shows the command', (command, guide) => {
    expect(linksIn(textOf(`commands/${command}.md`))).toContain(`../guides/${guide}.md`);
  });

  test('of llms.txt and of the contents lead to a page, and every page is named in both', () => {
    const named = [...textOf('llms.txt').matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(named.sort()).toEqual(
      pages()
        .map(([path]) => path)
        .sort(),
    );
    const {contents, words} = JSON.parse(textOf('site.json'));
    const linked = [...JSON.stringify(contents).matchAll(/"link":"\/([^"]+)"/g)].map(([, path = '']) => `${path}.md`);
    expect([...linked, 'commands/index.md'].sort()).toEqual(named);
    expect(Object.keys(words).filter(path => !site.has(`${path}.md`))).toEqual([]);
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

test('every page has one main heading, a title of its own, and no anchor twice', () => {
  const titles = pages().map(([, text]) =>
    text
      .split('\n---\n')[0]
      ?.match(/^title.*$/gm)
      ?.join(),
  );
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  for (const [path, text] of pages()) {
    expect([path, proseOf(text).match(/^# /gm)?.length]).toEqual([path, 1]);
    expect([path, text.match(/127\.0\.0\.1:PORT/g)]).toEqual([path, null]);
    const anchors = [...text.matchAll(/ \{#([\w-]+)\}$/gm)].map(([, anchor]) => anchor);
    expect([path, anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)]).toEqual([path, []]);
  }
});

test('nothing on a page is taken for HTML or for a value of a template', () => {
  const odd = pages().flatMap(([path, text]) => {
    const prose = proseOf(text).replace(/`[^`]*`/g, '');
    return [...(prose.match(/(?<!\\)<\/?[a-z][\w-]*|\{\{/gi) ?? [])].map(each => `${path}: ${each}`);
  });
  expect(odd).toEqual([]);
});

test('every command has a page with an example that was played, and a place for each option', async () => {
  const commands = commandsOf(await loadTree(tree));
  const pageOf = (path: readonly string[]): string => textOf(`commands/${path.join('-')}.md`);
  const without = commands.filter(({path}) => !pageOf(path).includes('\n## Example\n'));
  expect(without.map(({path}) => path.join(' ')).sort()).toEqual(notPlayed);
  const missing = commands.flatMap(({path, command}) =>
    Object.entries(command.takes)
      .filter(isOptionOf(command))
      .map(([key, param]) => `{#option-${optionName(key, param)}}`)
      .filter(anchor => !pageOf(path).includes(anchor))
      .map(anchor => `${path.join(' ')} ${anchor}`),
  );
  expect(missing).toEqual([]);
});

/** These run until somebody stops them, or show the machine and the time of day, so no transcript can hold them. */
const notPlayed = ['doctor', 'mcp', 'sandbox log', 'sandbox serve', 'sandbox tour'];

test('every error code has its place', () => {
  expect(anchorsIn(textOf('help/errors.md'))).toEqual(expect.arrayContaining([...errorCodes]));
});

test('the search knows the words of other tools that the command line knows', () => {
  const {words} = JSON.parse(textOf('site.json'));
  for (const [path, word] of [
    ['commands/contacts-erase', 'gdpr'],
    ['commands/contacts-erase', 'personal-data'],
    ['commands/auth-login', 'password'],
    ['commands/contacts-delete', 'remove'],
    ['commands/single-sends-stats', 'open-rate'],
    ['help/files', 'csv'],
    ['commands/contact-types', 'lists'],
  ] as const)
    expect(words[path]?.split(' '), path).toContain(word);
});

test('the package that draws the site stays out of the package of emk, and names no machine of its own', () => {
  const {files} = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(files.filter((name: string) => 'src/site/package.json'.startsWith(name))).toEqual([]);
  const lock = readFileSync('src/site/package-lock.json', 'utf8');
  expect(lock.match(/"resolved": "(?!https:\/\/registry\.npmjs\.org\/)[^"]*"/g)).toBeNull();
  const {devDependencies} = JSON.parse(readFileSync('src/site/package.json', 'utf8'));
  expect(Object.values<string>(devDependencies).filter(version => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
