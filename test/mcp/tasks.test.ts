/**
 * The agent test: tasks as a person would give them, under what the server was started with, and the calls that an agent
 * would try. Those that must not be possible are not listed, or are refused with the error of emk.
 */

import {linkSync, mkdirSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, describe, expect, test} from 'vitest';
import {type Agent, revisions, startAgent} from '../support/agent.js';
import {sample} from '../support/sample.js';
import type {Shell} from '../support/shell.js';
import {useShell} from '../support/use-shell.js';
import {mayNews} from './may-news.js';

type Try = readonly [tool: string, given: Record<string, unknown>, outcome: 'works' | 'not listed' | RegExp];

/** A task in words, the options of the server, and the calls with their outcomes. */
type Task = readonly [task: string, line: string, ...tries: Try[]];

const tasks: readonly Task[] = [
  ['What is going on in this account?', '', ['overview', {}, 'works'], ['agenda', {}, 'works']],
  [
    'How did the spring news do?',
    '',
    ['results', {kind: 'mailings', names: ['Spring news']}, 'works'],
    ['results', {kind: 'mailings', names: ['No such news']}, /No such news/],
  ],
  [
    'How many people in Germany are on the list?',
    '',
    ['count', {kind: 'contacts', where: ['country=Germany']}, 'works'],
    ['count', {kind: 'contacts', where: ['height>2']}, /height/],
  ],
  [
    'Tell me everything about ann@example.com.',
    '',
    ['person', {address: 'ann@example.com'}, 'works'],
    ['person', {address: 'Ann'}, /address/],
  ],
  [
    'Is the newsletter template in order? Read it to me.',
    '',
    ['check', {kind: 'templates', record: 'Newsletter'}, 'works'],
    ['preview', {mailing: 'Newsletter'}, 'works'],
    ['preview', {mailing: '../secret.html'}, /no file, template or mailing/],
  ],
  [
    'Add Eve to the customers.',
    '',
    ['create', {kind: 'contacts', list: 'Customers', email: 'eve@example.com', country: 'Germany'}, 'not listed'],
  ],
  [
    'Add Eve to the customers, you may write.',
    '--allow-writes --allow-automations',
    ['create', {kind: 'contacts', list: 'Customers', email: 'eve@example.com', country: 'Germany'}, 'works'],
    ['create', {kind: 'contacts', list: 'Customers', email: 'eve', country: 'Germany'}, /eve/],
    ['create', {kind: 'senders', name: 'Eve'}, /"kind" must be one of/],
  ],
  [
    'Bob has moved to Rome.',
    '--allow-writes --allow-automations',
    ['update', {kind: 'contacts', record: '2', city: 'Rome'}, 'works'],
    ['update', {kind: 'contacts', record: '2', 'secret-key': 'x'}, /has no "secret-key"/],
  ],
  [
    'Delete the old contacts.',
    '--allow-writes',
    ['delete', {kind: 'contacts', records: ['23']}, 'works'],
    ['delete', {kind: 'contacts', records: Array.from({length: 26}, (_, id) => String(id + 1))}, /more than 25/],
    ['delete', {kind: 'lists', records: ['1']}, /"kind" must be one of/],
    ['delete', {kind: 'contacts', records: ['-']}, /names no record/],
  ],
  [
    'Draft a series for the customers.',
    '--allow-writes',
    [
      'create',
      {kind: 'automations', name: 'Tips', 'automation-kind': 'custom', group: '1', for: 'list:Customers'},
      'works',
    ],
  ],
  [
    'Stop the welcome mails.',
    '--allow-writes',
    ['pause_automation', {automation: 'Welcome'}, 'works'],
    ['start_automation', {automation: 'Welcome'}, 'not listed'],
    ['create', {kind: 'unsubscribes', file: 'lists/leads.csv'}, /has no "file"/],
    ['delete', {kind: 'person', records: ['bob@example.com']}, /may not do that by itself/],
  ],
  [
    'Import the leads in my folder.',
    '--allow-writes --allow-automations --folder lists',
    ['import_contacts', {file: 'leads.csv', list: 'Customers'}, 'works'],
    ['import_contacts', {file: '../secret.csv', list: 'Customers'}, /not in a folder/],
    ['import_contacts', {file: 'linked.csv', list: 'Customers'}, /not in a folder/],
    ['import_contacts', {file: 'twice.csv', list: 'Customers'}, /not in a folder/],
    ['import_contacts', {file: '/etc/hosts', list: 'Customers'}, /not in a folder/],
    ['import_contacts', {file: 'nothing.csv', list: 'Customers'}, /not in a folder/],
  ],
  [
    'Import the leads, from nowhere.',
    '--allow-writes',
    ['import_contacts', {file: 'leads.csv'}, 'not listed'],
    ['plan', {kind: 'account', path: '.'}, 'not listed'],
  ],
  [
    'What would my files change?',
    '--folder lists',
    ['plan', {kind: 'account', path: 'files'}, 'works'],
    ['plan', {kind: 'import', path: 'leads.csv', list: 'Customers'}, 'works'],
    ['plan', {kind: 'import', path: 'twice.csv', list: 'Customers'}, /not in a folder/],
    ['import_contacts', {file: 'leads.csv', list: 'Customers'}, 'not listed'],
    ['plan', {kind: 'account', path: '..'}, /not in a folder/],
    ['plan', {kind: 'account', path: 'leading-out'}, /is a link/],
  ],
  [
    'Send the news to the customers.',
    '--allow-writes',
    ['prepare_send', mayNews, 'not listed'],
    ['confirm_send', {digest: 'x'}, 'not listed'],
  ],
  [
    'Send the news to the customers, you may send. Nobody can be asked.',
    '--allow-sends',
    ['prepare_send', mayNews, 'works'],
    ['prepare_send', {...mayNews, html: '@../secret.html', template: '1'}, /"html" must be the HTML itself/],
    ['prepare_send', {...mayNews, yes: true}, /has no "yes"/],
    ['confirm_send', {digest: 'of my own'}, /No mailing with this digest/],
    ['create', {kind: 'lists', name: 'Mine'}, 'not listed'],
  ],
];

