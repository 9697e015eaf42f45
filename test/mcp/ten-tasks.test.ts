/**
 * Ten tasks as people give them, done by the descriptions of the tools over the real client. Each ends in what the service
 * has, and where a person is asked, a wrong number changes nothing.
 */
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {type Agent, startAgent} from '../support/agent.js';
import {moveClock} from '../support/move-clock.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell();

type Records = readonly Readonly<Record<string, unknown>>[];

/** What the service itself has at a path. */
async function stored(path: string): Promise<Records> {
  const {baseUrl, publicKey: PublicKey, secretKey: SecretKey} = shell().sandbox;
  const answer = await fetch(`${baseUrl}/${path}`, {headers: {PublicKey, SecretKey}});
  const {message} = (await answer.json()) as {readonly message: Readonly<Record<string, Records>>};
  const [records] = Object.values(message).filter(Array.isArray);
  if (!records) throw new Error(`The service has no list at ${path}.`);
  return records;
}

const addressesOn = async (list: number): Promise<readonly unknown[]> =>
  (await stored('contacts/list')).filter(each => each['contact_type_id'] === list).map(({email}) => email);

const sends = (): Promise<Records> => stored('single-send/list');
const left = async (): Promise<readonly unknown[]> =>
  (await stored('global-unsubscribes')).map(each => each['email_address']);

/** An agent with everything that a server allows. The person types the number that is shown, or one more. */
async function everything() {
  mkdirSync(join(shell().folder, 'lists'), {recursive: true});
  const person = {isWrong: false, asked: 0};
  const agent = await startAgent(shell(), 'mcp --allow-writes --allow-automations --allow-sends --folder lists', {
    person: question => {
      person.asked++;
      const number = Number(/\((\d+)\)\.$/.exec(question)?.[1]) + (person.isWrong ? 1 : 0);
      return {action: 'accept', content: {number}};
    },
  });
  return {agent, person, ...playing(agent)};
}

function playing(agent: Agent) {
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const {failed, says} = await agent.call(name, given);
    expect({name, given, failed, error: says.error}).toEqual({name, given, failed: false, error: undefined});
    return says.result as unknown;
  };
  const fails = async (name: string, given: Record<string, unknown>) => {
    const {failed, says} = await agent.call(name, given);
    expect({name, failed}).toEqual({name, failed: true});
    return says.error?.message ?? '';
  };
  const records = async (given: Record<string, unknown>) => (await call('list', given)) as Records;
  return {call, fails, records};
}

const people = (count: number, of = 'p') => Array.from({length: count}, (_, at) => `${of}${at}@people.example`);
const write = (name: string, addresses: readonly string[], more: readonly string[] = []) =>
  shell().write(
    `lists/${name}`,
    `email,country\n${[...addresses.map(each => `${each},Germany`), ...more].join('\n')}\n`,
  );

const mailing = {preheader: 'News', from: 'news@acme.example', group: 'Weekly news', template: 'Newsletter'};

/** Prepares a mailing and confirms it, with a wrong number first. */
async function send({call, fails, person}: Awaited<ReturnType<typeof everything>>, given: Record<string, unknown>) {
  const before = await sends();
  const wrong = (await call('prepare_send', given)) as {readonly digest: string};
  person.isWrong = true;
  expect(await fails('confirm_send', {digest: wrong.digest})).toContain('Nobody has confirmed');
  expect(await sends()).toEqual(before);
  person.isWrong = false;
  const right = (await call('prepare_send', given)) as {readonly digest: string; readonly people: number};
  await call('confirm_send', {digest: right.digest});
  return right.people;
}

/** A call that a person must confirm: a wrong number changes nothing, and then the right one lets it happen. */
async function confirmed(
  {call, fails, person}: Awaited<ReturnType<typeof everything>>,
  [name, given]: readonly [string, Record<string, unknown>],
  look: () => Promise<unknown>,
): Promise<unknown> {
  const [before, asked] = [await look(), person.asked];
  person.isWrong = true;
  expect(await fails(name, given)).toBe('Nobody has confirmed this.');
  expect(await look()).toEqual(before);
  person.isWrong = false;
  const result = await call(name, given);
  expect(person.asked).toBe(asked + 2);
  return result;
}

const slow = {timeout: 120_000};

