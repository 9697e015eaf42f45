/** What would change: nothing after a pull, and otherwise exactly what was edited. */

import {readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {beforeEach, describe, expect, test} from 'vitest';
import type {PlanDocument} from '../../../src/files/account/shapes.js';
import {samples} from '../../support/random-runs.js';
import {sample} from '../../support/sample.js';
import {startShell} from '../../support/shell.js';
import {nothing} from './no-changes.js';
import {usePulled} from './pulled-shell.js';
import {fill, randomAccount} from './random-account.js';

const shell = usePulled();

const read = (path: string): string => readFileSync(join(shell().folder, path), 'utf8');
const edit = (path: string, change: (text: string) => string): void =>
  writeFileSync(join(shell().folder, path), change(read(path)));
const pull = async () =>
  expect(await shell().emk('account pull a')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(/^(?:No file changed|Changed \d+ files?: .*)\.\n$/),
  });
const planned = async (more = ''): Promise<PlanDocument> => {
  const {code, stdout, stderr} = await shell().emk(`account plan a -o json ${more}`);
  expect([code, stderr]).toEqual([0, '']);
  const {basis: _, ...plan} = JSON.parse(stdout);
  return plan;
};
const inShort = ({changes}: PlanDocument): string[] =>
  changes.map(({action, kind, name}) => `${action} ${kind} ${name}`);
test('an account that was pulled needs no changes, whatever it holds, and a second pull changes no file', {
  tags: ['long'],
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(randomAccount, async account => {
      rmSync(join(shell().folder, 'a'), {recursive: true, force: true});
      await shell().sandbox.account.store.transaction(db => fill(db, account));
      await pull();
      expect(await planned('--prune')).toEqual(nothing);
      expect((await shell().emk('account pull a')).stderr).toContain('No file changed.');
      for (const name of readdirSync(join(shell().folder, 'a')).filter(each => each.endsWith('.yaml')))
        expect(read(`a/${name}`).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }),
    {...samples(1), endOnFailure: true},
  );
});

test('nor does one whose files were those of another account', {tags: ['long'], timeout: 600_000}, async () => {
  await fc.assert(
    fc.asyncProperty(randomAccount, async account => {
      await shell().sandbox.account.store.transaction(db => fill(db, account));
      await pull();
      expect(await planned('--prune')).toEqual(nothing);
      expect((await shell().emk('account pull a')).stderr).toContain('No file changed.');
    }),
    {...samples(1), endOnFailure: true},
  );
});

test('reads each list once, and changes nothing', async () => {
  const before = (await shell().sandbox.requests()).length;
  await planned('--prune');
  const requests = (await shell().sandbox.requests())
    .slice(before)
    .map(({method, path}) => `${method} ${path.replace('/api', '')}`);
  expect(requests.filter((each, at) => requests.indexOf(each) !== at)).toEqual([]);
  const below = /recipients-list|email\/list|schedule/;
  expect(requests.filter(each => !below.test(each)).sort()).toEqual([
    'GET /automations',
    'GET /contacts-type',
    'GET /custom-fields',
    'GET /get-design/template',
    'GET /get/country-state-city',
    'GET /global-unsubscribes',
    'GET /notification-recipients',
    'GET /reserve-fields',
    'GET /segment/list',
    'GET /senders',
    'GET /single-send/list',
    'GET /unsubscribes-groups',
  ]);
  expect(requests.filter(each => below.test(each))).toHaveLength(3 + 2 + 3);
});

