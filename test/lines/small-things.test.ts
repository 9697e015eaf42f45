/** What a first day with emk met: each line was wrong once. */
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {toCompletable} from '../../src/help/completable.js';
import {answer} from '../../src/help/complete.js';
import {loadTree} from '../../src/help/tree.js';
import {atTerminal} from '../support/at-terminal.js';
import {fakeHost} from '../support/fake-host.js';
import {useShell} from '../support/use-shell.js';

const shell = useShell();

test('what contains a text is asked of the word that is shown, for countries too', async () => {
  const {code, stdout} = await shell().emk("contacts list --where 'country~germ' --count");
  expect(code).toBe(0);
  expect(Number(stdout)).toBeGreaterThan(0);
});

test('who asks for the first 0 records is not told that there are none', async () => {
  for (const format of ['table', 'md', 'id', 'json']) {
    const {code, stderr} = await shell().emk(`contacts list --limit 0 -o ${format}`);
    expect([code, stderr]).toEqual([0, '']);
  }
});

test('a sync that finds nothing to do says nothing with --quiet', async () => {
  const line = 'contacts export news.csv --list Newsletter';
  expect((await shell().emk(line)).code).toBe(0);
  const sync = 'contacts sync news.csv --list Newsletter --yes';
  expect((await shell().emk(sync)).stdout).toContain('no changes');
  expect(await shell().emk(`${sync} --quiet`)).toMatchObject({code: 0, stdout: '', stderr: ''});
});

test('a login by https to a service that speaks http says so at once', async () => {
  const {baseUrl, publicKey, secretKey} = shell().sandbox;
  const {code, stderr} = await shell().emk(
    `login odd --base-url ${baseUrl.replace('http:', 'https:')} --public-key ${publicKey} --secret-key-stdin`,
    {stdin: secretKey},
  );
  expect(code).toBe(6);
  expect(stderr).toContain('speaks http');
  expect(stderr).not.toContain('waiting');
});

test('an export into a file that is called like a list names both lines that may be meant', async () => {
  const {code, stdout, stderr} = await shell().emk('contacts export newsletter');
  expect([code, stdout, existsSync(join(shell().folder, 'newsletter'))]).toEqual([2, '', false]);
  expect(stderr).toContain('contacts export newsletter.csv --list newsletter');
  expect((await shell().emk('contacts export ./newsletter')).code).toBe(0);
  // A slip in a list's name is no file with everybody either.
  expect((await shell().emk('contacts export newslettre')).code).toBe(2);
  expect((await shell().emk('contacts export newslettre --list newsletter')).code).toBe(0);
});

test('Tab offers the lists to an import', async () => {
  expect((await shell().emk('lists list')).code).toBe(0);
  const known = await toCompletable(await loadTree(tree));
  const {sandbox, folder} = shell();
  const env = {EMK_BASE_URL: sandbox.baseUrl, EMK_PUBLIC_KEY: sandbox.publicKey};
  const host = fakeHost({home: folder, env});
  const offered = (...line: string[]): string => answer(['zsh', ...line, ''], host, () => known);
  for (const noun of ['import', 'sync']) expect(offered('contacts', noun, 'x.csv', '--list')).toContain('Newsletter');
});

test.for(['account', 'sandbox', 'seed'])('%s alone prints its help, whatever stands before it', async word => {
  const help = await shell().emk(`${word} --help`);
  for (const line of [word, `--sandbox ${word}`, `--profile none -q ${word}`])
    expect(await shell().emk(line)).toEqual(help);
  for (const line of [`${word} --nope`, `--nope ${word}`, `-o json ${word}`])
    expect(await shell().emk(line)).toMatchObject({code: 2, stdout: ''});
});

test('a script whose seed is missing fails', async () => {
  expect(await shell().emk('seed --yes')).toMatchObject({code: 2, stdout: ''});
});

test('a schema is the same for each account', async () => {
  const {code, stdout} = await shell().emk('schema lists');
  expect([code, JSON.parse(stdout).title]).toEqual([0, 'emk lists']);
  expect((await shell().emk('schema lists --sandbox')).stdout).toBe(stdout);
});

test('a place by its country leads to what is meant', async () => {
  const {code, stderr} = await shell().emk('locations states --country 101');
  expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean --where?')]);
});

test('a number that is the id of no list deletes none that has it for a name', async () => {
  expect((await shell().emk('lists create 2026')).code).toBe(0);
  expect(await shell().emk('lists delete 2026 --yes')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('There is no list 2026.'),
  });
  expect((await shell().emk('lists list --where name=2026 --count')).stdout).toBe('1\n');
  expect((await shell().emk('lists delete name:2026 --yes')).code).toBe(0);
});

