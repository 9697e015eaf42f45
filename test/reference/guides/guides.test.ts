/**
 * Every line that readers copy from README, guides and help topics works as its page says, in an empty home and folder.
 * README is played in every run, and the guides and every second topic by the long tests: all topics with EMK_EVERY_REQUEST.
 */
import {readdirSync, readFileSync} from 'node:fs';
import {expect, onTestFinished} from 'vitest';
import {startSandbox} from '../../../src/sandbox/running/start.js';
import {longTest, test} from '../../in-two-parts.js';
import {oneIn, oneOf} from '../../one-in.js';
import {describeInTerminal} from '../../terminal/terminal.js';
import {type Page, pages} from './pages.js';
import {play} from './play.js';
import {asked, before, closed, endsWith, files, profiles, shows, stopped, withoutComment} from './table.js';

const all = await pages();
const readme = all.filter(({name}) => name === 'README.md');
const topics = all.filter(({name}) => name.startsWith('emk help '));
const guides = all.filter(page => !readme.includes(page) && !topics.includes(page));

async function playsAll(page: Page, inShell = oneIn(2) === 1): Promise<void> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  expect(await play(page, sandbox, {inShell})).toEqual([]);
}

describeInTerminal('the lines of', () => {
  test.each(readme)('$name', {timeout: 120_000}, page => playsAll(page));
  longTest.runIf(oneIn(2) === 1).each(readme)('$name, all in a shell', {timeout: 120_000}, page =>
    playsAll(page, true),
  );
  longTest.each([...guides, ...oneOf(2, topics)])('$name', {timeout: 300_000}, page => playsAll(page));
});

test.each(readdirSync('src/site/guides').filter(name => name.endsWith('.md')))(
  '%s says "asks" only of lines without --yes',
  name => {
    const text = readFileSync(`src/site/guides/${name}`, 'utf8');
    const steps = [...text.matchAll(/^\*\*\d+\. ((?:.+\n)+)\n```sh\n((?:.+\n)+?)```/gm)];
    expect(
      steps.filter(
        ([, says = '', lines = '']) => /\basks\b/.test(says) && !says.includes('--yes') && lines.includes('--yes'),
      ),
    ).toEqual([]);
  },
);

test('the table names only pages and lines that are there', () => {
  const names = new Set(all.map(({name}) => name));
  const lines = new Set(all.flatMap(page => page.lines.map(withoutComment)));
  const ofPages = [files, before, profiles].flatMap(table => Object.keys(table));
  const sandbox = {baseUrl: '', publicKey: '', secretKey: ''};
  const ofLines = [asked(sandbox), endsWith, shows, stopped].flatMap(table => [...table.keys()]).concat(closed);
  expect(ofPages.filter(name => !names.has(name))).toEqual([]);
  expect(ofLines.filter(line => !lines.has(line))).toEqual([]);
});