describe('an edit', () => {
  test('of a text is one key of one record', {tags: ['long']}, async () => {
    edit('a/senders.yaml', text => text.replace('Acme Support', 'Helpdesk').replaceAll('"10115"', '10115 # as before'));
    expect(await planned()).toEqual({
      ...nothing,
      changes: [
        {
          action: 'update',
          kind: 'senders',
          name: 'Support',
          fields: [{key: 'from-name', from: 'Acme Support', to: 'Helpdesk'}],
        },
      ],
    });
  });

  test('of a name is a new record, and the old one goes only with --prune', async () => {
    edit('a/lists.yaml', text => text.replace('Staff', 'Team'));
    expect(await planned()).toMatchObject({changes: [{action: 'create', name: 'Team'}]});
    expect(inShort(await planned('--prune'))).toEqual(['create lists Team', 'delete lists Staff']);
  });

  test('of people on a list adds them, and takes them off only with --prune', {tags: ['long']}, async () => {
    edit('a/groups.yaml', text => text.replace('mara@example.cz', 'new@example.cz'));
    expect((await planned()).changes).toMatchObject([{fields: [{added: ['new@example.cz'], removed: []}]}]);
    expect((await planned('--prune --mail-again')).changes).toMatchObject([
      {fields: [{added: ['new@example.cz'], removed: ['mara@example.cz']}]},
    ]);
    edit('a/groups.yaml', text => text.replace('new@example.cz', 'Mara@EXAMPLE.cz'));
    expect(await planned('--prune')).toEqual(nothing);
  });

  test('of the name of a person in a segment is none', async () => {
    edit('a/segments.yaml', text => text.replace('Vogel', 'Amsel'));
    expect(await planned('--prune')).toEqual(nothing);
  });

  test('of an email of an automation replaces that email alone', {tags: ['long']}, async () => {
    edit('a/automations.yaml', text => text.replace('Two days with us', 'Two days already'));
    expect((await planned()).changes).toMatchObject([
      {
        name: 'Welcome',
        fields: [{key: 'emails', added: [{subject: 'Two days already'}], removed: [{subject: 'Two days with us'}]}],
      },
    ]);
  });

  test('of a line end in a body is none', {tags: ['long']}, async () => {
    edit('a/templates/offer.html', text => `${text}\r\n`);
    expect(await planned()).toEqual(nothing);
  });

  test('of the order and of the quotes is none', {tags: ['long']}, async () => {
    edit('a/lists.yaml', () => 'lists:\n- name: "Staff"\n- name: Newsletter\n- {name: Customers}\n');
    expect(await planned('--prune')).toEqual(nothing);
  });

  test('that takes a file away leaves its records alone', {tags: ['long']}, async () => {
    rmSync(join(shell().folder, 'a/senders.yaml'));
    expect(await planned('--prune')).toEqual(nothing);
  });
});

describe('what the API cannot do', () => {
  test.each(
    sample(
      [
        ['templates/offer.html', (text: string) => `${text}<p>`, 'the API can only read design templates'],
        ['segments.yaml', (text: string) => text.replace('Germany\n', 'France\n'), 'the API cannot create a segment'],
        ['segments.yaml', (text: string) => text.replace('- equals', '- differs'), 'the API cannot change a segment'],
        [
          'fields.yaml',
          (text: string) => text.replace('number', 'text'),
          'the API cannot change the type of a custom field',
        ],
        [
          'automations.yaml',
          (text: string) => text.replace('group: Weekly news', 'group: Internal'),
          'cannot change an automation',
        ],
        ['notifications.yaml', (text: string) => text.replace('Olga', 'Otto'), 'the API can only add and delete them'],
        [
          'mailings.yaml',
          (text: string) => text.replace(/ {4}at: .*\n/, ''),
          'without a time it would be sent at once',
        ],
        ['mailings.yaml', (text: string) => text.replace(/at: .*/, 'at: 2026-03-03 21:59:59'), 'its time is past'],
        ['mailings.yaml', (text: string) => text.replace('Autumn preview', 'Spring news'), 'went out already'],
      ],
      3,
    ),
  )('is said of %s with its reason', async (path, change, why) => {
    edit(`a/${path}`, change);
    if (path === 'segments.yaml')
      edit('a/automations.yaml', text => text.replace('segment:Customers in France', 'segment:Customers in Germany'));
    const {changes, impossible} = await planned();
    expect(changes).toEqual([]);
    expect(impossible).toMatchObject([{why: expect.stringContaining(why)}]);
  });

  test('whether an automation is live can be changed, though nothing else of it', {tags: ['long']}, async () => {
    edit('a/automations.yaml', text => text.replace('live: true', 'live: false'));
    expect((await planned()).changes).toMatchObject([
      {name: 'Welcome', fields: [{key: 'live', from: true, to: false}]},
    ]);
  });
});

test.each(
  sample(
    [
      [
        'senders.yaml',
        '  - nickname: New\n',
        'the service requires from-name, which is missing (senders.yaml, line LINE)',
      ],
      [
        'automations.yaml',
        '  - name: New\n    group: Offers\n',
        'the service requires type, which is missing (automations.yaml, line LINE)',
      ],
      [
        'automations.yaml',
        '  - name: New\n    group: Offers\n    kind: custom\n    emails:\n      - subject: S\n',
        'the service requires from, which is missing (automations.yaml, line LINE)',
      ],
    ],
    1,
  ),
)('a record that lacks what the service requires cannot be created: %s', async (path, more, why) => {
  edit(`a/${path}`, text => text + more);
  const line =
    read(`a/${path}`)
      .split('\n')
      .findIndex(each => each.endsWith(': New')) + 1;
  expect(await planned()).toEqual({
    ...nothing,
    impossible: [expect.objectContaining({action: 'create', name: 'New', why: why.replace('LINE', String(line))})],
  });
});

