/** An answer of a person counts for the question that is open, once, and for nothing else. */
import {expect, test} from 'vitest';
import {type Agent, type PersonSays, startAgent} from '../support/agent.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell();

const addresses = (count: number): string => Array.from({length: count}, (_, at) => `p${at}@example.com`).join(', ');
const big = {name: 'create', arguments: {kind: 'unsubscribes', email: addresses(30)}};
const typed = (number: number): PersonSays => ({action: 'accept', content: {number}});

const unsubscribed = async (): Promise<number> => Number((await shell().emk('unsubscribes list --count')).stdout);

/** Calls with an answer that the agent's program made up, or keeps from an earlier question. */
async function forged(agent: Agent, answer: PersonSays, requestState?: string, call: object = big): Promise<string> {
  const params = {...call, inputResponses: {people: answer}, ...(requestState !== undefined && {requestState})};
  const answered = await agent.client.request({method: 'tools/call', params} as never, {allowInputRequired: true});
  return JSON.stringify(answered);
}

const CLOSED = 'This answers no question that is open.';

/** An agent of the revision of 2025-06-18, whose person thinks until told what to say. */
async function slowPerson(line = 'mcp --allow-writes') {
  const waiting: ((says: PersonSays) => void)[] = [];
  let asked = () => {};
  const isAsked = new Promise<void>(resolve => (asked = resolve));
  const agent = await startAgent(shell(), line, {
    revision: '2025-06-18',
    person: () =>
      new Promise<PersonSays>(resolve => {
        waiting.push(resolve);
        asked();
      }),
  });
  expect(agent.client.getNegotiatedProtocolVersion()).toBe('2025-06-18');
  return {agent, isAsked, waiting};
}

test('while a person thinks, another answer to the same call changes nothing, and then the person answers', {
  tags: ['long'],
}, async () => {
  const {agent, isAsked, waiting} = await slowPerson();
  const before = await unsubscribed();
  const calling = agent.call(big.name, big.arguments);
  await isAsked;
  expect(await forged(agent, typed(30))).toContain(CLOSED);
  expect(await forged(agent, typed(30), 'made up')).toContain(CLOSED);
  expect(await unsubscribed()).toBe(before);
  waiting[0]?.(typed(30));
  expect((await calling).failed).toBe(false);
  expect(await unsubscribed()).toBe(before + 30);
});

test('an answer that nobody was asked for, and one that is repeated, change nothing', {tags: ['long']}, async () => {
  const agent = await startAgent(shell(), 'mcp --allow-writes', {revision: '2025-06-18', person: () => typed(30)});
  const before = await unsubscribed();
  expect(await forged(agent, typed(30))).toContain(CLOSED);
  expect(await unsubscribed()).toBe(before);
  expect((await agent.call(big.name, big.arguments)).failed).toBe(false);
  await shell().emk('unsubscribes delete p0@example.com --yes');
  expect(await forged(agent, typed(30))).toContain(CLOSED);
  expect(await unsubscribed()).toBe(before + 29);
});

test('an answer that comes after the call was cancelled changes nothing', {tags: ['long']}, async () => {
  const {agent, isAsked, waiting} = await slowPerson();
  const before = await unsubscribed();
  const cancelling = new AbortController();
  const calling = agent.call(big.name, big.arguments, {signal: cancelling.signal});
  await isAsked;
  cancelling.abort('too long');
  await expect(calling).rejects.toThrow();
  waiting[0]?.(typed(30));
  expect((await agent.call('count', {kind: 'contacts'})).failed).toBe(false);
  expect(await agent.leave()).toMatchObject({code: 0});
  expect(await unsubscribed()).toBe(before);
});

test.each([
  ['another number', typed(29)],
  ['no', {action: 'decline'} as const],
])('%s changes nothing, and does not become a yes later', async (_, answer) => {
  const {agent, isAsked, waiting} = await slowPerson();
  const before = await unsubscribed();
  const calling = agent.call(big.name, big.arguments);
  await isAsked;
  waiting[0]?.(answer);
  expect((await calling).says.error?.message).toBe('Nobody has confirmed this.');
  expect(await forged(agent, typed(30))).toContain(CLOSED);
  expect(await unsubscribed()).toBe(before);
});

test('an answer to a mailing that was not asked about neither sends it nor throws it away', async () => {
  const {agent, isAsked, waiting} = await slowPerson('mcp --allow-sends');
  const sends = async () => Number((await shell().emk('mailings list --count')).stdout);
  const before = await sends();
  const {says} = await agent.call('prepare_send', {
    ...{name: 'May', subject: 'Hello', preheader: 'News', from: '1', group: '1'},
    ...{to: ['list:Customers'], template: '2', at: '2026-05-01 09:00'},
  });
  const {digest} = says.result as {readonly digest: string};
  const confirm = {name: 'confirm_send', arguments: {digest}};
  expect(await forged(agent, typed(7), undefined, confirm)).toContain(CLOSED);
  const calling = agent.call(confirm.name, confirm.arguments);
  await isAsked;
  expect(await forged(agent, typed(7), undefined, confirm)).toContain(CLOSED);
  expect(await sends()).toBe(before);
  waiting[0]?.(typed(7));
  expect((await calling).failed).toBe(false);
  expect(await sends()).toBe(before + 1);
});

test('in the newest revision an answer needs the handle of the question that is open, and only once', {
  tags: ['long'],
}, async () => {
  const agent = await startAgent(shell(), 'mcp --allow-writes', {person: () => typed(0)});
  const before = await unsubscribed();
  const ask = async (call: object): Promise<string> => {
    const options = {allowInputRequired: true} as const;
    const asked = await agent.client.request({method: 'tools/call', params: call} as never, options);
    return String((asked as {readonly requestState?: string}).requestState);
  };
  const [closed, other, open] = [
    await ask(big),
    await ask({...big, arguments: {...big.arguments, email: addresses(31)}}),
    await ask(big),
  ];
  for (const handle of [undefined, 'made up', closed, other])
    expect(await forged(agent, typed(30), handle)).toContain(CLOSED);
  expect(await unsubscribed()).toBe(before);
  expect(await forged(agent, typed(30), open)).not.toContain('error');
  expect(await unsubscribed()).toBe(before + 30);
  expect(await forged(agent, typed(30), open)).toContain(CLOSED);
});
