/**
 * Names in place of ids: accepted everywhere, matched with certainty, and looked up before anything is asked or sent.
 */
import {describe, expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';
import {startShell} from '../support/shell.js';
import {useShell} from '../support/use-shell.js';

const shell = useShell();

const ids = async (list: string, ...columns: string[]): Promise<Record<string, string>[]> =>
  JSON.parse((await shell().emk(`${list} -o json`)).stdout).map((each: Record<string, unknown>) =>
    Object.fromEntries(columns.map(name => [name, String(each[name])])),
  );

/** The paths of the requests after this number of them. */
const requests = async (line: string | readonly string[], stdin = '') => {
  const before = (await shell().sandbox.requests()).length;
  const ran = await shell().emk(line, {stdin});
  const sent = (await shell().sandbox.requests()).slice(before);
  return {...ran, sent: sent.map(({method, path}) => `${method} ${path.replace('/api', '')}`)};
};

test('every parameter that takes an id or a utr says where its records are', async () => {
  const without = commandsOf(await loadTree(tree)).flatMap(({path, command: {takes}}) =>
    Object.entries(takes)
      .filter(([key, {from, kinds}]) => /(^|_)(id|utr)$/.test(key) && !from && !kinds)
      .map(([key]) => `${path.join(' ')}: ${key}`),
  );
  // Runs of an import and mails of the sandbox are not records of the service.
  expect(without).toEqual([
    'contacts import resume: id',
    'contacts import status: id',
    'undo: id',
    'sandbox mail: utr',
  ]);
});

describe('a name stands for an id', () => {
  test.each([
    ['contacts update GRETA@vogel.example --city Rome --dry-run', 'GET /contacts/details?contact_id=13'],
    ['lists show Customers', 'GET /contacts-type/view?contact_type_id=2'],
    ['segments recipients list "customers in germany"', 'GET /segment/email/list?segment_id=1'],
    ['senders show news@acme.example', 'GET /sender/details?sender_id=1'],
    ['groups show 1', 'GET /unsubscribes-groups/details?id=1'],
    ['automations show welcome', 'GET /automations/details?utr=1a379d4b-3fb4-4ea3-88d2-4878bd635125'],
    ['automations emails list Welcome', 'GET /automations/schedule?utr=1a379d4b-3fb4-4ea3-88d2-4878bd635125'],
    ['mailings show "Spring news"', 'GET /single-send/details?utr=97f6ad6b-7b72-4dc8-9d3d-43358c51ffe6'],
    ['mailings show 97F6', 'GET /single-send/details?utr=97f6ad6b-7b72-4dc8-9d3d-43358c51ffe6'],
    ['mailings show id:1', 'GET /single-send/details?utr=97f6ad6b-7b72-4dc8-9d3d-43358c51ffe6'],
  ])('%s', async (line, last) => {
    const {code, sent} = await requests(`${line} -o json`);
    expect([code, sent]).toEqual([0, expect.arrayContaining([last])]);
  });

  test('in every group, sender and template too', async () => {
    const [group] = await ids('groups list', 'id', 'group_name');
    const [sender] = await ids('senders list', 'id', 'nickname');
    const [template] = await ids('templates list', 'id', 'template_name');
    for (const [place, name, id] of [
      ['groups', group?.['group_name'], group?.['id']],
      ['senders', sender?.['nickname'], sender?.['id']],
      ['templates', template?.['template_name'], template?.['id']],
    ] as const) {
      expect((await shell().emk([place, 'show', name ?? '', '-o', 'id'])).stdout).toBe(`${id}\n`);
    }
  });

  test.each([
    ['lists delete Customers 3', ['contact_type_id=2', 'contact_type_id=3']],
    ['segments delete "Joined in spring"', ['segment_id=2']],
    ['segments recipients delete ann@example.com --segment "Customers in Germany"', ['segment_recipient_id=1']],
    ['automations delete Birthday', ['utr=4ea501bf-61bf-4260-866d-adc84e0a9b9d']],
    ['automations emails delete "Two days with us" --automation welc', undefined],
    ['automations emails delete "Two days with us" --automation Welcome', ['utr=b67cf476-88bb-409e-b232-34b6a64c5ab8']],
    ['mailings delete "summer OFFER"', ['utr=7b5e6d2e-b589-4f96-910b-422195a0bd27']],
  ])('%s', async (line, expected) => {
    const {code, stdout} = await shell().emk(`${line} --dry-run -o json`);
    if (!expected) return expect(code).toBe(4);
    expect(JSON.parse(stdout).map(({path}: {path: string}) => path.replace(/^.*\?/, ''))).toEqual(expected);
    return expect(code).toBe(0);
  });

  test.each([
    ['unsubscribes', 'email_address'],
    ['notifications', 'email_address'],
    ['fields', 'field_name'],
  ])('%s delete takes the %s', async (place, label) => {
    const [one] = await ids(`${place} list${place === 'fields' ? ' --where is_reserved=0' : ''}`, 'id', label);
    const {code, stdout} = await shell().emk([place, 'delete', one?.[label] ?? '', '--dry-run', '-o', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)[0].path).toMatch(new RegExp(`=${one?.['id']}$`));
  });
});

describe('what needs no looking up', () => {
  test.each([
    ['contacts show 13', 1],
    ['contacts show id:13', 1],
    ['mailings show 97f6ad6b-7b72-4dc8-9d3d-43358c51ffe6', 1],
    ['mailings show id:97f6ad6b-7b72-4dc8-9d3d-43358c51ffe6', 1],
  ])('%s: %i requests', async (line, expected) => {
    expect((await requests(`${line} -o json`)).sent).toHaveLength(expected);
  });
});

describe('which record is meant', () => {
  test('a name as it is written comes before one in other letters, and digits can be said to be a name', {
    tags: ['long'],
  }, async () => {
    const own = await startShell({seed: {kind: 'empty'}});
    for (const name of ['Leads', 'leads', '2026', 'id:1'])
      await own.emk(['lists', 'create', name, '--allow-duplicate']);
    const shown = async (text: string) => (await own.emk(['lists', 'show', text, '-o', 'id'])).stdout.trim();
    expect([await shown('leads'), await shown('Leads'), await shown('name:2026'), await shown('name:id:1')]).toEqual([
      '2',
      '1',
      '3',
      '4',
    ]);
    const {code, stderr} = await own.emk(['lists', 'show', 'LEADS']);
    expect([code, stderr]).toEqual([
      2,
      'error: "LEADS" may mean several lists: Leads (1 · 0 people), leads (2 · 0 people).\n  Give its id instead.\n',
    ]);
    await own.close();
  });

  test('all names of one line are found in one reading of the list', async () => {
    const {sent} = await requests('contacts delete greta@vogel.example sven@example.se 1 --dry-run');
    expect(sent).toEqual(['GET /contacts/list']);
  });

  test('a name that nobody has stops everything before it is asked or sent', async () => {
    const {code, stderr, sent} = await requests('lists delete Customers Nobody Noone --yes');
    expect([code, sent]).toEqual([4, ['GET /contacts-type']]);
    expect(stderr).toContain('There is no list "Nobody" or "Noone".');
    const live = await requests('automations set-live Onboard');
    expect([live.code, live.sent]).toEqual([4, ['GET /automations']]);
  });
});

describe('standard input', () => {
  test('holds an id, a name or an address on each line', async () => {
    const stdin = 'Joined in spring\r\n\n1\n 2\n';
    const {stdout} = await shell().emk('segments delete - --dry-run -o json', {stdin});
    expect(JSON.parse(stdout).map(({path}: {path: string}) => path.replace(/^.*=/, ''))).toEqual(['2', '1']);
    const contacts = await shell().emk('contacts delete - --dry-run -o json', {
      stdin: 'greta@vogel.example\nsven@example.se',
    });
    expect(JSON.parse(contacts.stdout)).toHaveLength(2);
  });

  test('that is empty means that there is nothing to do', async () => {
    const {code, stdout, stderr, sent} = await requests('contacts delete - --yes -o json', '\n \n');
    const sum = {wanted: 0, done: 0, left: 0, impossible: 0, doubtful: 0};
    expect([code, JSON.parse(stdout), sent]).toEqual([0, {done: [], failed: [], sum}, []]);
    expect(JSON.parse(stderr)).toEqual({
      notice: {kind: 'done', text: 'Standard input was empty, so nothing was deleted.'},
    });
  });
});

test('a number is an id, whatever has it for a name', {tags: ['long']}, async () => {
  let made = '';
  while (Number(made) < 10) made = (await shell().emk(`lists create "Fill ${made}" -o id`)).stdout.trim();
  const namesake = (await shell().emk(`lists create ${made} -o id`)).stdout.trim();
  const create = (type: string) =>
    requests(`contacts create --email n${type.replace(/\W/g, '')}@x.example --country 101 --list ${type} -o id`);
  const counts = async () =>
    JSON.parse((await shell().emk('lists list --columns id,people -o json')).stdout).filter(
      ({id}: {readonly id: number}) => [made, namesake].includes(String(id)),
    );
  await create(made);
  await create(`name:${made}`);
  expect(await counts()).toEqual([
    expect.objectContaining({id: Number(made), contacts_count: 1}),
    expect.objectContaining({id: Number(namesake), contacts_count: 1}),
  ]);
});
