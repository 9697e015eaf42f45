/**
 * Every command in a terminal of a job where nobody is: it ends by itself, whatever its line lacks.
 * @module-tag long
 */

import {expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';
import {lineOfEach} from '../support/line-of-each.js';
import {oneIn} from '../support/sample.js';
import {describeInTerminal, desk} from '../support/terminal.js';

/** Servers run until they are stopped, and a mailing that is waited for may go out in a year. */
const endless: Readonly<Record<string, readonly string[]>> = {
  'sandbox serve': ['--help'],
  mcp: ['--help'],
};

const lines = commandsOf(await loadTree(tree)).map(({path}) => {
  const name = path.join(' ');
  return [name, endless[name] ?? lineOfEach[name]?.line ?? []] as const;
});

/** Each command with its line and without; without EMK_EVERY_REQUEST every second, with one of the two by turns. */
const played = lines.flatMap(([name, line], at) =>
  (name in endless ? [line] : [line, []].filter((_, way) => (at + 2 * way) % oneIn(4) === 0)).map(
    words => [name, words] as const,
  ),
);

/** One command of many is started as a program, and the others run in this process. */
const isStarted = (name: string): boolean =>
  needsProgram.test(name) || lines.findIndex(([each]) => each === name) % oneIn(20) === 0;

/** What starts programs or serves. */
const needsProgram = /^(?:sandbox (?:serve|run)|mcp)/;

const nobody = {CI: 'true'};

describeInTerminal('in a terminal without a person', () => {
  test.each(played)('emk %s ends by itself', async (name, line) => {
    const here = await desk();
    const open = isStarted(name) ? here.open : here.openHere;
    expect(await open([...name.split(' '), ...line], {rows: 10, env: nobody, anyWords: true}).ended()).toBeLessThan(
      130,
    );
  });

  test.each(['emk', 'emk contacts', 'emk help'])('%s ends by itself', async line => {
    const terminal = (await desk()).open(line.split(' ').slice(1), {rows: 10, env: nobody, anyWords: true});
    expect(await terminal.ended()).toBe(0);
  });
});
