/** Every command in a terminal of a job where nobody is: it ends by itself, whatever its line lacks, and opens no pager. */
import {expect, test} from 'vitest';
import {tree} from '../src/cli/tree.js';
import {commandsOf, loadTree} from '../src/reference/load-tree.js';
import {agentVariables} from '../src/system/person.js';
import {lineOfEach} from './line-of-each.js';
import {oneIn, oneOf} from './one-in.js';
import {describeInTerminal, desk} from './terminal/terminal.js';

/** Servers run until they are stopped, and a mailing that is waited for may go out in a year. */
const endless: Readonly<Record<string, readonly string[]>> = {
  'sandbox serve': ['--help'],
  mcp: ['--help'],
  'single-sends wait': ['Spring news', '--timeout', '1s'],
};

const lines = commandsOf(await loadTree(tree)).map(({path}) => {
  const name = path.join(' ');
  return [name, endless[name] ?? lineOfEach[name]?.line ?? []] as const;
});

/** One command of many is started as a program, and the others run in this process. */
const isStarted = (name: string): boolean =>
  needsProgram.test(name) || lines.findIndex(([each]) => each === name) % oneIn(20) === 0;

/** The second comes first for every other command, so that half of them are played with it. */
const inTurn = <T>(name: string, both: readonly [T, T]): readonly T[] =>
  lines.findIndex(([each]) => each === name) % 2 === 0 ? both : both.toReversed();

/** What starts programs or serves. */
const needsProgram = /^(?:sandbox (?:serve|start|stop|run)|mcp)/;

/** A pager that never ends. */
const nobody = {CI: 'true', EMK_PAGER: 'sleep 60'};

describeInTerminal('in a terminal without a person', () => {
  test.each(lines)('emk %s ends by itself', async (name, line) => {
    const here = await desk();
    const open = isStarted(name) ? here.open : here.openHere;
    const ends = (name in endless ? [line] : oneOf(2, inTurn(name, [line, []]))).map(words =>
      open([...name.split(' '), ...words], {rows: 10, env: nobody, anyWords: true}).ended(),
    );
    for (const code of await Promise.all(ends)) expect(code).toBeLessThan(130);
  });

  test.each(['emk', 'emk contacts', 'emk help'])('%s ends by itself', async line => {
    const terminal = (await desk()).open(line.split(' ').slice(1), {rows: 10, env: nobody, anyWords: true});
    expect(await terminal.ended()).toBe(0);
  });

  test.each(agentVariables)('the shell of an agent with %s is no person', async name => {
    const here = await desk();
    const env = {[name]: '1', EMK_PAGER: 'sleep 60'};
    expect(await here.open(['contacts', 'list'], {rows: 10, env}).ended()).toBe(0);
    const asking = here.open(['contact-types', 'create'], {env});
    expect(await asking.ended()).toBe(2);
    expect(asking.screen()).toContain('--name is missing.');
  });
});
