/** Messages in a window: words stay whole, and so do commands, which get a line to themselves. */
import {expect, test} from 'vitest';
import {wrapMessage} from '../../src/output/text/width.js';

test.each([
  [
    'Deleted list "Messe". To bring it back: emk undo 2026-11-22-2',
    'Deleted list "Messe". To bring it back:\n  emk undo 2026-11-22-2',
  ],
  [
    'Mailing "Neues im Mai" is cancelled: it will not go out. To send it later: emk send --now',
    'Mailing "Neues im Mai" is cancelled: it will not go\n  out. To send it later:\n  emk send --now',
  ],
  [
    '  Run it again with the rest: emk import customers.csv -y',
    '  Run it again with the rest:\n  emk import customers.csv -y',
  ],
  [
    'emk reads times of this account in UTC from now on. To change that: emk config set timezone ZONE',
    'emk reads times of this account in UTC from now on. To\n  change that:\n  emk config set timezone ZONE',
  ],
  [
    '  ! The automation "Birthday" is a draft that nobody has touched since May.',
    '  ! The automation "Birthday" is a draft that nobody\n    has touched since May.',
  ],
  ['To undo it: emk undo 2026-11-22-2', 'To undo it: emk undo 2026-11-22-2'],
])('%s', (message, wrapped) => {
  expect(wrapMessage(message, 54)).toBe(wrapped);
});

test('a sentence that begins with emk is wrapped, and a command is not', () => {
  const words = 'cannot look into the logs of the service, because the API does not show them';
  expect(wrapMessage(`emk ${words}.`, 54)).toBe(`emk ${words.replace(' the API', '\n  the API')}.`);
  expect(wrapMessage(`  emk ${words}`, 54)).toBe(`  emk ${words}`);
});

test('a command wider than the window is left to the terminal, which copies it whole', () => {
  const line = `Next time: emk send ${'--to staff '.repeat(9)}`;
  expect(wrapMessage(line, 54)).toBe(line);
});
