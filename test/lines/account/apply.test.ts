/** An account is updated from files: everything possible, once, and nothing that mails by itself. */

import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {said} from '../../support/said.js';
import {sample} from '../../support/sample.js';
import {type Shell, startShell} from '../../support/shell.js';
import {lockFileOf} from './lock-file.js';
import {startPulled} from './pulled-shell.js';

let shell: Shell;
let empty: Shell;
beforeEach(async () => {
  shell = await startPulled('--contacts');
  empty = await startShell({seed: {kind: 'empty'}});
});
afterEach(async () => {
  await shell.close();
  await empty.close();
});

/** The environment for another account. */
const of = ({sandbox}: Shell) => ({
  env: {EMK_BASE_URL: sandbox.baseUrl, EMK_PUBLIC_KEY: sandbox.publicKey, EMK_SECRET_KEY: sandbox.secretKey},
});

const changing = async ({sandbox}: Shell): Promise<readonly string[]> =>
  (await sandbox.requests())
    .filter(({method, path}) => method !== 'GET' || /set-live|pause/.test(path))
    .map(({method, path}) => `${method} ${path}`);

const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(shell.folder, folder), {recursive: true, withFileTypes: true})
      .filter(file => file.isFile() && !file.name.startsWith('emk.lock'))
      .map(file => [
        join(file.parentPath, file.name).slice(join(shell.folder, folder).length + 1),
        readFileSync(join(file.parentPath, file.name), 'utf8'),
      ]),
  );

const read = (path: string): string => readFileSync(join(shell.folder, path), 'utf8');
const edit = (path: string, change: (text: string) => string): void =>
  writeFileSync(join(shell.folder, path), change(read(path)));

const ALL = '--contacts --mailings --live --yes --allow-automations --force sender-verified';

/** People who join a list start the automations that wait there, and an audience is checked with its people. */
function expectPeopleBeforeMail(changes: readonly string[]): void {
  const places = (path: string): readonly number[] => changes.flatMap((each, at) => (each.includes(path) ? [at] : []));
  const people = places('/contacts/upload-csv');
  expect(people.length).toBeGreaterThan(0);
  for (const path of ['/automations/create', '/automations/set-live', '/single/send/create']) {
    const after = places(path);
    expect(after.length, path).toBeGreaterThan(0);
    expect(Math.min(...after), path).toBeGreaterThan(Math.max(...people));
  }
}

describe('what was pulled from one account', () => {
  test('is made in another, whose files then are the same, and a second apply makes no changing request', async () => {
    const first = await shell.emk(`account apply a ${ALL}`, of(empty));
    expect(first).toMatchObject({code: 8});
    const before = await changing(empty);
    expectPeopleBeforeMail(before);
    const second = await shell.emk(`account apply a ${ALL}`, of(empty));
    expect(second.code).toBe(8);
    expect(await changing(empty)).toEqual(before);
    await shell.emk('account pull b --contacts', of(empty));
    const [one, other] = [filesIn('a'), filesIn('b')];
    const same = Object.keys(one).filter(path => !/^(?:segments|automations|templates)|base$/.test(path));
    expect(same.length).toBeGreaterThan(9);
    for (const path of same) expect(other[path], path).toBe(one[path]);
  });

  test('goes away with destroy, and what was there before stays', {tags: ['long']}, async () => {
    await empty.emk('lists create Mine');
    await empty.emk('unsubscribes add --email before@example.com');
    await shell.emk('account pull before --contacts', of(empty));
    expect(await shell.emk(`account apply a ${ALL}`, of(empty))).toMatchObject({code: 8});
    expect(await shell.emk('undo a --yes --max-delete 100', of(empty))).toMatchObject({code: 0});
    await shell.emk('account pull after --contacts', of(empty));
    const {'groups.yaml': groups, ...rest} = filesIn('after');
    const {'groups.yaml': _, ...before} = filesIn('before');
    expect(rest).toEqual(before);
    // The API cannot delete a group.
    expect(groups).toContain('Weekly news');
    expect(await shell.emk('undo a --yes', of(empty))).toMatchObject({code: 0});
  });
});

