/** A seed makes what its file says, once, and a clean restores the account except for shared groups. */
import {mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test, vi} from 'vitest';
import {said} from '../../support/said.js';
import {useFreshShell} from '../../support/use-shell.js';
import {type Lists, listsOf} from './lists-of.js';

// Each test runs dozens of commands.
vi.setConfig({testTimeout: 120_000});

const shell = useFreshShell();

const seed = `
lists:
  - name: QA
  - name: Empty
fields:
  - {name: score, kind: number}
groups:
  - {name: Tests, description: For tests, recipients: [left@example.com]}
unsubscribes:
  - email: gone@example.com
senders:
  - {nickname: News, from-name: Acme, from-email: news@acme.io, reply-to: news@acme.io, country: Germany, address-line1: Here}
automations:
  - name: Welcome
    kind: custom
    for: list:QA
    group: Tests
    emails:
      - {subject: "Run \${run}", from: News, wait: 1, unit: days, template: Blank, preview: blank.png, html: qa.html}
notifications:
  - {email: ops@qa.test, owner: Ops}
contacts:
  - {type: QA, count: 20, fake: true, country: Japan, fields: [{name: score, value: 5}]}
  - {type: QA, email: Ada@Example.com, first-name: Ada, country: France}
`;
function write(text = seed) {
  shell().write('qa.html', `<p>QA \${run} ((unsubscribe_preferences))</p>`);
  shell().write('seed.yaml', text);
}
const lists = (): Promise<Lists> => listsOf(shell());
const changes = async (): Promise<string[]> =>
  (await shell().sandbox.requests())
    .filter(({method, path}) => method !== 'GET' || /set-live|pause|duplicate/.test(path))
    .map(({path}) => path);
const run = (line: string) => shell().emk(`seed seed.yaml --yes ${line}`);

test('is made once: a second start changes nothing, and a clean takes all of it but the group', {
  tags: ['long'],
}, async () => {
  write();
  const before = await lists();
  const first = await run('--run pr-12 -o json');
  expect([first.code, first.stderr]).toEqual([0, '']);
  const made = JSON.parse(first.stdout);
  expect(made).toMatchObject({
    run: 'pr-12',
    made: {
      lists: [{name: 'QA', as: 'pr-12.QA~5af8a1', id: expect.any(Number)}, {name: 'Empty'}],
      groups: [{name: 'Tests', as: 'Tests'}],
      unsubscribes: [{name: 'gone@example.com', id: expect.any(Number)}],
      automations: [{name: 'Welcome', id: expect.stringMatching(/^[0-9a-f-]{36}$/)}],
    },
    contacts: [{list: 'pr-12.QA~5af8a1', created: 21}],
    addresses: {'Ada@Example.com': 'ada+pr-12.281bd1@example.com'},
  });
  const after = await lists();
  const [type] = made.made['lists'];
  expect(after['contacts']?.filter(one => one['contact_type_id'] === type.id)).toHaveLength(21);
  const automation = after['automations']?.find(({utr}) => utr === made.made.automations[0].id);
  expect(automation).toMatchObject({automation_for: type.id, status: 0});
  const emails = await shell().emk(['automations', 'emails', 'list', String(automation?.['utr']), '-o', 'json']);
  expect(JSON.parse(emails.stdout)).toMatchObject([
    {subject: 'Run pr-12', template_html: '<p>QA pr-12 ((unsubscribe_preferences))</p>'},
  ]);

  const sent = (await changes()).length;
  const second = await run('--run pr-12 -o json');
  const nothing = {changes: [], contacts: [], sum: {...made.sum, wanted: 0, done: 0}};
  expect(JSON.parse(second.stdout)).toEqual({...made, ...nothing});
  expect((await changes()).length).toBe(sent);
  expect(await lists()).toEqual(after);

  expect(await shell().emk('seed clean --run pr-12 --yes --max-delete 100')).toMatchObject({code: 0});
  const left = await lists();
  expect(left['groups']?.map(one => one['group_name'])).toContain('Tests');
  expect({...left, groups: [], members: []}).toEqual({...before, groups: [], members: []});
  expect(left['members']).toEqual(before['members']);
  expect(
    readdirSync(join(shell().folder, 'state/seeds'), {recursive: true}).filter(name => String(name).includes('pr-12')),
  ).toEqual([]);
});

test('runs share a group as it is, and nothing else', {tags: ['long']}, async () => {
  write();
  await shell().emk(['groups', 'create', '--name', 'Tests', '--description', 'Of ours', '--no-display']);
  const ran = [await run('--run a -o json'), await run('--run b -o json')].map(({stdout}) => JSON.parse(stdout));
  const [a, b] = ran;
  expect(a.made['groups'][0].id).toBe(b.made['groups'][0].id);
  expect(a.made['lists'][0].id).not.toBe(b.made['lists'][0].id);
  const group = (await lists())['groups']?.filter(one => one['group_name'] === 'Tests');
  expect(group).toMatchObject([{description: 'Of ours', is_display: 0}]);
});

