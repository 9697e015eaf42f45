import {readdirSync} from 'node:fs';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {type Ended, type FakeRun, leads, startFakeRun} from '../fake-run.js';
import {gone} from '../fake-service.js';
import {answering} from '../person.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
});
afterEach(() => run.close());

const listed = (): string[] => run.service.listed.map(({email}) => email);

test('unsubscribed people are not brought back, and those who left one group are added and named', async () => {
  run.write('leads.csv', leads(6));
  run.service.left.push(
    {email_address: 'P1@Example.com', unsubscribe_groups_id: null},
    {email_address: 'p2@example.com', unsubscribe_groups_id: 4},
  );
  const {exit, data} = await run.import();
  expect(exit).toBe(0);
  expect(data).toMatchObject({added: 5, skipped: {unsubscribed: 1}, left_a_group: 1});
  expect(listed()).not.toContain('p1@example.com');
  expect(listed()).toContain('p2@example.com');
});

test.each([
  [1, ['/unsubscribes-groups', '/unsubscribes-groups/recipients-list']],
  [undefined, ['/unsubscribes-groups', '/unsubscribes-groups/recipients-list']],
  [-1, ['/unsubscribes-groups', '/unsubscribes-groups/recipients-list']],
  [0, ['/unsubscribes-groups']],
])(
  'a global list that names no group leaves it open: a group that counts %s people is read too',
  async (count, paths) => {
    run.write('leads.csv', leads(6));
    run.service.left.push({email_address: 'P2@example.com', unsubscribe_groups_id: 4});
    Object.assign(run.service, {onlyGlobal: true, groups: () => [{id: 4, unsubscribe_clients_count: count}]});
    const {exit, data} = await run.import();
    const stays = count !== 0;
    expect([exit, data]).toMatchObject([0, {added: 6, left_a_group: stays ? 1 : 0}]);
    expect(listed()).toContain('p2@example.com');
    const read = run.service.reads.filter(route => route.includes('unsubscribes-groups'));
    expect(read.map(route => route.replace(/^GET |\?.*/g, ''))).toEqual(paths);
  },
);

test('a global list that names a group says it all, so no group is read', async () => {
  run.write('leads.csv', leads(3));
  run.service.left.push({email_address: 'p1@example.com', unsubscribe_groups_id: 4});
  await run.import();
  expect(run.service.reads.filter(route => route.includes('unsubscribes-groups'))).toEqual([]);
});

test('people who left are said by name, up to five, before the question and in JSON', async () => {
  run.write('leads.csv', leads(9));
  for (const at of [0, 1, 2, 3, 4, 5])
    run.service.left.push({email_address: `p${at}@example.com`, unsubscribe_groups_id: null});
  run.service.left.push({email_address: 'p6@example.com', unsubscribe_groups_id: 4});
  const {data} = await run.import();
  const five = [0, 1, 2, 3, 4].map(at => `p${at}@example.com`);
  expect(data).toMatchObject({
    skipped: {unsubscribed: 6},
    left_a_group: 1,
    who_left: {unsubscribed: five, left_a_group: ['p6@example.com']},
  });
  expect(run.said).toContain(`  unsubscribed: ${five.join(', ')} and 1 more`);
  expect(run.said).toContain('  unsubscribed from a group, whose mail they do not get: p6@example.com');
});

test('only --include-unsubscribed imports them', async () => {
  run.write('leads.csv', leads(3));
  run.service.left.push({email_address: 'p1@example.com', unsubscribe_groups_id: null});
  expect(await run.import({include_unsubscribed: true})).toMatchObject({exit: 0, data: {added: 3}});
});

test('an address that is in the list already is not sent again, in upper or lower case', async () => {
  run.write('leads.csv', leads(20));
  run.service.listed.push({id: 900, contact_type_id: 1, deleted_at: null, email: 'P7@EXAMPLE.COM'});
  expect(await run.import()).toMatchObject({exit: 0, data: {added: 19, skipped: {listed: 1}}});
  expect(run.service.uploads.flat()).not.toContain('p7@example.com');
  expect(await run.import()).toMatchObject({exit: 0, data: {added: 0, skipped: {listed: 20}}});
  expect(run.service.listed).toHaveLength(20);
});

test('a contact of another type, or a deleted one, does not count as listed', {tags: ['long']}, async () => {
  run.write('leads.csv', leads(2));
  run.service.listed.push(
    {id: 900, contact_type_id: 2, deleted_at: null, email: 'p0@example.com'},
    {id: 901, contact_type_id: 1, deleted_at: '2026-01-01T00:00:00.000000Z', email: 'p1@example.com'},
  );
  expect((await run.import()).data).toMatchObject({to_add: 2});
});

test('a dry run sends nothing and leaves nothing, and says whether the file would pass', async () => {
  const dry = startFakeRun({dryRun: true});
  dry.write('leads.csv', leads(5));
  expect(await dry.import()).toMatchObject({exit: 0, data: {result: 'planned', to_add: 5, added: 0, journal: null}});
  dry.write('leads.csv', `${leads(5)}\nnobody,First`);
  expect(await dry.import()).toMatchObject({exit: 2, data: {result: 'refused', rejected: 1}});
  expect(dry.service.uploads).toEqual([]);
  expect(readdirSync(`${dry.folder}/state/imports`)).toEqual([]);
  dry.close();
});