describe('mail', () => {
  test('leaves for nobody without --mailings and --live', async () => {
    expect((await shell.emk('account apply a --yes', of(empty))).code).toBe(8);
    expect((await changing(empty)).filter(line => /single|set-live/.test(line))).toEqual([]);
    const second = await shell.emk('account apply a --yes -o json', of(empty));
    expect(JSON.parse(second.stdout)).toMatchObject({
      changes: [],
      waiting: [
        {action: 'update', kind: 'automations', name: 'Welcome', needs: '--live'},
        {action: 'create', kind: 'mailings', needs: '--mailings'},
      ],
    });
  });

  test('is refused by the checks of a send, which say what is wrong', {tags: ['long']}, async () => {
    const {code, stderr} = await shell.emk('account apply a --yes --mailings', of(empty));
    expect(code).toBe(8);
    expect(stderr).toContain('"Autumn preview"');
    expect(stderr).toContain('sender-verified: ');
    expect((await changing(empty)).filter(line => /single/.test(line))).toEqual([]);
  });

  test('starts no live automation in a script without a word', async () => {
    edit(
      'a/contacts/newsletter.csv',
      text =>
        `${text.split('\n')[0]}\n,,new@example.com,,Germany${','.repeat((text.split('\n')[0] ?? '').split(',').length - 5)}\n`,
    );
    expect(await shell.emk('account apply a --contacts --yes')).toMatchObject(said(2, 'live automation'));
    expect(await changing(shell)).toEqual([]);
  });
});

test('changes what differs and nothing else, and says so', async () => {
  edit('a/groups.yaml', text => text.replace(/description: .*/, 'description: Changed'));
  edit('a/senders.yaml', text => text.replace(/reply-to: .*/, 'reply-to: other@example.com'));
  edit('a/mailings.yaml', text => text.replace(/subject: .*/, 'subject: Another subject'));
  const {code, stdout} = await shell.emk(
    'account apply a --mailings --yes --force sender-verified --force audience-empty',
  );
  expect(stdout.split('\n').filter(line => line.startsWith('Changed'))).toEqual([
    expect.stringContaining('Changed group'),
    expect.stringContaining('Changed sender'),
    expect.stringContaining('Changed mailing'),
  ]);
  expect(code).toBe(0);
  expect((await shell.emk('account plan a')).stdout).toContain('No changes.');
});

test('a person is shown the plan and asked; without a terminal and --yes nothing is sent', async () => {
  expect(await shell.emk('account apply a', of(empty))).toMatchObject(said(2, '--yes'));
  expect(await changing(empty)).toEqual([]);
});

test('a dry run shows the plan and what waits, and sends nothing', async () => {
  const {code, stdout} = await shell.emk('account apply a --dry-run', of(empty));
  expect(code).toBe(0);
  expect(stdout).toContain('+ list "Customers"');
  expect(stdout).toContain('waits for --mailings');
  expect(await changing(empty)).toEqual([]);
});

test('deletes only with --prune, what others refer to last, and more than 25 only when told', {
  tags: ['long'],
}, async () => {
  for (const path of ['lists', 'segments', 'notifications', 'mailings', 'automations', 'unsubscribes'])
    writeFileSync(join(shell.folder, `a/${path}.yaml`), `${path}: []\n`);
  expect((await shell.emk('account apply a --yes')).stdout).toContain('No changes.');
  // Deleting lists would delete their contacts, which nobody mentioned.
  const refused = await shell.emk('account apply a --yes --prune');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('add --max-delete 31')]);
  const {code, stdout, stderr} = await shell.emk('account apply a --yes --prune --max-delete 40');
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const gone = stdout.split('\n').filter(line => line.startsWith('Deleted'));
  expect(gone.at(-1)).toContain('list');
  expect((await shell.emk('lists list -o id')).stdout).toBe('');
});

describe('destroy leaves alone what somebody has changed since', () => {
  test.each(
    sample(
      [
        ['unsubscribes', 'unsubscribes:\n  - email: a@example.com\n', '', 0],
        ['senders', '', 'senders update News --from-name Other', 8],
        [
          'lists',
          'lists:\n  - name: Fresh\n',
          'contacts create --list Fresh --email x@example.com --country Germany --first-name A --last-name B',
          8,
        ],
        ['fields', 'fields:\n  - name: colour\n    kind: text\n', 'fields delete colour --yes', 0],
      ],
      2,
    ),
  )('%s', async (kind, text, change, exit) => {
    await shell.emk(`account pull only --only ${kind}`);
    if (text) writeFileSync(join(shell.folder, `only/${kind}.yaml`), text);
    expect(await shell.emk('account apply only --yes', of(empty))).toMatchObject({code: 0});
    if (change) expect(await shell.emk(change, of(empty))).toMatchObject({code: 0});
    const {code, stdout} = await shell.emk('undo only --yes', of(empty));
    expect([code, stdout]).toEqual([exit, expect.stringContaining(exit === 8 ? 'cannot be deleted: ' : '')]);
  });
});

test('an account that another apply has broken off is gone on with, and one of another account is refused', async () => {
  writeFileSync(join(shell.folder, 'a', lockFileOf(empty.sandbox)), 'torn');
  expect(await shell.emk('account apply a --yes', of(empty))).toMatchObject({code: 8});
});
