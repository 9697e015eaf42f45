/** A screen that is redrawn in place. Terminals that do not wrap keep the cursor on the last column of a full line. */
import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import {openLiveScreen} from '../../src/output/live/live-screen.js';

test('a line as wide as the window keeps its last character, and clears what stood there', () => {
  const stdout = Object.assign(new PassThrough(), {isTTY: true, columns: 8, rows: 4});
  const host = {stdin: new PassThrough(), stdout, interrupted: new AbortController().signal};
  const screen = openLiveScreen(host, () => undefined);
  screen.draw(['┌──────┐', 'ab'], ['foot']);
  const written = String(stdout.read());
  screen.close();
  // The line is cleared before its text: after a full line, clearing would take the last character.
  expect(written).toContain('\u001b[H\u001b[K┌──────┐\r\n\u001b[Kab\r\n\u001b[Kfoot');
});
