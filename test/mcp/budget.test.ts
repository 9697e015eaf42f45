/** One budget for all tools: what touches more than 25 records or people at once, or 250 in all, a person confirms. */

import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {placeTools, toolParameters, tools} from '../../src/agents/tools.js';
import {tree} from '../../src/cli/tree.js';
import {type Agent, startAgent} from '../support/agent.js';
import {sample} from '../support/sample.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell();

const numbers = (count: number): readonly number[] => Array.from({length: count}, (_, at) => at);
const addresses = (count: number, of = 'p'): string =>
  numbers(count)
    .map(at => `${of}${at}@example.com`)
    .join(', ');

const count = async (line: string): Promise<number> => {
  const {code, stdout} = await shell().emk(`${line} --count`);
  return code === 0 ? Number(stdout) : 0;
};

/** How many records of each kind there are that a tool could touch. */
const account = async (): Promise<readonly number[]> =>
  Promise.all(
    [
      ...['contacts list', 'unsubscribes list', 'notifications list', 'segments recipients list segments_1'],
      ...['lists list', 'mailings list', 'automations list'],
    ].map(line => count(line.replace('segments_1', '1'))),
  );

type Tried = {readonly name: string; readonly given: Record<string, unknown>};

/** For each writing tool and kind a call that would touch more; or why its form cannot hold more than one record. */
const bigger: Readonly<Record<string, Tried['given'] | 'one'>> = {
  'create contacts': {email: addresses(26), list: 'Newsletter', country: 'Germany'},
  'create lists': 'one',
  'create fields': 'one',
  'create segment-recipients': {
    segment: '1',
    email: numbers(26).map(at => `Ada Love <p${at}@example.com>`),
  },
  'create groups': 'one',
  'create unsubscribes': {email: addresses(500)},
  'create group-recipients': {group: '1', email: addresses(26)},
  'create automations': 'one',
  'create automation-emails': 'one',
  'create notifications': 'one',
  'update contacts': 'one',
  'update lists': 'one',
  'update groups': 'one',
  'delete contacts': {records: numbers(26).map(at => String(at + 1))},
  'delete mailings': {records: numbers(26).map(at => `id:00000000-0000-4000-8000-0000000000${at + 10}`)},
  'delete automations': {records: numbers(26).map(at => `id:00000000-0000-4000-8000-0000000000${at + 10}`)},
  'delete automation-emails': {
    records: numbers(26).map(at => `id:00000000-0000-4000-8000-0000000000${at + 10}`),
    automation: 'Welcome',
  },
  'delete person': {records: ['bob@example.com']},
  'delete segment-recipients': {records: numbers(26).map(at => String(at + 1)), segment: '1'},
  'delete notifications': {records: numbers(26).map(at => String(at + 1))},
  pause_automation: 'one',
  undo: 'one',
  import_contacts: {file: 'people.csv', list: 'Newsletter'},
};

const writing = tools.filter(({needs = []}) => needs.includes('writes'));

test('every tool that writes is tried here, or takes one record by its form', async () => {
  const placed = await placeTools(tree, writing, {mayReadFiles: true});
  const each = placed.flatMap(({tool, commands}) =>
    commands.map(command => ({
      id: command.kind === undefined ? tool.name : `${tool.name} ${command.kind}`,
      several: toolParameters(tool, command).filter(
        ({param, isArgument}) => param.many || param.format === 'people' || (isArgument && tool.argumentIs === 'path'),
      ),
    })),
  );
  expect(each.map(({id}) => id).sort()).toEqual(Object.keys(bigger).sort());
  expect(each.filter(({id, several}) => bigger[id] === 'one' && several.length > 0).map(({id}) => id)).toEqual([]);
});

const callOf = (id: string, given: Tried['given']): Tried => {
  const [name = '', kind] = id.split(' ');
  return {name, given: kind === undefined ? given : {kind, ...given}};
};

const writingAgent = async (options: Parameters<typeof startAgent>[2] = {}): Promise<Agent> => {
  const lists = join(shell().folder, 'lists');
  mkdirSync(lists, {recursive: true});
  const rows = numbers(26).map(at => `p${at}@example.com,Germany`);
  writeFileSync(join(lists, 'people.csv'), `email,country\n${rows.join('\n')}\n`);
  return startAgent(shell(), 'mcp --allow-writes --allow-automations --folder lists', options);
};

const several = Object.entries(bigger).flatMap(([id, given]) => (given === 'one' ? [] : [callOf(id, given)]));

test.each(sample(several, 3))('$name with $given.kind touches nothing by itself', async ({name, given}) => {
  const agent = await writingAgent();
  const before = await account();
  const {failed, says} = await agent.call(name, given);
  expect([failed, says.error?.message]).toEqual([
    true,
    expect.stringMatching(/no more than 25|may not do that by itself|There is no|does not have|26 of 26 failed/),
  ]);
  expect(await account()).toEqual(before);
});

test('500 unsubscribes in one call need a person, who types how many they are', async () => {
  const asked: string[] = [];
  let answer = 25;
  const person = (question: string) => {
    asked.push(question);
    return {action: 'accept', content: {number: answer}} as const;
  };
  const agent = await writingAgent({person});
  const before = await count('unsubscribes list');
  const given = {kind: 'unsubscribes', email: addresses(500)};
  expect((await agent.call('create', given)).failed).toBe(true);
  expect(await count('unsubscribes list')).toBe(before);
  answer = 500;
  expect((await agent.call('create', given)).failed).toBe(false);
  expect(await count('unsubscribes list')).toBe(before + 500);
  expect(asked).toEqual([
    'An agent wants to unsubscribe 500 people.\nTo let it, type how many records and people that are (500).',
    expect.any(String),
  ]);
});

test('a yes to one call lets no other pass', async () => {
  const person = () => ({action: 'accept', content: {number: 26}}) as const;
  const agent = await writingAgent({person});
  const before = await count('unsubscribes list');
  expect((await agent.call('create', {kind: 'unsubscribes', email: addresses(26)})).failed).toBe(false);
  expect((await agent.call('create', {kind: 'unsubscribes', email: addresses(27, 'q')})).failed).toBe(true);
  expect(await count('unsubscribes list')).toBe(before + 26);
});

test('250 in all are the end, however small each call is, also for another tool', async () => {
  const agent = await writingAgent();
  const before = await count('unsubscribes list');
  const calls = [];
  for (const at of numbers(12))
    calls.push(await agent.call('create', {kind: 'unsubscribes', email: addresses(25, `s${at}x`)}));
  expect(calls.filter(({failed}) => !failed)).toHaveLength(10);
  expect(await count('unsubscribes list')).toBe(before + 250);
  expect((await agent.call('create', {kind: 'lists', name: 'One more'})).failed).toBe(true);
});
