/** The screen of `emk` alone, on a terminal of the usual size. It needs `npm run build`. */
import {expect, test} from 'vitest';
import {desk, keys} from './terminal.js';

test.each([
  [44, 20],
  [60, 20],
  [80, 24],
])('in a window of %i x %i the news are whole, and all of it has room', async (columns, rows) => {
  const {open} = await desk();
  const terminal = open([], {columns, rows});
  const screen = await terminal.waitForQuestion(/Needs attention:[\s\S]*q to leave/);
  expect(screen.trimEnd().split('\n').length, screen).toBeLessThan(rows);
  const news = screen.slice(0, screen.indexOf('? What would'));
  expect(news).not.toContain('…');
  expect(news.replaceAll(/\n +/g, ' ')).toMatch(/ 1 more: emk agenda|! .*\n/);
  expect(screen.match(/^[❯ ] \S/gm)?.length).toBeGreaterThanOrEqual(5);
  terminal.type('q');
  expect(await terminal.ended()).toBe(0);
});

test('emk alone fills at most 22 lines, and the arrows lead into a command', async () => {
  const {open} = await desk();
  const terminal = open([], {columns: 80, rows: 24});
  const screen = await terminal.waitForQuestion('q to leave');
  expect(screen.split('\n').length).toBeLessThanOrEqual(22);
  expect(screen).toContain('See the account as a report');
  terminal.type(`${keys.down}${keys.enter}`);
  await terminal.waitFor('Words to look for');
  terminal.type(keys.ctrlC);
  expect(await terminal.ended()).toBe(130);
});
