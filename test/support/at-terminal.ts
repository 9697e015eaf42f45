/** Runs one line as at a terminal, in this process: answers are typed once their questions are shown. */

import {setTimeout as pause} from 'node:timers/promises';
import {stripVTControlCharacters} from 'node:util';
import {fakeHost} from './fake-host.js';
import type {Ran} from './run-against.js';
import type {Shell} from './shell.js';

/** `stderr` of the result is what the terminal showed, without control sequences. */
export const atTerminal = (
  shell: Shell,
  line: string | readonly string[],
  ...answers: ReadonlyArray<readonly [question: string, keys: string | (() => string | Promise<string>)]>
): Promise<Ran> =>
  typingAtTerminal(shell, line, async ({shown, ended, type}) => {
    let read = 0;
    for (const [question, keys] of answers) {
      while (!ended() && !shown().slice(read).includes(question)) await pause(5);
      if (ended()) throw new Error(`Nobody was asked "${question}", but shown: ${shown()}`);
      // A text that is only waited for may have its question behind it already.
      read = keys === '' ? shown().indexOf(question, read) + question.length : shown().length;
      // Nobody presses Enter in one piece with a text.
      for (const each of (typeof keys === 'string' ? keys : await keys()).split(/(?<=[^\r])(?=\r$)/)) {
        type(each);
        await pause(20);
      }
    }
  });

/** What somebody at a terminal sees and does. */
type Terminal = {shown(): string; ended(): boolean; type(keys: string): void};

/** The same with somebody who types what they like, on a screen of so many columns. */
export async function typingAtTerminal(
  shell: Shell,
  line: string | readonly string[],
  typing: (terminal: Terminal) => Promise<void>,
  columns = 200,
): Promise<Ran> {
  const {stdin, stderr} = fakeHost({terminal: true, home: shell.folder});
  Object.assign(stderr, {columns});
  let shown = '';
  stderr.on('data', chunk => {
    shown += String(chunk);
  });
  let ended = false;
  const running = shell.emk(line, {host: {stdin, stderr}}).finally(() => {
    ended = true;
  });
  await typing({shown: () => shown, ended: () => ended, type: keys => stdin.push(keys)});
  return {...(await running), stderr: stripVTControlCharacters(shown)};
}