describe.each([
  {revision: revisions[0], everyDay: 1},
  {revision: revisions[1], everyDay: 6},
])('in the revision of $revision', ({revision, everyDay}) => {
  const shell = useShell();
  beforeAll(() => fillFolder(shell()));

  const rows = sample(tasks, everyDay).map(([task, options, ...tries]) => ({task, options, tries}));

  test.each(rows)('$task', async ({options, tries}) => {
    const agent = await startAgent(shell(), `mcp ${options}`, {revision});
    const listed = await agent.tools();
    const outcomes = [];
    for (const [tool, given] of tries)
      outcomes.push([tool, given, listed.includes(tool) ? await outcomeOf(agent, tool, given) : 'not listed']);
    expect(outcomes).toEqual(
      tries.map(([tool, given, outcome]) => [
        tool,
        given,
        outcome instanceof RegExp ? expect.stringMatching(outcome) : outcome,
      ]),
    );
  });
});

function fillFolder(shell: Shell): void {
  const lists = join(shell.folder, 'lists');
  mkdirSync(join(lists, 'files'), {recursive: true});
  mkdirSync(join(lists, 'leading-out'));
  shell.write('secret.csv', 'email\nsecret@example.com\n');
  shell.write('secret.html', '<p>secret</p>');
  shell.write('lists/leads.csv', 'email,first name,country\nlea@example.com,Lea,Germany\n');
  shell.write('lists/files/lists.yaml', 'lists:\n  - name: Leads\n');
  symlinkSync('../secret.csv', join(lists, 'linked.csv'));
  linkSync(join(lists, '../secret.csv'), join(lists, 'twice.csv'));
  symlinkSync('../../secret.csv', join(lists, 'leading-out', 'lists.yaml'));
}

async function outcomeOf(agent: Agent, tool: string, given: Record<string, unknown>): Promise<string> {
  const {failed, says} = await agent.call(tool, given);
  expect(JSON.stringify(says)).not.toContain('secret@example.com');
  return failed ? `${says.error?.message} ${says.error?.hint}` : 'works';
}

describe('the server', () => {
  const shell = useShell();

  test('the definitions of all tools together are short enough to be read with every question', async () => {
    const agent = await startAgent(shell(), 'mcp --allow-writes --allow-sends --folder .');
    const {tools} = await agent.client.listTools();
    expect(tools.map(({name}) => name)).toHaveLength(21);
    expect(JSON.stringify(tools).length).toBeLessThan(30_000);
  });

  test('an agent creates records of each kind, and the kinds of fields and automations have names of their own', async () => {
    const agent = await startAgent(shell(), 'mcp --allow-writes');
    const {tools} = await agent.client.listTools();
    expect(tools.find(({name}) => name === 'create')?.inputSchema).toMatchObject({
      required: ['kind'],
      properties: {
        kind: {enum: expect.arrayContaining(['contacts', 'fields', 'automations'])},
        'field-kind': {enum: expect.arrayContaining(['number'])},
        'automation-kind': {enum: expect.arrayContaining(['welcome'])},
      },
    });
    const {failed} = await agent.call('create', {kind: 'fields', name: 'shoe_size', 'field-kind': 'number'});
    expect(failed).toBe(false);
  });

  test.each([
    ['read-only', '', 'The agent may only read: The profile "careful" is read-only'],
    ['read-only', '--confirm careful', 'The agent may only read: The profile "careful" is read-only'],
    ['protected', '', 'The agent may only read: The profile "careful" is protected: to change it, confirm its name.'],
    ['protected', '--confirm other', 'The agent may only read: --confirm says "other", but this changes'],
    ['protected', '--confirm careful', undefined],
    ['none', '', undefined],
  ])('the guard %s of a profile is above what the line allows: "%s"', async (guard, confirm, warned) => {
    const {sandbox} = shell();
    const login = ['auth', 'login', 'careful', '--guard', guard, '--secret-key-stdin', '--no-input', '--yes'];
    const keys = ['--public-key', sandbox.publicKey, '--base-url', sandbox.baseUrl];
    const env = {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: ''};
    expect(await shell().emk([...login, ...keys], {env, stdin: sandbox.secretKey})).toMatchObject({code: 0});
    const agent = await startAgent(shell(), `mcp --profile careful ${confirm} --allow-writes --allow-sends`, {env});
    const changing = ['create', 'update', 'delete', 'pause_automation', 'prepare_send', 'confirm_send'];
    const tools = await agent.tools();
    expect(changing.filter(name => tools.includes(name))).toEqual(warned ? [] : changing);
    const given = {kind: 'lists', name: `Under ${guard}`, 'if-missing': true};
    expect(
      await agent.call('create', given).then(
        ({failed}) => !failed,
        () => false,
      ),
    ).toBe(!warned);
    const missing = await agent.call('show', {kind: 'lists', record: 'Nobody'});
    expect(missing.says.error?.hint).toMatch(/lists list$/);
    expect((await agent.leave()).stderr).toContain(warned ?? '');
  });
});
