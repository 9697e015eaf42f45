/**
 * Every line that readers copy from README and docs works as its page says, in an empty home and folder. README is played in
 * every run, and the pages of docs by the long tests.
 */

import {expect, onTestFinished, test} from 'vitest';
import {startSandbox} from '../../src/sandbox/running/start.js';
import {oneIn} from '../support/sample.js';
import {describeInTerminal} from '../support/terminal.js';
import {type Page, pages} from './pages.js';
import {play} from './play-pages.js';
import {asked, before, closed, endsWith, files, profiles, shows, stopped, withoutComment} from './table.js';

const all = pages();
const readme = all.filter(({name}) => name === 'README.md');
const docs = all.filter(page => !readme.includes(page));

async function playsAll(page: Page, inShell = oneIn(2) === 1): Promise<void> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  expect(await play(page, sandbox, {inShell})).toEqual([]);
}

describeInTerminal('the lines of', () => {
  test.each(readme)('$name', {timeout: 120_000}, page => playsAll(page));
  test.runIf(oneIn(2) === 1).each(readme)('$name, all in a shell', {tags: ['long'], timeout: 120_000}, page =>
    playsAll(page, true),
  );
  test.each(docs)('$name', {tags: ['long'], timeout: 300_000}, page => playsAll(page));
});

test('the table names only pages and lines that are there', () => {
  const names = new Set(all.map(({name}) => name));
  const lines = new Set(all.flatMap(page => page.lines.map(withoutComment)));
  const ofPages = [files, before, profiles].flatMap(table => Object.keys(table));
  const sandbox = {baseUrl: '', publicKey: '', secretKey: ''};
  const ofLines = [asked(sandbox), endsWith, shows, stopped].flatMap(table => [...table.keys()]).concat(closed);
  expect(ofPages.filter(name => !names.has(name))).toEqual([]);
  expect(ofLines.filter(line => !lines.has(line))).toEqual([]);
});