test('a dry run of a resume shows the rest, sends nothing and writes nothing down', async () => {
  run.write('leads.csv', leads(40));
  run.service.fate = upload => (upload === 2 ? {applied: 0, error: gone()} : undefined);
  await run.import();
  const [id] = readdirSync(`${run.folder}/state/imports`).filter(name => name !== 'locks');
  const before = run.read(`state/imports/${id}/journal.jsonl`);
  Object.assign(run.context.globals, {dryRun: true});
  expect(await run.resume()).toMatchObject({exit: 0, data: {result: 'planned', to_add: 30, skipped: {earlier: 10}}});
  expect(run.read(`state/imports/${id}/journal.jsonl`)).toBe(before);
  expect(run.service.uploads).toHaveLength(2);
});

test('bad rows stop an import before anything is sent, unless --max-errors allows them', async () => {
  run.write('leads.csv', `${leads(5)}\nnobody,First`);
  expect((await run.import()).exit).toBe(2);
  expect(run.service.uploads).toEqual([]);
  expect(await run.import({max_errors: '20%'})).toMatchObject({exit: 8, data: {added: 5, rejected: 1}});
});

test('mails that an import would set off need a word of their own in a script', async () => {
  run.write('leads.csv', leads(2));
  run.service.automations.push({
    status: 1,
    deleted_at: null,
    automation_for: 1,
    automation_for_table: 'contacts_',
    automation_name: 'Welcome',
  });
  const refused = await run.import();
  expect(refused.exit).toBe(2);
  expect(refused.error?.message).toContain('"Welcome"');
  expect(run.service.uploads).toEqual([]);
  expect(await run.import({allow_automations: true})).toMatchObject({exit: 0, data: {automations: ['Welcome']}});
});

test('two imports into one list at once: the second ends with exit 11', async () => {
  run.write('leads.csv', leads(300));
  run.write('more.csv', leads(300, 200));
  const {send} = run.service;
  let second: Promise<Ended> | undefined;
  // The first row of the first one waits until the second has ended.
  const whenBegun = async (...given: Parameters<typeof send>) => {
    second ??= run.import({file: 'more.csv'});
    await second;
    return send(...given);
  };
  for (const client of [run.service, run.context]) Object.assign(client, {send: whenBegun});
  expect((await run.import()).exit).toBe(0);
  const {exit, error} = await (second ?? run.import());
  expect([exit, error?.message]).toEqual([11, expect.stringContaining('an import into this list')]);
  expect((await run.import({file: 'more.csv'})).exit).toBe(0);
  expect(new Set(listed()).size).toBe(500);
  expect(run.service.listed).toHaveLength(500);
});

test('"Imported Successfully" with none of the first rows in the list is an error, and no more is sent', async () => {
  run.write('leads.csv', leads(100));
  run.service.keep = () => [];
  const {exit, error} = await run.import();
  expect(exit).toBe(8);
  expect(error?.message).toContain('none of the 10 addresses is in the list');
  expect(run.service.uploads).toHaveLength(1);
});

test('a service that puts cells into other columns is found out with the first ten rows', async () => {
  run.write('leads.csv', leads(100));
  run.service.keep = ({first_name = '', ...row}) => [{...row, city: first_name}];
  const {exit, error} = await run.import();
  expect(exit).toBe(8);
  expect(error?.message).toContain('first_name did not arrive in its column');
  expect(run.service.uploads).toHaveLength(1);
});

test('rows that the service skips in silence end up in a file of their own', async () => {
  run.write('leads.csv', leads(100));
  run.service.keep = row => (row['email'] === 'p50@example.com' ? [] : [row]);
  const {exit, data} = await run.import();
  expect(exit).toBe(8);
  expect(data).toMatchObject({result: 'partial', added: 100, verified: 99, missing: 1});
  expect(run.read('leads.missing.csv')).toBe('email,first_name\np50@example.com,First50\n');
});

test('rows that the service keeps twice are named with their ids', async () => {
  run.write('leads.csv', leads(30));
  run.service.keep = row => (row['email'] === 'p5@example.com' ? [row, row] : [row]);
  const {exit, data} = await run.import();
  expect(exit).toBe(8);
  expect(data).toMatchObject({duplicates: 1, missing: 0});
  expect(run.read('leads.duplicates.csv')).toBe('line,email,keep,surplus\n7,p5@example.com,6,7\n');
});

test('chunks grow while the service is quick', {tags: ['long']}, async () => {
  run.write('leads.csv', leads(4000));
  await run.import();
  expect(run.service.uploads.map(({length}) => length)).toEqual([10, 250, 500, 1000, 1000, 1000, 240]);
});

test('a list that shows only some contacts brings a warning that rows may be sent twice', async () => {
  run.write('leads.csv', leads(5));
  run.service.listed.push({id: 900, contact_type_id: 1, deleted_at: null, email: 'p0@example.com'});
  run.service.listCap = 0;
  await run.import();
  expect(run.said.join('\n')).toContain('adds their rows again, and they may end up there twice');
});

test('a column that somebody left out, or whose name is not its own, is not asked about, neither at once nor by a resume', async () => {
  const asked = answering(run, {picks: {'Which field': 'Skip'}});
  run.write('leads.csv', 'email,Notes,Hobby,Extra,Extra\np1@example.com,likes tea,chess,1,2\np2@example.com,,go,,');
  run.service.fate = () => ({applied: 0, error: gone()});
  expect((await run.import({map: ['Notes=']})).exit).toBe(6);
  expect(asked).toEqual(['Which field does each column fill?', expect.stringContaining('Import 2 contacts')]);
  run.service.fate = () => undefined;
  expect(await run.resume()).toMatchObject({exit: 0, data: {added: 2}});
  expect(asked).toHaveLength(3);
});
