/**
 * Whatever emk writes about people is searched when somebody is erased. A new source that writes files fails here until
 * it says whose door it goes through: a folder of emk's own, which is searched whole, or the register of files.
 */
import {mkdirSync, readdirSync, readFileSync, rmSync, utimesSync} from 'node:fs';
import {join, relative} from 'node:path';
import {expect} from 'vitest';
import {eitherTest, longTest, portion, test} from '../in-two-parts.js';
import {useFreshShell} from '../use-shell.js';
import {writingSources} from './writing-sources.js';

/** In emk's own folders. The journal of an apply, in a folder of account files, is registered by it. */
const own = [
  'accounts/cached-names.ts',
  'accounts/kept-deletions.ts',
  'accounts/pace-board.ts',
  'accounts/take-turns.ts',
  'address-index/secret-key.ts',
  'address-index/write-index.ts',
  'cli/bug-report.ts',
  'contacts-import/asking/saved-column-map.ts',
  'contacts-import/command/edit.ts',
  'contacts-import/file/fixes.ts',
  'contacts-import/file/source.ts',
  'contacts-import/journal/closed-runs.ts',
  'contacts-import/sync/base-file.ts',
  'contacts-import/sync/untaken-store.ts',
  'account-files/apply/apply-contacts.ts',
  'own-files/look-here.ts',
  'own-files/register.ts',
  'preview/open-preview.ts',
  'restore/contacts-back.ts',
  'restore/restore.ts',
  'seed/run/apply-seed.ts',
  'seed/state/run-folder.ts',
  'who-left/remember-erased.ts',
  'work/journal.ts',
];

/** Elsewhere, and noted in the register. `account-files/folder/lock-file.ts` is noted by those who change it. */
const noted = [
  'account-files/apply/apply-journal.ts',
  'account-files/folder/write-folder.ts',
  'commands/file-place.ts',
  'contacts-import/file/rejects.ts',
  'contacts-import/run/write-beside.ts',
  'warehouse/export-account.ts',
];

/** Elsewhere, and about nobody of the account. */
const aboutNobody: Readonly<Record<string, string>> = {
  'account-files/folder/lock-file.ts': 'noted by an apply and in the folder of a pull',
  'accounts/store.ts': 'the configuration',
  'commands/pages/page-file.ts': 'makes the folder of a page, which commands/file-place.ts writes and notes',
  'reference/completion/install.ts': 'the completion of a shell',
  'reference/man/install.ts': 'manual pages',
  'reference/skill/install.ts': 'the page for agents',
  'resources/shared/repair-email.ts': 'the tags of a letter that a person has named',
  'sandbox/account/database-lock.ts': 'the lock of a sandbox',
  'sandbox/commands/serve.ts': 'the address and keys of a sandbox',
  'sandbox/commands/tour.ts': 'invented people, and deleted with the tour',
  'sandbox/library/start-sandbox.ts': 'a sandbox, which is an account of its own',
  'sandbox/running/fill-account.ts': 'a sandbox, which is an account of its own',
};

test('every source that writes files says through which door', () => {
  expect(writingSources()).toEqual([...own, ...noted, ...Object.keys(aboutNobody)].sort());
});

test('the register is written by those sources that write elsewhere, and by nobody else', () => {
  const notes = readdirSync('src', {recursive: true, encoding: 'utf8'})
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => path.endsWith('.ts') && /\bregisterFile\(/.test(readFileSync(`src/${path}`, 'utf8')));
  expect(notes.filter(path => path !== 'own-files/register.ts').sort()).toEqual(noted);
});

const shell = useFreshShell({seed: {kind: 'demo'}});

const WHO = "o'brien&co@example.com";

type Erasure = Readonly<Record<'files' | 'remains' | 'unread', readonly string[]>> & {readonly code: number};

/** Erases the person, and names files from the shell's folder on. */
async function erase(): Promise<Erasure> {
  const {code, stdout} = await shell().emk(['contacts', 'erase', WHO, '--yes', '-o', 'json']);
  const {files, remains, unread} = JSON.parse(stdout);
  const named = (paths: readonly string[]): string[] =>
    paths.map(path => relative(shell().folder, path).replaceAll('\\', '/')).sort();
  const of = (some: ReadonlyArray<{readonly of: string}>): string[] => named(some.map(each => each.of));
  return {code, files: named(files), remains: of(remains), unread: of(unread)};
}

/** Runs lines that end with 0, or as it says. */
async function run(...lines: ReadonlyArray<string | readonly [code: number, line: string]>): Promise<void> {
  for (const each of lines) {
    const [code, line] = typeof each === 'string' ? [0, each] : each;
    const ran = await shell().emk(line);
    expect([line, ran.code, ran.stderr]).toEqual([line, code, ran.stderr]);
  }
}

