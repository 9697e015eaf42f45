/** Runs one line as at a terminal, in this process: answers are typed once their questions are shown. */

import {setTimeout as pause} from 'node:timers/promises';
import {stripVTControlCharacters} from 'node:util';
import {fakeHost} from './accounts/fake-host.js';
import type {Ran} from './run-against.js';
import type {Shell} from './shell.js';

/** `stderr` of the result is what the terminal showed, without control sequences. */
export async function atTerminal(
  shell: Shell,
  line: string | readonly string[],
  ...answers: ReadonlyArray<readonly [question: string, keys: string | (() => string)]>
): Promise<Ran> {
  const {stdin, stderr} = fakeHost({terminal: true, home: shell.folder});
  Object.assign(stderr, {columns: 200});
  let shown = '';
  stderr.on('data', chunk => {
    shown += String(chunk);
  });
  let ended = false;
  const running = shell.emk(line, {host: {stdin, stderr}}).finally(() => {
    ended = true;
  });
  let read = 0;
  for (const [question, keys] of answers) {
    while (!ended && !shown.slice(read).includes(question)) await pause(5);
    if (ended) throw new Error(`Nobody was asked "${question}", but shown: ${shown}`);
    // A text that is only waited for may have its question behind it already.
    read = keys === '' ? shown.indexOf(question, read) + question.length : shown.length;
    stdin.push(typeof keys === 'string' ? keys : keys());
  }
  const ran = await running;
  return {...ran, stderr: stripVTControlCharacters(shown)};
}
