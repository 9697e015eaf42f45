/** Every text that an agent reads, in a description or in an answer, says what an agent can do. */
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {longTest, test} from '../in-two-parts.js';
import {useFreshShell} from '../use-shell.js';
import {type Agent, startAgent} from './agent.js';

const shell = useFreshShell();

/** Words for people at a terminal, options, and lines of emk. */
const forShells = [
  /standard input|\bstdin\b|Ctrl|terminal|\bpaste|\bpipe in|repeat to|in a script|press enter|@FILE/i,
  /(?:^|[\s"'(])(?:--[a-z]|-[a-z]\b)/,
  new RegExp(`\\bemk (?:--\\S+ )*(?:${Object.keys(tree).join('|')})\\b`),
];

const spoken = (text: string): boolean => forShells.some(word => word.test(text));

/** All texts in a value, but not those that only repeat what was asked. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

test('the words for shells are found where there are some', () => {
  for (const text of [
    '- reads standard input',
    'Run: emk contacts list',
    'add --yes',
    'end with Ctrl-D',
    'repeat to narrow',
  ])
    expect([text, spoken(text)]).toEqual([text, true]);
  for (const text of ['emk sent nothing', 'first-name', 'a = -1']) expect([text, spoken(text)]).toEqual([text, false]);
});

const everything = 'mcp --allow-writes --allow-automations --allow-sends --folder lists';

test('no description of a tool, a parameter or a resource is for shells', {timeout: 120_000}, async () => {
  mkdirSync(join(shell().folder, 'lists'));
  const {client} = await startAgent(shell(), everything);
  const {tools} = await client.listTools();
  const {resources} = await client.listResources();
  const {resourceTemplates} = await client.listResourceTemplates();
  const texts = [...textsIn({tools, resources, resourceTemplates}), client.getInstructions() ?? ''];
  expect(texts.length).toBeGreaterThan(300);
  expect(texts.filter(spoken)).toEqual([]);
});

type Called = readonly [tool: string, given: Record<string, unknown>];

const calls: readonly Called[] = [
  ...['overview', 'agenda', 'doctor'].map((name): Called => [name, {}]),
  ...['contacts', 'imports', 'single-sends', 'senders'].map((kind): Called => ['list', {kind}]),
  ['list', {kind: 'contacts', where: ['colour=red']}],
  ['list', {kind: 'group-recipients', group: 'Nobody'}],
  ['list', {kind: 'unsubscribers', scope: 'Weekly news'}],
  ['list', {kind: 'segment-recipients'}],
  ['show', {kind: 'senders', record: 'nobody@example.com'}],
  ['find', {text: 'nobody at all'}],
  ['person', {address: 'ann@example.com'}],
  ['person', {address: 'nobody'}],
  ['stats', {kind: 'single-sends', names: ['Spring news', 'Summer offer']}],
  ['stats', {kind: 'single-sends', since: 'soon'}],
  ['stats', {kind: 'automations'}],
  ['preview', {mailing: 'Nothing'}],
  ['check', {kind: 'templates', record: 'Offer'}],
  ['check', {kind: 'single-sends', record: 'Spring news'}],
  ['check', {kind: 'automations', record: 'Birthday'}],
  ['check', {kind: 'contacts'}],
  ['plan', {kind: 'import', path: 'leads.csv', type: 'Customers'}],
  ['plan', {kind: 'import', path: 'leads.csv', type: 'Nobody'}],
  ['plan', {kind: 'import', path: 'columns.csv', type: 'Customers'}],
  ['plan', {kind: 'account', path: 'account'}],
  ['import_contacts', {file: 'leads.csv', type: 'Customers'}],
  ['import_contacts', {file: 'leads.csv', type: 'Customers', 'max-errors': '50%'}],
  ['import_contacts', {file: 'none.csv', type: 'Customers'}],
  ['undo', {kind: 'import'}],
  ['undo', {kind: 'import'}],
  ['undo', {kind: 'deletion', which: 'nothing'}],
  ['create', {kind: 'contacts', type: 'Customers', email: 'ann@example.com', country: 'Germany'}],
  ['create', {kind: 'contacts', type: 'Customers', email: 'gone@example.org', country: 'Germany'}],
  ['create', {kind: 'contacts', type: 'Customers', email: 'x@example.com', country: 'Nowhere'}],
  ['create', {kind: 'unsubscribers', file: 'columns.csv'}],
  ['create', {kind: 'unsubscribers', from: 'leads.csv'}],
  ['create', {kind: 'unsubscribers'}],
  ['create', {kind: 'group-recipients', group: '1', email: ['ann@example.com']}],
  ['create', {kind: 'segment-recipients', segment: '2', email: 'unknown@example.com'}],
  ['create', {kind: 'automations', name: 'Tips', type: 'welcome', group: '1', for: 'type:Customers'}],
  ['create', {kind: 'automation-emails', automation: 'Tips', subject: 'One', unit: 'days', from: '1', template: '2'}],
  ['start_automation', {automation: 'Tips'}],
  ['start_automation', {automation: 'Welcome'}],
  ['pause_automation', {automation: 'Birthday'}],
  ['update', {kind: 'contacts', record: '1'}],
  ['update', {kind: 'unsubscribe-groups', record: 'Offers', name: 'Deals'}],
  ['delete', {kind: 'contacts', records: ['23', '999']}],
  ['delete', {kind: 'single-sends', records: ['Autumn preview']}],
  ['delete', {kind: 'automations', records: ['Welcome']}],
  ['delete', {kind: 'segment-recipients', records: ['ann@example.com']}],
  ['delete', {kind: 'person', records: ['bob@example.com']}],
  ['delete', {kind: 'person', records: ['bob']}],
  ['prepare_send', {mailing: 'Spring news', now: true}],
  ['prepare_send', {name: 'One', at: 'yesterday'}],
  ['confirm_send', {digest: 'x'}],
  ['more', {next: 'part-9'}],
];

const users = [
  ['nobody can be asked', {}],
  ['a person agrees', {person: () => ({action: 'accept', content: {number: 1}}) as const}],
] as const;

longTest.each(users)('no answer and no error is for shells where %s', {timeout: 120_000}, async (_, options) => {
  fillFolder();
  const agent = await startAgent(shell(), everything, options);
  const told: string[] = [];
  for (const [name, given] of calls) told.push(...(await saidForShells(agent, name, given)));
  expect(told).toEqual([]);
});

async function saidForShells(agent: Agent, name: string, given: Record<string, unknown>): Promise<readonly string[]> {
  const {says} = await agent.call(name, given);
  return textsIn(says)
    .filter(spoken)
    .map(text => `${name} ${JSON.stringify(given)}: ${text}`);
}

function fillFolder(): void {
  mkdirSync(join(shell().folder, 'lists/account'), {recursive: true});
  const leads = ['lea@example.com,Lea,Germany', 'bad,Bo,Germany', 'ann@example.com,Ann,Germany', 'x@y,Xi,Spain'];
  shell().write('lists/leads.csv', `email,first name,country\n${leads.join('\n')}\n`);
  shell().write('lists/columns.csv', 'what,when\nnothing,never\n');
  shell().write('lists/account/contact-types.yaml', 'contact-types:\n  - name: Leads\n');
}