test('a name that a template and a mailing have is shown by the words of the refusal', async () => {
  const line = 'send --subject News --preheader "All that is new" --template Welcome --to Staff --from 1 --group 1';
  expect((await shell().emk(`${line} --name Newsletter --now --yes --force same-name`)).code).toBe(0);
  const unclear = await shell().emk('templates lint Newsletter');
  expect([unclear.code, unclear.stderr]).toEqual([
    2,
    expect.stringContaining('template:Newsletter or mailing:Newsletter'),
  ]);
  for (const name of ['template:Newsletter', 'mailing:Newsletter'])
    expect((await shell().emk(`templates lint ${name} -o json`)).code).not.toBe(4);
});

test.for(['x'.repeat(400), '/etc/passwd/people.csv'])('a path that no file can have is asked again', async path => {
  const ran = await atTerminal(
    shell(),
    'import',
    ['Which CSV file?', `${path}\r`],
    ['There is no such file.', '\u0003'],
  );
  expect(ran.code).toBe(130);
});

test('beside a log, which people share, a result is told without readable addresses', async () => {
  const line = 'contacts create --list Customers --email shared@example.com --country Germany';
  const {code, stderr} = await shell().emk(`${line} -v`);
  expect([code, stderr.includes('shared@example.com'), stderr.includes('s…@e…')]).toEqual([0, false, true]);
});

test.each([
  'send may.html --subject News --to Newsletter --from 1 --now',
  'mailings create --subject News --to Newsletter --from 1 --now',
])('a line that lacks an option is told that one, and none that sends at once: emk %s', async line => {
  shell().write('may.html', '<p>Hello</p>');
  const {code, stderr} = await shell().emk(line);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/add: --group /)]);
  expect(stderr).not.toContain('--yes');
});

test('a file where addresses are wanted is told as the option that takes it', async () => {
  const {code, stderr} = await shell().emk('unsubscribes add left.csv');
  expect([code, stderr]).toEqual([2, expect.stringContaining('--file left.csv')]);
});

test('a name that is pasted with an address is the name of the person', async () => {
  const made = await shell().emk(
    'contacts create "Ada Lovelace <pasted@example.com>" --list Customers --country Germany -o json',
  );
  expect(JSON.parse(made.stdout)).toMatchObject({
    ...{email: 'pasted@example.com', first_name: 'Ada', last_name: 'Lovelace'},
  });
  const other = '--email "Ada <pasted2@example.com>" --last-name Byron --list Customers --country Germany -o json';
  expect(JSON.parse((await shell().emk(`contacts create ${other}`)).stdout)).toMatchObject({
    ...{email: 'pasted2@example.com', first_name: expect.not.stringContaining('Ada'), last_name: 'Byron'},
  });
  const two = 'contacts create "a@example.com, b@example.com" --list Customers --country Germany';
  expect((await shell().emk(two)).code).toBe(2);
});

test('a mailing that was just scheduled is offered with its moment', async () => {
  const line = 'send --subject Later --preheader "All that is new" --template Welcome --to Staff --from 1 --group 1';
  expect((await shell().emk(`${line} --at "2030-05-01 09:00" --yes`)).code).toBe(0);
  const offered = await atTerminal(shell(), 'mailings cancel', ['Later', '\u0003']);
  expect([offered.code, offered.stderr]).toEqual([130, expect.stringMatching(/Later.*scheduled.*2030-05-01 09:00/)]);
});

test('files that end a live automation say what that means for people', async () => {
  expect((await shell().emk('account pull files --only automations')).code).toBe(0);
  const path = join(shell().folder, 'files/automations.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replace('live: true', 'live: false'));
  for (const line of ['account plan files', 'account apply files --yes'])
    expect(await shell().emk(line)).toMatchObject({code: 0, stdout: expect.stringContaining('people halfway')});
  writeFileSync(path, readFileSync(path, 'utf8').replace('live: false', 'live: true'));
  const {code, stdout} = await shell().emk('account plan files');
  expect([code, stdout.includes('halfway')]).toEqual([0, false]);
});

test('what a sync or an import did to people is told by status and by the list of runs', async () => {
  shell().write('told.csv', 'email,country\ntold1@example.com,India\nnone,India\ntold2@example.com,India\n');
  expect((await shell().emk('import told.csv --list Told --create-list --max-errors 1 --yes')).code).toBe(8);
  const [run] = JSON.parse((await shell().emk('import status -o json')).stdout);
  expect(run).toMatchObject({to_add: 2, added: 2, verified: 2, rejected: 1});
  const listed = JSON.parse((await shell().emk('undo --list -o json')).stdout);
  expect(listed).toContainEqual(expect.objectContaining({id: run.id, added: 2}));
  expect((await shell().emk('lists delete Told --yes')).code).toBe(0);
  expect(JSON.parse((await shell().emk('undo --list -o json')).stdout)).toContainEqual(
    expect.objectContaining({what: 'deletion', deleted: 3}),
  );
});