test('the files of one account can be planned against an empty one', async () => {
  const empty = await startShell({seed: {kind: 'empty'}});
  const {EMK_BASE_URL, EMK_PUBLIC_KEY, EMK_SECRET_KEY} = {
    EMK_BASE_URL: empty.sandbox.baseUrl,
    EMK_PUBLIC_KEY: empty.sandbox.publicKey,
    EMK_SECRET_KEY: empty.sandbox.secretKey,
  };
  const ran = await shell().emk('account plan a -o json', {env: {EMK_BASE_URL, EMK_PUBLIC_KEY, EMK_SECRET_KEY}});
  await empty.close();
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  const {changes, impossible}: PlanDocument = JSON.parse(ran.stdout);
  expect(changes.map(({action, kind, name}) => `${action} ${kind} ${name}`)).toContain(
    'create mailings Autumn preview',
  );
  expect(impossible.map(({name}) => name)).toEqual([
    'Customers in Germany',
    'Joined in spring',
    'Birthday',
    'Win back',
  ]);
});

describe('a mistake that only the account shows', () => {
  test.each(
    sample(
      [
        [
          'mailings.yaml',
          'from: News',
          'from: Nws',
          'column 11: There is no sender called "Nws".',
          'Did you mean "News"?',
        ],
        [
          'mailings.yaml',
          'list:Newsletter',
          'list:Newsleter',
          'column 9: There is no list called "Newsleter".',
          'Did you mean "Newsletter"?',
        ],
        [
          'mailings.yaml',
          'list:Newsletter',
          'Newsletter',
          '"Newsletter" is not an audience.',
          'list:Newsletter or segment:VIP',
        ],
        [
          'automations.yaml',
          'template: Welcome',
          'template: Wellcome',
          'There is no template called "Wellcome".',
          'Did you mean "Welcome"?',
        ],
        [
          'segments.yaml',
          'list: Customers',
          'list: Custommers',
          'There is no list called "Custommers".',
          'Did you mean "Customers"?',
        ],
      ],
      2,
    ),
  )('in %s: %s', async (path, from, to, says, hint) => {
    edit(`a/${path}`, text => text.replace(from, to));
    const {code, stderr} = await shell().emk('account plan a');
    const line =
      read(`a/${path}`)
        .split('\n')
        .findIndex(each => each.includes(to)) + 1;
    expect(code).toBe(2);
    expect(stderr).toContain(`${path}, line ${line}, column `);
    expect(stderr).toContain(says);
    expect(stderr).toContain(`${line} | `);
    expect(stderr).toContain(hint);
  });

  test('a name that --prune would delete leads nowhere', async () => {
    edit('a/groups.yaml', text => text.replace('name: Offers', 'name: Deals'));
    expect((await shell().emk('account plan a')).code).toBe(0);
    expect((await shell().emk('account plan a --prune')).stderr).toContain('"Offers"');
  });

  test.each(
    sample(
      [
        ['lists.yaml', '  - name: x\n', 'name must have at least 2 characters.'],
        ['fields.yaml', '  - name: size\n    kind: date\n', 'kind must be text, number or datetime-local, not "date".'],
        [
          'fields.yaml',
          '  - name: my size\n    kind: text\n',
          'name may hold only letters A-Z, digits and underscores.',
        ],
        ['notifications.yaml', '  - email: ops\n    owner: Ops\n', 'email is "ops", which'],
      ],
      2,
    ),
  )('what the service would refuse, in %s', async (path, more, says) => {
    edit(`a/${path}`, text => text + more);
    const {code, stderr} = await shell().emk('account plan a');
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
    expect(stderr).toMatch(/line \d+, column \d+: [\s\S]*\d+ \| /);
  });
});

describe('the output', () => {
  beforeEach(() => {
    edit('a/lists.yaml', text => `${text}  - name: "|x|<b>\\u001b[31m"\n`);
    edit('a/senders.yaml', text => text.replace('Acme Support', 'Help'));
  });

  test('ends with 10 only where that was asked for and something would change', {tags: ['long']}, async () => {
    expect((await shell().emk('account plan a')).code).toBe(0);
    expect((await shell().emk('account plan a --exit-code')).code).toBe(10);
    expect((await shell().emk('account plan a --exit-code -o md')).code).toBe(10);
    await pull();
    expect((await shell().emk('account plan a --exit-code')).code).toBe(0);
  });

  test('as Markdown shows names as they are', {tags: ['long']}, async () => {
    const {stdout} = await shell().emk('account plan a -o md');
    expect(stdout).toContain('\n+ list "|x|<b>␛[31m"\n');
    expect(stdout).toContain('\n    from-name: "Acme Support" → "Help"\n');
  });
});

test('a folder without files of an account is refused before anything is asked', async () => {
  expect(await shell().emk('account plan b')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('b '),
  });
  expect(await shell().sandbox.requests()).toEqual([]);
});
