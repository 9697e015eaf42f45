/** What an agent reads through `emk mcp`, with the real client and both revisions of the protocol. */
import {describe, expect, test} from 'vitest';
import {revisions, startAgent} from '../support/agent.js';
import {useShell} from '../support/use-shell.js';

const shell = useShell();

const calls: ReadonlyArray<readonly [tool: string, given: Record<string, unknown>]> = [
  ['overview', {}],
  ['agenda', {days: 60}],
  ['list', {kind: 'mailings', where: ['status=sent'], sort: '-sent_at'}],
  ['show', {kind: 'contacts', record: '1'}],
  ['count', {kind: 'contacts', where: ['country=Germany']}],
  ['find', {text: 'ann'}],
  ['person', {address: 'ann@example.com'}],
  ['results', {kind: 'mailings', names: ['Spring news']}],
  ['check', {kind: 'templates', record: 'Newsletter'}],
  ['list', {kind: 'segment-recipients', segment: 'Customers in Germany'}],
  ['list', {kind: 'group-recipients', group: 'Weekly news'}],
  ['list', {kind: 'automation-emails', automation: 'Welcome'}],
  ['list', {kind: 'imports'}],
  ['check', {kind: 'contacts'}],
  ['preview', {mailing: 'Newsletter', contact: '1'}],
  ['check', {kind: 'automations', record: 'Welcome'}],
];

describe.each(revisions)('in the revision of %s', revision => {
  test('the tools that only read are listed, and nothing else is', async () => {
    const agent = await startAgent(shell(), 'mcp', {revision});
    const {tools} = await agent.client.listTools();
    expect(tools.map(({name}) => name).join(' ')).toMatchInlineSnapshot(
      `"overview agenda list show count find person results preview check doctor"`,
    );
    expect(tools.filter(({annotations}) => !annotations?.readOnlyHint)).toEqual([]);
  });

  test('a list comes in parts, and holds the columns that were asked for', async () => {
    const agent = await startAgent(shell(), 'mcp', {revision});
    const {says: first} = await agent.call('list', {kind: 'contacts', columns: 'id,email', limit: 20});
    expect(first.result).toHaveLength(20);
    expect(first.next).toBe(20);
    const asked = {kind: 'contacts', columns: 'id,email', limit: 20, next: first.next};
    const {says: second} = await agent.call('list', asked);
    expect(second).toMatchInlineSnapshot(`
      {
        "result": [
          {
            "email": "quinn@example.com",
            "id": 21,
          },
          {
            "email": null,
            "id": 22,
          },
          {
            "email": "sven@example.se",
            "id": 23,
          },
        ],
      }
    `);
  });

  test('every tool answers as its schema says', {tags: ['long']}, async () => {
    const agent = await startAgent(shell(), 'mcp', {revision});
    // The client holds each answer to the schema.
    await agent.client.listTools();
    for (const [name, given] of calls) {
      const {failed, says} = await agent.call(name, given);
      expect({name, failed, error: says.error}).toEqual({name, failed: false, error: undefined});
      expect(says.result).not.toBeNull();
    }
  });

  test('a check that does not hold is an answer, with what is wrong and the error', {tags: ['long']}, async () => {
    const agent = await startAgent(shell(), 'mcp', {revision});
    const {failed, says} = await agent.call('check', {kind: 'mailings', record: 'Spring news'});
    expect({failed, exit: says.error?.exit}).toEqual({failed: false, exit: 10});
    expect(says.result).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({level: 'error', check: 'running'})]),
    });
    expect((await agent.call('doctor')).says).toMatchObject({result: {well: false}, error: {exit: 10}});
  });
});

type Kinds = {readonly kind: {readonly enum: readonly string[]}};

test('every kind that is listed is counted, and the counts agree with the lists', {tags: ['long']}, async () => {
  const agent = await startAgent(shell());
  const {tools} = await agent.client.listTools();
  const kinds = tools.flatMap(({name, inputSchema}) =>
    name === 'count' ? (inputSchema.properties as unknown as Kinds).kind.enum : [],
  );
  const within: Record<string, object> = {
    'segment-recipients': {segment: 'Customers in Germany'},
    'group-recipients': {group: 'Weekly news'},
    'automation-emails': {automation: 'Welcome'},
  };
  expect(kinds).toHaveLength(14);
  for (const kind of kinds) {
    const {says: listed} = await agent.call('list', {kind, ...within[kind], limit: 200});
    const {says: counted} = await agent.call('count', {kind, ...within[kind]});
    expect([kind, counted.result]).toEqual([kind, (listed.result as readonly object[]).length]);
  }
});

test.each([
  ['a kind that there is not', 'list', {kind: 'keys'}, '"kind" must be one of contacts'],
  ['a word that the tool does not declare', 'list', {kind: 'fields', type: 'x'}, '"fields" has no "type".'],
  ['an option of emk', 'list', {kind: 'contacts', out: 'x'}, '"contacts" has no "out".'],
  ['too many records', 'list', {kind: 'contacts', limit: 1000}, '"limit" must be a number from 1 to 200, not 1000.'],
  ['a value of another type', 'agenda', {days: {a: 1}}, '"days" must be a text, not {"a":1}.'],
  ['a record that there is not', 'show', {kind: 'templates', record: '99'}, 'There is no template 99.'],
  ['a place that is no number', 'list', {kind: 'contacts', next: 'part-9'}, '"next" must be a number from 0'],
  ['a path in place of a template', 'check', {kind: 'templates', record: '/etc/hosts.html'}, 'There is no template'],
  ['standard input in place of a template', 'preview', {mailing: '-'}, '"-" names no record.'],
])('%s is refused with the error of emk', async (_, name, given, message) => {
  const agent = await startAgent(shell());
  const {failed, says} = await agent.call(name, given);
  expect(failed).toBe(true);
  expect(says.error?.message).toContain(message);
  expect(Object.keys(says.error ?? {})).toEqual(['code', 'exit', 'message', 'fields', 'hint', 'retry']);
});

test('a tool that there is not is an error of the protocol', async () => {
  const agent = await startAgent(shell());
  await expect(agent.call('contacts_delete')).rejects.toThrow('There is no tool "contacts_delete".');
});

test('what looks like an option stays a value', async () => {
  const agent = await startAgent(shell());
  const {says} = await agent.call('show', {kind: 'templates', record: '--sandbox'});
  expect(says.error?.message).toContain('--sandbox');
});

test('it ends well when the agent goes, and prints nothing but the protocol', async () => {
  const agent = await startAgent(shell());
  await agent.call('count', {kind: 'contacts'});
  expect(await agent.leave()).toMatchObject({code: 0, stderr: ''});
});

test('it ends well at Ctrl-C', {tags: ['long']}, async () => {
  const pressed = new AbortController();
  const agent = await startAgent(shell(), 'mcp', {host: {interrupted: pressed.signal}});
  pressed.abort('SIGINT');
  expect(await agent.leave()).toMatchObject({code: 0, stderr: ''});
});
