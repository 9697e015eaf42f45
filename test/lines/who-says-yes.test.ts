/**
 * Who must say yes to what: every line that changes an account, typed by five kinds of caller. Whoever is not asked and
 * says no yes changes nothing where a yes is needed, and whoever says no changes nothing at all.
 */
import {setTimeout as pause} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import {useAccountOfLines} from '../support/account-of-lines.js';
import {startAgent} from '../support/agent.js';
import {typingAtTerminal} from '../support/at-terminal.js';
import {changingLines} from '../support/changing-lines.js';
import type {Ran} from '../support/run-against.js';

const {shell, filled, putBack} = useAccountOfLines();

/** Whose yes a command needs: of everybody, only of a person who is asked, or of nobody. */
type Needs = 'everybody' | 'a person' | 'nobody';

const needs: Readonly<Record<string, Needs>> = {
  'lists create': 'nobody',
  'lists update': 'nobody',
  'lists delete': 'everybody',
  'contacts create': 'nobody',
  'contacts update': 'nobody',
  'contacts erase': 'everybody',
  'contacts import': 'a person',
  'contacts import resume': 'a person',
  'contacts sync': 'a person',
  'contacts delete': 'everybody',
  'fields create': 'nobody',
  'fields delete': 'everybody',
  'segments delete': 'everybody',
  'segments recipients add': 'nobody',
  'segments recipients delete': 'everybody',
  'unsubscribes add': 'nobody',
  'unsubscribes delete': 'everybody',
  'groups create': 'nobody',
  'groups update': 'nobody',
  'groups recipients add': 'nobody',
  'groups recipients delete': 'everybody',
  'senders create': 'nobody',
  'senders update': 'nobody',
  'senders delete': 'everybody',
  'senders verify': 'everybody',
  'mailings create': 'everybody',
  'mailings update': 'nobody',
  'mailings reschedule': 'everybody',
  'mailings cancel': 'everybody',
  'mailings copy': 'everybody',
  'mailings duplicate': 'everybody',
  'mailings test': 'everybody',
  'mailings delete': 'everybody',
  'automations create': 'nobody',
  'automations duplicate': 'nobody',
  'automations pause': 'nobody',
  'automations set-live': 'everybody',
  'automations delete': 'everybody',
  'automations emails add': 'nobody',
  'automations emails delete': 'everybody',
  'notifications add': 'nobody',
  'notifications delete': 'everybody',
  'account apply': 'everybody',
  undo: 'everybody',
  seed: 'nobody',
  'seed clean': 'everybody',
};

/** Some changes of this API are asked for with GET. */
const changingGet = /\/(?:duplicate|pause|set-live|resend-mail|cancel|delete)\b/;

/** How many requests that change something a line sends. */
async function changesOf(line: () => Promise<Ran>): Promise<Ran & {readonly changes: number}> {
  await putBack();
  const before = (await shell().sandbox.requests()).length;
  const ran = await line();
  const sent = (await shell().sandbox.requests()).slice(before);
  return {...ran, changes: sent.filter(({method, path}) => method !== 'GET' || changingGet.test(path)).length};
}

const typed = (line: string, ...how: readonly string[]) =>
  changesOf(() => shell().emk([filled(line), ...how].join(' ')));

/** Somebody at a terminal who answers every question with no; without a question the line ends by itself. */
async function refusing(
  line: string,
  env: Record<string, string> = {},
): Promise<Ran & {changes: number; asked: boolean}> {
  let asked = false;
  const ran = await changesOf(() =>
    typingAtTerminal(
      {...shell(), emk: (words, given) => shell().emk(words, {...given, env})},
      filled(line),
      async ({shown, ended, type}) => {
        const latest = Date.now() + 5000;
        while (!ended() && !shown().includes('(y/N)') && Date.now() < latest) await pause(3);
        asked = !ended();
        // A question of another kind ends with Ctrl-C, which is a no as well.
        if (asked) type(shown().includes('(y/N)') ? 'n\r' : '\u0003');
      },
    ),
  );
  return {...ran, asked};
}

/** Lines of commands that go are in no list of needs. */
const lines: ReadonlyArray<readonly [string, Needs]> = Object.entries(changingLines).flatMap(([command, all]) => {
  const who = needs[command];
  return who === undefined ? [] : all.map(({line}) => [`${command} ${line}`, who] as const);
});

describe.each(lines)('emk %s wants the yes of %s', (line, who) => {
  test('a script', async () => {
    const {code, changes} = await typed(line);
    if (who === 'everybody') expect([code, changes]).toEqual([2, 0]);
    else expect([code, changes > 0]).toEqual([0, true]);
  });

  test('a program that reads JSON', async () => {
    const {code, changes, stdout, stderr} = await typed(line, '-o json');
    if (who !== 'everybody') return expect([code, changes > 0]).toEqual([0, true]);
    const {error} = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
    expect([code, changes, stdout, error.code, error.exit]).toEqual([2, 0, '', 'usage', 2]);
  });

  test('--yes', async () => {
    const {code, changes} = await typed(line, '--yes');
    expect([code, changes > 0]).toEqual([0, true]);
  });

  test('a person who says no', async () => {
    const {code, changes, asked} = await refusing(line);
    if (who === 'nobody') expect([code, changes > 0, asked]).toEqual([0, true, false]);
    else expect([code, changes, asked]).toEqual([130, 0, true]);
  });

  test('a job of CI at a terminal is asked nothing', async () => {
    const {code, changes, asked} = await refusing(line, {CI: 'true'});
    expect([asked, code, changes > 0]).toEqual(who === 'everybody' ? [false, 2, false] : [false, 0, true]);
  });

  test('a dry run changes nothing, and asks nobody', async () => {
    const {code, changes, asked} = await refusing(`${line} --dry-run`);
    // A sync says by its exit code that something differs.
    expect([code, changes, asked]).toEqual([line.startsWith('contacts sync') ? 10 : 0, 0, false]);
  });
});

test('an agent that was not allowed to write has no tool that does', async () => {
  const agent = await startAgent(shell());
  const {tools} = await agent.client.listTools();
  expect(tools.filter(({annotations}) => annotations?.readOnlyHint !== true)).toEqual([]);
  const before = (await shell().sandbox.requests()).length;
  await expect(agent.call('delete', {kind: 'contacts', records: ['17']})).rejects.toThrow();
  expect((await shell().sandbox.requests()).length).toBe(before);
});

test('an agent that may write deletes no more than its budget', async () => {
  const agent = await startAgent(shell(), 'mcp --allow-writes');
  const contacts = async (): Promise<number> =>
    JSON.parse((await shell().emk('contacts list --list 3 -o json')).stdout).length;
  await putBack();
  const before = await contacts();
  const records = Array.from({length: 26}, (_, at) => String(at + 1));
  expect((await agent.call('delete', {kind: 'contacts', records})).failed).toBe(true);
  expect(await contacts()).toBe(before);
});
