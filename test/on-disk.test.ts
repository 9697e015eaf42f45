/**
 * src/ON-DISK.md describes every file that emk keeps. A tour of commands in one home folder notes each file that is
 * made, even temporary ones, by replacing functions of Node.js.
 */
import {execFileSync} from 'node:child_process';
import fs, {readdirSync, readFileSync} from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import {hostname} from 'node:os';
import {join, relative, resolve} from 'node:path';
import {expect, onTestFinished} from 'vitest';
import {beginIndex} from '../src/address-index/write-index.js';
import {readUntaken} from '../src/contacts-import/sync/untaken-store.js';
import {fakeHost} from './accounts/fake-host.js';
import {atTerminal} from './at-terminal.js';
import {longTest, test} from './in-two-parts.js';
import {writingSources} from './own-files/writing-sources.js';
import {type Shell, startShell} from './shell.js';

const page = readFileSync('src/ON-DISK.md', 'utf8');

/** The paths in the headings. */
const patterns = [...page.matchAll(/^### (.+)$/gm)].flatMap(([, heading = '']) =>
  [...heading.matchAll(/`([^`]+)`/g)].map(([, pattern = '']) => pattern),
);

/** A heading as an expression: `<lock>` is any of the locks, other names a part of a path, `**` any rest. */
const expressionOf = (pattern: string): RegExp => {
  const parts = pattern.split(/(<lock>|<[^>]+>|\*\*)/).map(part => {
    if (part === '<lock>') return '.*\\.(?:lock|held)';
    if (part === '**') return '.*';
    return part.startsWith('<') ? '[^/.][^/]*?' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
};

let shell: Shell;
const made = new Set<string>();

/** Plays the tour in a folder of its own, and notes what it makes. */
async function takeTour(): Promise<void> {
  shell = await startShell({clock: 'x900@2026-03-04T12:00:00Z'});
  onTestFinished(() => shell.close());
  shell.write('typos.csv', 'email\ncy@gmial.com\n');
  shell.write('leads.csv', 'email,country\nada@example.com,Germany\nnobody,Germany\n');
  shell.write(
    'seed.yaml',
    'contact-types: [{name: QA}]\nunsubscribe-groups: [{name: CI, description: For tests}]\ncontacts: [{type: QA, count: 2, fake: true}]\n',
  );
  shell.write('mail.html', '<p>Hello ((unsubscribe))</p>');
  const restore = noteMade(path => made.add(path));
  await tour().finally(restore);
}

/** One line for each kind of file. */
async function tour(): Promise<void> {
  const {emk, sandbox} = shell;
  const ends = async (code: number, line: string | readonly string[], given?: Parameters<Shell['emk']>[1]) => {
    const ran = await emk(line, given);
    expect([line, ran.code, ran.stderr]).toEqual([line, code, ran.stderr]);
  };
  await ends(0, 'config set timeout 90s');
  shell.write('config/config.json.lock', JSON.stringify({pid: 999_999, start: '', machine: hostname(), token: 'gone'}));
  await ends(0, 'config set retries 2', {host: {alive: () => false}});
  await ends(0, 'contact-types list');
  sandbox.misbehave('GET /contacts-type=429:1');
  await ends(0, 'contact-types list');
  sandbox.faults.clear();
  await ends(0, 'contact-types create Leads');
  await ends(0, 'man --install --yes');
  await ends(0, 'skill install --yes --for claude');
  const importing = '--type Leads --verify none --allow-automations --yes --max-errors 1';
  await ends(8, `contacts import leads.csv ${importing} --save-map crm`);
  await ends(0, `contacts import - ${importing}`, {stdin: 'email,country\nbo@example.com,Germany\n'});
  await atTerminal(
    shell,
    'contacts import typos.csv --type Leads',
    ['What now?', '\r'],
    ['“gmial.com”', '\r'],
    ['Import 1 contact', 'y\r'],
  );
  sandbox.misbehave('DELETE /single/send/delete=500');
  await ends(8, ['single-sends', 'test', 'Autumn preview', '--to', 'me@acme.example', '--yes']);
  sandbox.faults.clear();
  await ends(0, ['single-sends', 'cancel', 'Autumn preview', '--yes']);
  await ends(0, 'contacts delete 4 --yes');
  await ends(0, 'contacts delete 5 6 --yes');
  await ends(0, 'restore 2026-03-04-2 --allow-automations');
  await ends(0, 'contacts erase ada@example.com --yes');
  await ends(0, 'contacts edit --type Staff', {env: {EDITOR: 'true'}});
  await ends(0, 'contacts edit --type Staff --out staff.csv');
  await ends(0, 'templates preview mail.html');
  await ends(0, 'account pull a --contacts');
  fs.appendFileSync(join(shell.folder, 'a/contact-types.yaml'), '  - name: Guests\n');
  await ends(0, 'account apply a --yes');
  await ends(0, 'export copy');
  await ends(0, 'seed seed.yaml --run pr-12 --yes');
  await ends(0, 'completion bash --install --yes');
  await ends(0, '--sandbox contact-types list', {env: {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: ''}});
  const random = (): number => {
    throw new Error('Nobody foresaw this.');
  };
  await ends(1, 'contact-types list', {env: {EMK_BASE_URL: 'http://127.0.0.1:9/api'}, host: {random}});
  const host = fakeHost({cwd: shell.folder, home: shell.folder, env: {EMK_STATE_DIR: join(shell.folder, 'state')}});
  const file = {origin: 'o', key: 'k', type: 1, file: 'leads.csv'};
  await readUntaken(host, file).save(new Map([['hash', {times: 1, reason: null}]]));
  const index = beginIndex(join(shell.folder, '.cache/emk/names/sandbox'), 1);
  index.add({id: 1, type: 1, email: 'ada@example.com'});
  index.finish(new Date());
  // The launcher saves what V8 compiled, in a separate process.
  const env = {XDG_CACHE_HOME: join(shell.folder, '.cache'), EMK_CONFIG_DIR: join(shell.folder, 'config')};
  execFileSync(process.execPath, ['bin/emk.js', 'config', 'list'], {env});
  for (const each of readdirSync(shell.folder, {recursive: true, withFileTypes: true}))
    if (each.isFile()) made.add(join(each.parentPath, each.name));
}

/**
 * Calls `note` with each path that is opened for writing, linked to or moved to, until the returned function is called.
 */
function noteMade(note: (path: string) => void): () => void {
  const restores = [
    ...(['openSync', 'open', 'writeFileSync', 'writeFile', 'createWriteStream'] as const).map(name =>
      replace(fs, name, ([path, flags]) => (isReading(flags) ? undefined : path)),
    ),
    ...(['linkSync', 'renameSync', 'rename'] as const).map(name => replace(fs, name, ([, to]) => to)),
    ...(['open', 'writeFile', 'appendFile'] as const).map(name =>
      replace(fs.promises, name, ([path, flags]) => (name === 'open' && isReading(flags) ? undefined : path)),
    ),
    ...(['link', 'rename'] as const).map(name => replace(fs.promises, name, ([, to]) => to)),
  ];
  syncBuiltinESMExports();
  return () => {
    for (const restore of restores) restore();
    syncBuiltinESMExports();
  };

  function replace(of: object, name: string, pathOf: (given: readonly unknown[]) => unknown): () => void {
    const functions = of as Record<string, (...given: unknown[]) => unknown>;
    const real = functions[name];
    if (real === undefined) throw new Error(`Node.js has no ${name}.`);
    functions[name] = (...given) => {
      const path = pathOf(given);
      if (typeof path === 'string') note(path);
      return real.apply(of, given);
    };
    return () => {
      functions[name] = real;
    };
  }
}

const isReading = (flags: unknown): boolean =>
  flags === undefined || flags === 'r' || (typeof flags === 'number' && (flags & 3) === fs.constants.O_RDONLY);

/** A path as the page names it; undefined for a path outside of the tour's home folder. */
const asNamed = (path: string): string | undefined => {
  const below = relative(shell.folder, resolve(shell.folder, path)).replaceAll('\\', '/');
  if (below.startsWith('..')) return undefined;
  return below.replace(/^\.cache\/emk\//, 'cache/').replace(/^a\//, 'folder/');
};

/** The input of the tour, which is no file of emk. */
const given = new Set(['leads.csv', 'mail.html', 'seed.yaml', 'typos.csv']);

longTest(
  'every file that the tour makes is described, and every description is met by a file',
  async () => {
    await takeTour();
    const expressions = new Map(patterns.map(pattern => [pattern, expressionOf(pattern)]));
    const paths = [...made].flatMap(path => asNamed(path) ?? []).filter(path => !given.has(path));
    expect(patterns.length).toBeGreaterThan(30);
    expect(paths.filter(path => ![...expressions.values()].some(each => each.test(path)))).toEqual([]);
    expect(patterns.filter(pattern => !paths.some(path => expressions.get(pattern)?.test(path)))).toEqual([]);
  },
  120_000,
);

test('every source that writes files is named, and every source that is named is there', () => {
  const named = [...page.matchAll(/`([\w./-]+\.(?:ts|js))`/g)].map(([, path = '']) => path);
  expect(named.filter(path => !fs.existsSync(path) && !fs.existsSync(`src/${path}`))).toEqual([]);
  const writing = writingSources();
  expect(writing.length).toBeGreaterThan(15);
  expect(writing.filter(path => !named.includes(path))).toEqual([]);
});
