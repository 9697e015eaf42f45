/** A send through an agent: prepared, agreed to by a person, and sent once, exactly as it was shown. */

import {describe, expect, test} from 'vitest';
import {type AgentOptions, revisions, startAgent} from '../support/agent.js';
import {sample} from '../support/sample.js';
import {useShell} from '../support/use-shell.js';
import {mayNews} from './may-news.js';

const shell = useShell();

type Shown = {readonly people: number; readonly digest: string; readonly card: readonly object[]};

async function prepared(name: string, line = 'mcp --allow-sends', options: AgentOptions = {}) {
  const agent = await startAgent(shell(), line, options);
  const {failed, says} = await agent.call('prepare_send', {...mayNews, name});
  expect({name, failed, error: says.error}).toEqual({name, failed: false, error: undefined});
  const shown = says.result as Shown;
  const confirm = async () => {
    const {failed: refused, says: answer} = await agent.call('confirm_send', {digest: shown.digest});
    return refused ? `refused${answer.error ? '' : ' without a reason'}` : 'sent';
  };
  return {agent, shown, confirm};
}

const isSent = async (name: string): Promise<boolean> =>
  (await shell().emk(['mailings', 'list', '--where', `single_send_name=${name}`, '--count'])).stdout.trim() === '1';

describe.each(sample(revisions, 1))('in the revision of %s', revision => {
  test('a person types the number of people, and exactly that mailing is sent, once', async () => {
    const name = `Agreed ${revision}`;
    const questions: string[] = [];
    const {shown, confirm} = await prepared(name, undefined, {
      revision,
      person: question => {
        questions.push(question);
        return {action: 'accept', content: {number: 7}};
      },
    });
    expect(shown.people).toBe(7);
    expect(await isSent(name)).toBe(false);
    expect(await confirm()).toBe('sent');
    expect(await isSent(name)).toBe(true);
    expect(await confirm()).toBe('refused');
    expect(questions).toHaveLength(1);
    expect(questions[0]).toContain(`7 people`);
  });

  test.each([
    ['another number', {action: 'accept', content: {number: 80}} as const],
    ['no', {action: 'decline'} as const],
  ])('a person who answers with %s sends nothing, and it must be prepared again', async (answer, given) => {
    const name = `Not agreed ${answer} ${revision}`;
    const answers = [given, {action: 'accept' as const, content: {number: 7}}];
    const {confirm} = await prepared(name, undefined, {revision, person: () => answers.shift() ?? given});
    expect(await confirm()).toBe('refused');
    expect(await confirm()).toBe('refused');
    expect(await isSent(name)).toBe(false);
  });

  test('where nobody can be asked nothing is sent, unless the server was started for that', async () => {
    const {confirm} = await prepared(`Asked ${revision}`, undefined, {revision});
    expect(await confirm()).toBe('refused');
    expect(await isSent(`Asked ${revision}`)).toBe(false);
    const alone = await prepared(`Alone ${revision}`, 'mcp --allow-sends=unattended --max-recipients 7', {revision});
    expect(await alone.confirm()).toBe('sent');
    expect(await isSent(`Alone ${revision}`)).toBe(true);
  });
});

test('--max-recipients holds whoever agrees', async () => {
  const person = () => ({action: 'accept' as const, content: {number: 7}});
  const {confirm} = await prepared('Many', 'mcp --allow-sends --max-recipients 6', {person});
  expect(await confirm()).toBe('refused');
});

test.each(
  sample(
    [
      [
        'its audience',
        ['contacts', 'create', '--list', 'Customers', '--email', 'new@example.com', '--country', 'Germany'],
      ],
      ['the group', ['groups', 'update', '1', '--name', 'Renamed']],
    ],
    1,
  ),
)('what was agreed to is not sent when %s has changed since', async (what, line) => {
  const {shown, confirm} = await prepared(`Changed ${what}`, 'mcp --allow-sends=unattended --max-recipients 500');
  expect((await shell().emk([...line, '--yes', '--allow-automations'].filter(fits(line)))).code).toBe(0);
  expect(shown.digest).toMatch(/^[0-9a-f]{24}$/);
  expect(await confirm()).toBe('refused');
  expect(await isSent(`Changed ${what}`)).toBe(false);
});

const fits = (line: readonly string[]) => (word: string) => word !== '--allow-automations' || line[0] === 'contacts';

test('a mailing of the account is sent as it was prepared', async () => {
  const agent = await startAgent(shell(), 'mcp --allow-sends=unattended --max-recipients 500');
  const {says} = await agent.call('prepare_send', {
    mailing: 'Autumn preview',
    subject: 'Sooner',
    at: '2026-03-20 08:00',
  });
  const {digest} = says.result as Shown;
  expect((await agent.call('confirm_send', {digest})).says.error).toBeUndefined();
  expect((await shell().emk(['mailings', 'show', 'Autumn preview', '-o', 'json'])).stdout).toContain('"Sooner"');
});

test('a mailing that a check forbids gets no digest', async () => {
  const agent = await startAgent(shell(), 'mcp --allow-sends');
  const {failed, says} = await agent.call('prepare_send', {mailing: 'Spring news', now: true});
  expect({failed, exit: says.error?.exit}).toEqual({failed: false, exit: 10});
  expect(says.result).toMatchObject({digest: null});
});

test('sending without a person needs a limit', async () => {
  expect(await shell().emk('mcp --allow-sends=unattended')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--allow-sends=unattended needs --max-recipients.'),
  });
});