describe('nothing is sent', () => {
  const untouched = async (line: string, env: Record<string, string> = {}) => {
    const before = (await changes()).length;
    const ran = await shell().emk(line, {env});
    expect((await changes()).length).toBe(before);
    return ran;
  };

  test('by a dry run, which shows the plan', {tags: ['long']}, async () => {
    write();
    const {code, stdout} = await untouched('seed seed.yaml --run pr-12 --dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain('+ list "pr-12.QA~5af8a1"');
    expect(stdout).toContain('21 to create: ');
    expect(stdout).not.toContain('In no file');
  });

  test('where a name leads nowhere, which is told as the file writes it', async () => {
    write(seed.replace('from: News', 'from: Newz'));
    expect(await untouched('seed seed.yaml --run pr-12')).toMatchObject(
      said(2, /seed\.yaml, line \d+, column \d+: .*"Newz".*News/s),
    );
  });

  test('where no import takes a person, who is told as the file writes it', async () => {
    write(seed.replace('contacts:\n', 'contacts:\n  - {list: QA, email: nowhere@example.com, country: Germny}\n'));
    const {code, stderr} = await untouched('seed seed.yaml --run pr-12');
    expect([code, stderr]).toEqual([2, expect.stringMatching(/"QA".*seed\.yaml.*nowhere@example\.com.*Germny/)]);
    expect(stderr).not.toMatch(/pr-12|contacts\//);
  });

  test('where a custom field is neither here nor in the account', async () => {
    write(seed.replace('{name: score, value: 5}', '{name: scoer, value: 5}'));
    expect(await untouched('seed seed.yaml')).toMatchObject(said(2, 'contacts have no field "scoer"'));
  });

  test('where somebody would get mail and nobody has said yes', {tags: ['long']}, async () => {
    write();
    expect((await untouched('seed seed.yaml')).stderr).toContain('1 new sender');
  });

  test('of a mailing without a moment, and none that is past', async () => {
    const send = (more: string) =>
      `lists: [{name: QA}]\nmailings:\n  - {name: A, subject: S, preheader: P, from: News, group: News, to: [list:QA], template: Blank${more}}\n`;
    write(send(''));
    expect((await untouched('seed seed.yaml --mailings')).code).toBe(2);
    write(send(', at: 2020-01-01 09:00:00'));
    expect((await untouched('seed seed.yaml --mailings')).code).toBe(2);
  });

  test.each(['protected', 'read-only'])('to a profile that is %s, whatever is confirmed', async guard => {
    write('lists: [{name: QA}]\n');
    const env = {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: ''};
    await profile(guard);
    for (const line of ['seed seed.yaml --yes --confirm prod', 'seed clean --run a --yes --confirm prod']) {
      expect(await untouched(`${line} --profile prod`, env)).toMatchObject(said(2, guard));
    }
  });
});

async function profile(guard: string) {
  const {baseUrl, publicKey, secretKey} = shell().sandbox;
  const line = `auth login prod --base-url ${baseUrl} --public-key ${publicKey} --secret-key-stdin --guard ${guard}`;
  const env = {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: ''};
  expect(await shell().emk(line, {env, stdin: `${secretKey}\n`})).toMatchObject({code: 0});
}

test('what mails people waits for an option', {tags: ['long']}, async () => {
  write(
    seed
      .replace('group: Tests\n    emails', 'group: Tests\n    live: true\n    emails')
      .replace(
        'notifications',
        `mailings:\n  - {name: May, subject: S, preheader: P, from: Acme News, group: Tests, to: [list:QA], template: Blank, html: qa.html, at: 2030-05-01 09:00:00}\nnotifications`,
      )
      .replace('from: Acme News', 'from: News'),
  );
  const {stdout, code} = await run('--run pr-12');
  expect(code).toBe(0);
  expect(stdout).toContain('The mailing "pr-12.May~');
  expect(stdout).toContain('--mailings');
  expect(stdout).toContain('--live');
});

test('a file may be called like a command', async () => {
  mkdirSync(join(shell().folder, 'sub'));
  writeFileSync(join(shell().folder, 'clean'), 'lists: [{name: QA}]\n');
  expect((await shell().emk('seed ./clean --run a')).code).toBe(0);
});

test('twelve hundred people go through the import, and are gone after a clean', {
  tags: ['long'],
  timeout: 60_000,
}, async () => {
  write('lists: [{name: Big}]\ncontacts: [{type: Big, count: 1200, fake: true}]\n');
  const before = await lists();
  expect(await run('--run big')).toMatchObject({code: 0, stdout: expect.stringContaining('1200 added')});
  const uploads = (await changes()).filter(path => path.endsWith('/contacts/upload-csv'));
  expect(uploads.length).toBeLessThan(8);
  const {contacts = []} = await lists();
  expect(contacts).toHaveLength((before['contacts']?.length ?? 0) + 1200);
  const changed = (await changes()).length;
  expect([(await run('--run big')).code, (await changes()).length]).toEqual([0, changed]);
  expect(await shell().emk('seed clean --run big --yes --max-delete 1201')).toMatchObject({code: 0});
  expect(await lists()).toEqual(before);
});