test('import the people of a file, and write to them', slow, async () => {
  const played = await everything();
  const {call, fails} = played;
  write('leads.csv', people(30), ['no address,Germany']);
  const given = {list: 'Spring leads', 'create-list': true};
  const planned = await played.agent.call('plan', {kind: 'import', path: 'leads.csv', ...given});
  expect(planned.says.result).toMatchObject({rejected: 1, rejected_rows: [{line: 32, row: 'no address,Germany'}]});
  expect(await fails('import_contacts', {file: 'leads.csv', ...given})).toContain('1 row of');
  const importing = {file: 'leads.csv', ...given, 'max-errors': '1'};
  played.person.isWrong = true;
  expect(await fails('import_contacts', importing)).toBe('Nobody has confirmed this.');
  expect((await stored('contacts-type')).map(each => each['name'])).toEqual(['Newsletter', 'Customers', 'Staff']);
  played.person.isWrong = false;
  const {says} = await played.agent.call('import_contacts', importing);
  expect(says.result).toMatchObject({added: 30, verified: 30, rejected: 1, list: {name: 'Spring leads'}});
  const {id} = (says.result as {readonly list: {readonly id: number}}).list;
  expect([...(await addressesOn(id))].sort()).toEqual(people(30).sort());
  const mail = {...mailing, name: 'To leads', subject: 'Hello', to: ['list:Spring leads'], now: true};
  expect(await send(played, mail)).toBe(30);
  await moveClock(shell().sandbox, '2 hours');
  const [sent] = (await call('results', {kind: 'mailings', names: ['To leads']})) as Records;
  expect(sent).toMatchObject({triggered: 30});
});

test('find who did not open, and plan a second mailing', {tags: ['long'], ...slow}, async () => {
  const played = await everything();
  const {tools} = await played.agent.client.listTools();
  expect(tools.find(({name}) => name === 'results')?.description).toContain('nobody who opened');
  const [first] = (await played.call('results', {kind: 'mailings', names: ['Spring news']})) as Records;
  const opened = (await sends()).find(each => each['single_send_name'] === 'Spring news')?.['unique_opens'];
  expect(first).toMatchObject({delivered: 8, unique_opens: opened});
  // Nobody can tell who they are, so the second mailing goes to all of them, with another subject.
  const old = (await played.call('show', {kind: 'mailings', record: 'Spring news'})) as Record<string, unknown>;
  const [audience] = old['recipient_id'] as readonly {readonly table: string; readonly id: string}[];
  const again = {
    ...mailing,
    name: 'Spring news again',
    subject: 'Did you see this?',
    to: [`${audience?.table}${audience?.id}`],
  };
  await send(played, {...again, at: '2026-03-11 09:00'});
  const named = async (name: string) => (await sends()).find(each => each['single_send_name'] === name);
  expect(await named('Spring news again')).toMatchObject({
    recipient_id: (await named('Spring news'))?.['recipient_id'],
    subject: 'Did you see this?',
    schedule_date: '2026-03-11',
  });
});

test('clean a list', {tags: ['long'], ...slow}, async () => {
  const played = await everything();
  const twice = people(28, 't');
  write('once.csv', twice);
  await played.call('import_contacts', {file: 'once.csv', list: 'Staff'});
  for (const address of twice)
    await shell().emk(
      `contacts create --list Staff --email ${address} --country Germany --allow-duplicate --allow-automations`,
    );
  const found = (await played.call('check', {
    ...{kind: 'contacts', list: 'Staff', where: ['finding=twice-in-list'], limit: 200},
  })) as Records;
  const surplus = [...new Set(found.filter(({id, keep}) => keep !== null && id !== keep).map(({id}) => String(id)))];
  expect(surplus).toHaveLength(28);
  const look = () => addressesOn(3);
  await confirmed(played, ['delete', {kind: 'contacts', records: surplus}], look);
  expect((await look()).filter(each => String(each).startsWith('t')).sort()).toEqual([...twice].sort());
});

test('answer a request for erasure', {tags: ['long'], ...slow}, async () => {
  const played = await everything();
  const address = 'ann@example.com';
  const look = async () =>
    [...(await stored('contacts/list')), ...(await stored('segment/email/list?segment_id=1'))].filter(
      ({email}) => email === address,
    );
  expect((await look()).length).toBeGreaterThan(1);
  await played.call('person', {address});
  const proof = await confirmed(played, ['delete', {kind: 'person', records: [address]}], look);
  expect(proof).toMatchObject({address, remains: []});
  expect(await look()).toEqual([]);
});

