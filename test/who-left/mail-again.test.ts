/** Nobody gets mail again without a word: files keep unsubscribes, and whatever deletes one names the people first. */
import {beforeEach, describe, expect, test} from 'vitest';
import {startAgent} from '../support/agent.js';
import {atTerminal} from '../support/at-terminal.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell();

const ok = async (line: string): Promise<string> => {
  const {code, stdout, stderr} = await shell().emk(line);
  expect([code, stderr], line).toEqual([0, expect.anything()]);
  return stdout;
};

const whoLeft = async (): Promise<readonly string[]> =>
  (await ok('unsubscribes list --columns email_address -o csv')).split('\n').slice(1, -1).sort();

describe('a prune', () => {
  beforeEach(async () => {
    await ok('account pull a --only unsubscribes --only groups');
    await ok('unsubscribes add --email ann@example.com');
    await ok('groups recipients add --group Offers --email bob@example.com');
  });

  test('keeps who left after the pull, at a terminal as in a pipe', async () => {
    const before = await whoLeft();
    for (const ran of [
      await shell().emk('account apply a --prune --yes'),
      await atTerminal(shell(), 'account apply a --prune --yes'),
      await atTerminal(shell(), 'account apply a --prune'),
    ]) {
      expect([ran.code, ran.stdout]).toEqual([0, 'No changes.\n']);
    }
    expect(await whoLeft()).toEqual(before);
  });

  test('names them in the question when they may go, and no keeps them', async () => {
    const before = await whoLeft();
    const {code, stderr} = await atTerminal(shell(), 'account apply a --prune --mail-again', [
      '2 people will get mail again: ann@example.com, bob@example.com?',
      'n\r',
    ]);
    expect([code, stderr]).toEqual([130, expect.stringContaining('Nothing was changed.')]);
    expect(await whoLeft()).toEqual(before);
  });

  test('is planned for an agent without them', async () => {
    const agent = await startAgent(shell(), 'mcp --folder .');
    const {says} = await agent.call('plan', {kind: 'account', path: 'a', prune: true});
    expect(says.result).toMatchObject({changes: []});
  });

  test('refuses a plan made for fewer people', async () => {
    await ok('account plan a --prune --mail-again --out plan.json');
    await ok('groups recipients add --group Offers --email cleo@example.com');
    const before = await whoLeft();
    expect(await shell().emk('account apply plan.json --yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Make a new plan.'),
    });
    expect(await whoLeft()).toEqual(before);
  });
});

describe('a deletion', () => {
  test('names who gets mail again in its question, whatever the line names them by', async () => {
    for (const [line, who] of [
      ['unsubscribes delete 1', 'gone@example.org'],
      ['unsubscribes delete gone@example.org', 'gone@example.org'],
      ['groups recipients delete 2 --group Offers', 'ines.costa@example.com'],
      ['groups recipients delete ines.costa@example.com --group Offers', 'ines.costa@example.com'],
    ] as const) {
      const {code} = await atTerminal(shell(), line, [`(1 person will get mail again: ${who})?`, 'n\r']);
      expect(code, line).toBe(130);
    }
  });

  test('names them in a dry run too', async () => {
    for (const [line, who] of [
      ['unsubscribes delete 1 --dry-run', 'gone@example.org'],
      ['groups recipients delete 2 --group Offers --dry-run', 'ines.costa@example.com'],
    ] as const) {
      const {code, stderr} = await shell().emk(line);
      expect([code, stderr]).toEqual([0, expect.stringContaining(`1 person will get mail again: ${who}`)]);
    }
  });

  test('says it to a script that reads JSON, of those that are gone', async () => {
    const ran = await shell().emk('unsubscribes delete 1 99 --yes -o json');
    expect(ran.code).toBe(8);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      done: [1],
      mail_again: {count: 1, first: ['gone@example.org']},
    });
  });

  test('of more than fit into a sentence names the first five', async () => {
    const people = Array.from({length: 30}, (_, at) => `p${10 + at}@example.com`);
    shell().write('left.txt', people.join('\n'));
    await ok('unsubscribes add --file left.txt');
    const ids = (await ok("unsubscribes list --where 'email_address~p' -o id")).split('\n').filter(Boolean);
    const {code, stderr} = await shell().emk([
      ...['unsubscribes', 'delete', ...ids, '--yes', '--max-delete', String(ids.length)],
    ]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/ people .*p10@example\.com, p11@example\.com.* and \d+ more\./s);
  });
});

test('no tool of an agent deletes an unsubscribe', async () => {
  await ok('unsubscribes add --email ann@example.com');
  const before = await whoLeft();
  const agent = await startAgent(shell(), 'mcp --allow-writes');
  for (const kind of ['unsubscribes', 'unsubscribers', 'group-recipients', 'groups recipients'])
    expect((await agent.call('delete', {kind, records: ['1', 'ann@example.com']})).failed).toBe(true);
  for (const {name} of (await agent.client.listTools()).tools) expect(name).not.toMatch(/apply|^api/);
  expect(await whoLeft()).toEqual(before);
});
