/** src/README.md is a map, and a wrong map is worse than none. */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {tree} from '../src/cli/tree.js';

const map = readFileSync('src/README.md', 'utf8');

test('the rooms are those of the layers test, in its order', () => {
  const [, list = ''] = /^const rooms = \[(.*?)\]/ms.exec(readFileSync('test/layers.test.ts', 'utf8')) ?? [];
  const rooms = [...list.matchAll(/'([^']+)'/g)].map(([, room]) => room);
  expect(rooms.length).toBeGreaterThan(10);
  expect([...map.matchAll(/^\| `([^`]+)` \|/gm)].map(([, room]) => room)).toEqual(rooms);
});

test('every file and folder that it names is there', () => {
  const named = [...map.matchAll(/`([\w./-]+(?:\.\w+|\/[\w-]+))`/g)].map(([, path = '']) => path);
  const isThere = (path: string) => existsSync(path) || existsSync(`src/${path}`);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(path => !isThere(path))).toEqual([]);
});

test('every command that it names is in the tree', () => {
  const named = [...map.matchAll(/`emk ([a-z-]+)/g)].map(([, word = '']) => word);
  expect(named).toEqual(expect.arrayContaining(['account', 'contacts', 'contact-types', 'single-sends']));
  expect(named.filter(word => !Object.hasOwn(tree, word))).toEqual([]);
});

test('"Working on emk" leads to it', () => {
  expect(readFileSync('README.md', 'utf8').split('## Working on emk')[1]).toContain('(src/README.md)');
});

test('it leads to the pages beside it', () => {
  const pages = readdirSync('src').filter(name => name.endsWith('.md') && name !== 'README.md');
  expect(pages.filter(name => !map.includes(`](${name})`))).toEqual([]);
});
