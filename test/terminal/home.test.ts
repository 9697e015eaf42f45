/** The screen of `emk` alone, on a terminal of the usual size. It needs `npm run build`. */
import {expect, test} from 'vitest';
import {desk, keys} from './terminal.js';

test('emk alone fills at most 22 lines, and the arrows lead into a command', async () => {
  const {open} = await desk();
  const terminal = open([], {columns: 80, rows: 24});
  const screen = await terminal.waitFor('q to leave');
  expect(screen.split('\n').length).toBeLessThanOrEqual(22);
  expect(screen).toContain('See the account as a report');
  terminal.type(`${keys.down}${keys.enter}`);
  await terminal.waitFor('Words to look for');
  terminal.type(keys.ctrlC);
  expect(await terminal.ended()).toBe(130);
});