test('compare two mailings', {tags: ['long'], ...slow}, async () => {
  const {call, person} = await everything();
  const before = await sends();
  const compared = (await call('results', {kind: 'mailings', names: ['Spring news', 'Summer offer']})) as Records;
  const rates = before
    .filter(each => ['Spring news', 'Summer offer'].includes(String(each['single_send_name'])))
    .map(each => [each['single_send_name'], Number(each['unique_opens']) / Number(each['delivered'])]);
  expect(compared.map(each => [each['single_send_name'], each['open_rate']])).toEqual(rates);
  expect([await sends(), person.asked]).toEqual([before, 0]);
});

test('set up a welcome automation', {tags: ['long'], ...slow}, async () => {
  const played = await everything();
  const {call, fails} = played;
  await call('create', {
    kind: 'automations',
    name: 'Hello',
    'automation-kind': 'welcome',
    group: 'Weekly news',
    for: 'list:Staff',
  });
  expect(await fails('start_automation', {automation: 'Hello'})).toContain('has no emails');
  const email = {automation: 'Hello', from: 'news@acme.example', template: 'Welcome', unit: 'instantly'};
  await call('create', {kind: 'automation-emails', ...email, subject: 'Welcome'});
  await call('create', {kind: 'automation-emails', ...email, subject: 'Day two', unit: 'days', wait: 2});
  expect(await call('count', {kind: 'automation-emails', automation: 'Hello'})).toBe(2);
  await call('check', {kind: 'automations', record: 'Hello'});
  const look = async () => (await stored('automations')).find(each => each['automation_name'] === 'Hello');
  await confirmed(played, ['start_automation', {automation: 'Hello'}], look);
  expect(await look()).toMatchObject({status: 1});
  await call('create', {kind: 'contacts', list: 'Staff', email: 'new@people.example', country: 'Germany'});
  await moveClock(shell().sandbox, '3 days');
  expect(Number((await look())?.['total_triggered'])).toBeGreaterThan(0);
});

test('move a mailing', {tags: ['long'], ...slow}, async () => {
  const played = await everything();
  await send(played, {mailing: 'Autumn preview', at: '2026-04-20 08:00'});
  const moved = (await sends()).filter(each => each['single_send_name'] === 'Autumn preview');
  expect(moved).toMatchObject([{schedule_date: '2026-04-20', subject: 'A look ahead'}]);
});

test('unsubscribe the people of a file', slow, async () => {
  const played = await everything();
  write('gone.csv', people(30));
  const before = await left();
  await confirmed(played, ['create', {kind: 'unsubscribes', file: 'gone.csv', column: 'email'}], left);
  expect([...(await left())].sort()).toEqual([...before, ...people(30)].sort());
});

test('report for last month', {tags: ['long'], ...slow}, async () => {
  const {call, person} = await everything();
  const before = [await sends(), await stored('contacts/list')];
  const overview = (await call('overview', {})) as {
    readonly contacts: {readonly months: readonly {readonly month: string; readonly joined: number}[]};
  };
  const joined = before[1]?.filter(each => String(each['created_at']).startsWith('2026-02')).length;
  expect(overview.contacts.months.find(({month}) => month === '2026-02')?.joined).toBe(joined);
  const sent = (await call('results', {kind: 'mailings', where: ['sent_at=2026-02']})) as Records;
  expect(sent.map(each => each['single_send_name'])).toEqual(
    before[0]?.filter(each => String(each['sent_at']).startsWith('2026-02')).map(each => each['single_send_name']),
  );
  expect(await call('count', {kind: 'unsubscribes', where: ['created_at>=2026-02-01']})).toBe(1);
  expect([await sends(), await stored('contacts/list'), person.asked]).toEqual([...before, 0]);
});

test('undo a mistake', {tags: ['long'], ...slow}, async () => {
  const played = await everything();
  const {call, records} = played;
  const before = await addressesOn(3);
  write('wrong.csv', people(30));
  await call('import_contacts', {file: 'wrong.csv', list: 'Staff'});
  expect(await addressesOn(3)).toHaveLength(before.length + 30);
  const [{id} = {id: ''}] = await records({kind: 'imports'});
  await confirmed(played, ['undo', {run: id}], () => addressesOn(3));
  expect(await addressesOn(3)).toEqual(before);
  await call('delete', {kind: 'contacts', records: ['olga@acme.example']});
  expect(await addressesOn(3)).not.toContain('olga@acme.example');
  const runs = (await call('undo', {})) as Records;
  await call('undo', {run: runs.find(({what}) => what === 'deletion')?.['id']});
  expect([...(await addressesOn(3))].sort()).toEqual([...before].sort());
});
