/** The manual pages are complete, in a form that their formatters accept, and are where `man` looks for them. */
import {spawnSync} from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {version} from '../../src/cli/version.js';
import {globalOptions} from '../../src/commands/globals.js';
import {optionName} from '../../src/commands/parameter-name.js';
import {commandsOf, loadTree, withBelow} from '../../src/reference/load-tree.js';
import {manPages} from '../../src/reference/man/pages.js';
import {longTest, test} from '../in-two-parts.js';
import {runAgainst} from '../run-against.js';

const places = await loadTree(tree);
const commands = commandsOf(places);
let pages: ReadonlyMap<string, string>;
let folder: string;
beforeAll(async () => {
  pages = await manPages(tree, {version, date: '2020-05-01'});
  folder = mkdtempSync(join(tmpdir(), 'emk-man-'));
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

/** A page as it is read, without what is written for the formatter; the lines of a paragraph are one. */
const read = (name: string): string =>
  (pages.get(name) ?? '')
    .replace(/\\f[BR]|\\&/g, '')
    .replaceAll('\\-', '-')
    .replace(/(?<=\n[^.\s].*)\n(?=[^.\s])/g, ' ');

test('there is one for emk and one for each word of the tree', () => {
  const all = ['emk', ...places.flatMap(withBelow).map(({path}) => `emk-${path.join('-')}`)];
  expect([...pages.keys()].sort()).toEqual(all.sort());
});

test('emk.1 names every command with its page, and every option that all have', () => {
  const page = read('emk');
  for (const {path, summary} of commands) {
    expect(page).toMatch(new RegExp(`^emk ${path.join(' ')}\\b`, 'm'));
    expect(page).toContain(`${summary.replaceAll('…', '...')}. See emk-${path.join('-')}(1).`);
  }
  for (const name of Object.keys(globalOptions)) expect(page).toContain(`--${name}`);
  for (const part of ['EXIT STATUS', 'ENVIRONMENT', 'EMK_SECRET_KEY_FILE', `emk ${version}`])
    expect(page).toContain(part);
});

longTest('the page of a command has its options in their sections, its examples and exit codes', () => {
  for (const {path, command} of commands) {
    const page = read(`emk-${path.join('-')}`);
    for (const [key, param] of Object.entries(command.takes)) {
      if (!command.args.includes(key))
        expect(page).toMatch(new RegExp(`^(-\\w, )?--${optionName(key, param)}\\b`, 'm'));
    }
    for (const example of command.examples)
      expect(page).toContain(example.replaceAll('…', '...').replaceAll('\\', '\\e'));
    for (const code of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 130])
      expect(page).toMatch(new RegExp(`^  ${code} `, 'm'));
  }
  expect(read('emk-contacts-import')).toContain('.SS What to send\n.TP\n<file> A CSV file');
});

test('no line is taken for one of the formatter, and all is plain ASCII', () => {
  const macros = new Set(['.\\"', '.TH', '.nh', '.ad', '.SH', '.SS', '.TP', '.PP', '.br', '.nf', '.fi']);
  for (const [name, page] of pages) {
    const odd = page.split('\n').filter(line => /^[.']/.test(line) && !macros.has(line.split(' ')[0] ?? ''));
    expect(odd, name).toEqual([]);
    expect(page.match(/[^\n\x20-\x7e]/g), name).toBeNull();
  }
});

const has = (program: string, ...words: string[]): boolean => spawnSync(program, words).error === undefined;

describe('is formatted without a warning', () => {
  const all = (): string[] => {
    for (const [name, page] of pages) writeFileSync(join(folder, `${name}.1`), page);
    return [...pages.keys()].map(name => join(folder, `${name}.1`));
  };

  test.runIf(has('mandoc', '-h'))('by mandoc', () => {
    const {status, stdout, stderr} = spawnSync('mandoc', ['-T', 'lint', '-W', 'style', ...all()], {encoding: 'utf8'});
    expect([stdout, stderr, status]).toEqual(['', '', 0]);
  });

  test.runIf(has('groff', '--version'))('by groff', () => {
    const {status, stderr} = spawnSync('groff', ['-man', '-ww', '-Tascii', ...all()], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('emk man', () => {
  const emk = (line: string, env: Record<string, string> = {}) =>
    runAgainst('http://127.0.0.1:9/api', line, {
      env,
      host: {home: folder, cwd: folder, now: () => new Date('2020-05-01')},
    });
  const man1 = () => join(folder, '.local/share/man/man1');

  longTest('prints one page, and so does help with --man', async () => {
    const page = pages.get('emk-contacts-import');
    expect(await emk('man contacts import')).toEqual({code: 0, stdout: page, stderr: ''});
    expect(await emk('help contact import --man')).toEqual({code: 0, stdout: page, stderr: ''});
    expect((await emk('help --man')).stdout).toBe(pages.get('emk'));
    expect((await emk('help contacts --man')).stdout).toBe(pages.get('emk-contacts'));
    expect(await emk('man contacts imprt')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no manual page about "contacts imprt".'),
    });
  });

  longTest('--install writes them where man looks, and --uninstall removes them', async () => {
    expect(await emk('man --install')).toMatchObject({code: 2, stderr: expect.stringContaining('needs a yes')});
    expect((await emk('man --install --dry-run')).code).toBe(0);
    expect(existsSync(man1())).toBe(false);
    const first = await emk('man --install --yes');
    expect(first).toMatchObject({code: 0, stderr: expect.stringContaining(`are in ${man1()} now. Add this line`)});
    expect(readdirSync(man1()).sort()).toEqual([...pages.keys()].map(name => `${name}.1`).sort());
    expect(readFileSync(join(man1(), 'emk-contacts-import.1'), 'utf8')).toBe(pages.get('emk-contacts-import'));
    writeFileSync(join(man1(), 'emk-gone.1'), readFileSync(join(man1(), 'emk.1')));
    writeFileSync(join(man1(), 'other.1'), 'of somebody else');
    const again = await emk('man --install --yes', {PATH: `/usr/bin:${folder}/.local/bin`});
    expect(again.stderr).toContain('now. Read one with: man emk-contacts-import');
    expect(existsSync(join(man1(), 'emk-gone.1'))).toBe(false);
    expect(await emk('man --uninstall --yes')).toMatchObject({code: 0});
    expect(readdirSync(man1())).toEqual(['other.1']);
    expect((await emk('man --uninstall')).stderr).toContain('There are no manual pages of emk');
  });

  test.runIf(has('man', '--version'))('--install makes man find them', async () => {
    expect((await emk('man --install --yes')).code).toBe(0);
    const env = {...process.env, MANPATH: `${folder}/.local/share/man`, MANPAGER: 'cat', PAGER: 'cat'};
    const {stdout} = spawnSync('man', ['-w', 'emk-contacts-import'], {env, encoding: 'utf8'});
    expect(stdout.trim()).toBe(join(man1(), 'emk-contacts-import.1'));
  });

  longTest('does not replace a page of somebody else', async () => {
    mkdirSync(man1(), {recursive: true});
    writeFileSync(join(man1(), 'emk-api.1'), 'mine');
    expect(await emk('man --install --yes')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('emk did not write it'),
    });
    expect(readFileSync(join(man1(), 'emk-api.1'), 'utf8')).toBe('mine');
  });

  test.each([
    ['man --install --uninstall', '--install and --uninstall cannot be used together.'],
    ['man contacts --install', '--install is for all pages at once.'],
  ])('%s is refused', async (line, message) => {
    expect(await emk(line)).toMatchObject({code: 2, stderr: expect.stringContaining(message)});
  });

  test('Windows has none', async () => {
    const host = {home: 'C:\\Users\\ada', cwd: folder, platform: 'win32' as const};
    const refused = await runAgainst('http://127.0.0.1:9/api', 'man --install --yes', {host});
    expect(refused).toMatchObject({code: 2, stderr: expect.stringContaining('Windows has no manual pages.')});
  });
});

longTest('emk.1 is part of the package, which has no script to build it', () => {
  const packed = mkdtempSync(join(tmpdir(), 'emk-pack-'));
  mkdirSync(join(packed, '.ci'));
  for (const name of ['package.json', '.ci/packed-manifest.mjs']) copyFileSync(name, join(packed, name));
  const manifest = () => readFileSync(join(packed, 'package.json'), 'utf8');
  const leaveOut = (...words: string[]) =>
    spawnSync(process.execPath, [join(packed, '.ci/packed-manifest.mjs'), ...words]).status;
  const whole = manifest();
  expect(leaveOut()).toBe(0);
  const {scripts, man, files, version} = JSON.parse(manifest());
  expect(Object.keys(scripts).filter(name => /^(pre|post)/.test(name))).toEqual([]);
  expect([man, files, version]).toEqual(['./dist/emk.1', expect.arrayContaining(['dist']), JSON.parse(whole).version]);
  expect([leaveOut('--restore'), manifest()]).toEqual([0, whole]);
  expect([leaveOut('--restore'), manifest()]).toEqual([0, whole]);
  rmSync(packed, {recursive: true, force: true});
});