const CREATE = `contacts create --type Newsletter --email "${WHO}" --country Ireland --allow-automations`;
const IMPORTING = '--type Newsletter --yes --allow-automations';

/** The lines that write files elsewhere, and a file that each makes. */
const writers: Readonly<Record<string, string | readonly [code: number, line: string]>> = {
  'list.json': 'contacts list --type Newsletter --out list.json',
  'dossier.html': `contacts dossier "${WHO}" dossier.html`,
  'page.html': 'templates preview mail.html page.html',
  'leads.rejected.csv': [8, `contacts import leads.csv ${IMPORTING} --max-errors 1`],
  'list.md': 'contacts list --type Newsletter --out list.md',
  'list.csv.gz': 'contacts list --type Newsletter --out list.csv.gz',
  'list.parquet': 'contacts list --type Newsletter --out list.parquet',
  'export.csv': 'contacts export export.csv --type Newsletter',
  'edit.csv': 'contacts edit --type Newsletter --out edit.csv',
  'pulled/contacts/newsletter.csv': 'account pull pulled --contacts',
  'copy/contacts.jsonl': 'export copy --format jsonl',
};

eitherTest(
  'the certificate names each file elsewhere that holds the address, however it is written there',
  async () => {
    shell().write('mail.html', `<p>Write to ${WHO}, or unsubscribe: ((unsubscribe))</p>`);
    shell().write('leads.csv', `email,country\n"${WHO}",Ireland,Dublin\nada@example.com,Ireland\n`);
    const played = portion(Object.keys(writers), 3);
    await run(CREATE, ...played.map(name => writers[name] ?? ''));
    expect(await erase()).toEqual({code: 8, files: [], unread: [], remains: [...played].sort()});
    for (const name of played) rmSync(join(shell().folder, name));
    expect(await erase()).toEqual({code: 0, files: [], unread: [], remains: []});
  },
);

longTest('also rows that did not arrive, and what an apply has noted beside files that emk did not write', async () => {
  const {write, sandbox, folder} = shell();
  write('leads.csv', `email,country\neve@example.com,Ireland\n"${WHO}",Ireland\n`);
  sandbox.misbehave('POST /contacts/upload-csv=accept-part,n=1');
  mkdirSync(join(folder, 'team'));
  write('team/notification-recipients.yaml', `notification-recipients:\n  - email: "${WHO}"\n    owner: Desk\n`);
  await run([8, `contacts import leads.csv ${IMPORTING}`], 'account apply team --yes');
  expect(await erase()).toEqual({code: 8, files: [], unread: [], remains: ['leads.missing.csv', 'team/emk.lock.json']});
});

test("files in emk's own folders lose the address in each spelling, and a file that emk cannot read is named", async () => {
  const {write, folder} = shell();
  write('mail.html', `<p>Write to ${WHO}, or unsubscribe: ((unsubscribe))</p>`);
  await run(
    CREATE,
    'templates preview mail.html',
    `contacts delete "${WHO}" 1 --yes`,
    'contacts list --out people.json.gz',
  );
  write('people.json.gz', Buffer.of(0x1f, 0x8b, 8, 0, 0));
  const {files, ...rest} = await erase();
  expect(rest).toEqual({code: 8, remains: [], unread: ['people.json.gz']});
  expect(files).toEqual([
    expect.stringMatching(/^state\/deleted\/.*jsonl$/),
    expect.stringMatching(/^state\/previews\//),
  ]);
  expect(readdirSync(join(folder, 'state/previews'))).toEqual([]);
  expect(readFileSync(join(folder, files[0] ?? ''), 'utf8')).not.toContain('brien');
  expect((await shell().emk('restore 2026-03-04-1 --allow-automations')).code).toBe(0);
});

longTest('a certificate is kept on purpose, and the address in the name of a file counts', async () => {
  await run(CREATE, `segments list --out "${WHO}.txt"`, [8, `contacts erase "${WHO}" --yes --out certificate.json`]);
  expect(await erase()).toMatchObject({code: 8, remains: [`${WHO}.txt`]});
});

longTest('files that are gone leave the register after a day', async () => {
  const register = join(shell().folder, 'state/people-files');
  await run('contacts list --out a.json', 'contacts list --out b.json', 'contacts list --out b.json --force');
  expect(readdirSync(register)).toHaveLength(2);
  rmSync(join(shell().folder, 'a.json'));
  await erase();
  expect(readdirSync(register)).toHaveLength(2);
  for (const name of readdirSync(register)) utimesSync(join(register, name), 1, 1);
  await erase();
  expect(readdirSync(register)).toHaveLength(1);
});
