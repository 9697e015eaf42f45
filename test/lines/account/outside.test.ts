/**
 * A folder from a stranger's pull request: whatever its files are, no command reads or writes anything outside of it.
 */

import {execFileSync} from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {beforeEach, describe, expect, test} from 'vitest';
import {sample} from '../../support/sample.js';
import {lockFileOf} from './lock-file.js';
import {usePulled} from './pulled-shell.js';

const SECRET = 'sesame-4711';

const SEED = `lists:
  - name: Leads
mailings:
  - name: May
    subject: May
    html: body.html
`;

const shell = usePulled('--contacts');
beforeEach(async () => {
  mkdirSync(join(shell().folder, 'out'));
  writeFileSync(join(shell().folder, 'out/secret'), `{"${SECRET}": "${SECRET}\n`);
});

const at = (path: string): string => join(shell().folder, path);
const outside = (): Record<string, string> =>
  Object.fromEntries(readdirSync(at('out')).map(name => [name, readFileSync(at(`out/${name}`), 'utf8')]));

/** Replaces a file of the folder by something else. */
const replacements: Record<string, (path: string) => void> = {
  'a link': path => {
    rmSync(path, {recursive: true, force: true});
    symlinkSync(at('out/secret'), path);
  },
  'a pipe': path => {
    rmSync(path, {recursive: true, force: true});
    execFileSync('mkfifo', [path]);
  },
  'a linked folder': path => {
    const folder = dirname(path);
    renameSync(folder, at('moved'));
    symlinkSync(at('moved'), folder);
  },
};

const cases = ['senders.yaml', 'templates/welcome.html', 'contacts/customers.csv'].flatMap(path =>
  Object.keys(replacements)
    .filter(how => how !== 'a linked folder' || path.includes('/'))
    .map(how => [path, how] as const),
);

describe.skipIf(process.platform === 'win32')('a file of the folder', () => {
  test.each(sample(cases, 3))('%s is %s', async (path, how) => {
    replacements[how]?.(at(`a/${path}`));
    const before = outside();
    for (const line of [
      'account plan a --contacts',
      'account apply a --contacts --yes',
      'account pull a --contacts',
      'account pull a --contacts -o json',
    ]) {
      const {code, stdout, stderr} = await shell().emk(line);
      expect([line, code, stderr]).toEqual([line, 2, expect.stringMatching(/is a link|is a pipe/)]);
      expect(stdout + stderr).not.toContain(SECRET);
      expect(stderr).not.toContain('cannot be written');
    }
    expect(outside()).toEqual(before);
  });

  test('a file of emk itself is a link', {tags: ['long']}, async () => {
    for (const name of [lockFileOf(shell().sandbox)]) {
      rmSync(at(`a/${name}`), {force: true});
      symlinkSync(at('out/secret'), at(`a/${name}`));
      writeFileSync(at('a/lists.yaml'), 'lists:\n  - name: New\n');
      const ran = [await shell().emk('account apply a --yes'), await shell().emk('account pull a')];
      const refused = ran.filter(({stderr}) => stderr.includes(`${name} is a link`));
      expect(refused.length).toBeGreaterThan(0);
      rmSync(at(`a/${name}`));
    }
    expect(outside()).toEqual({secret: expect.stringContaining(SECRET)});
  });
});

test('drafts that came with a checkout move nothing in, and delete nothing outside', {tags: ['long']}, async () => {
  writeFileSync(at('out/b.html'), SECRET);
  for (const moves of [
    {paths: ['templates/b.html'], obsolete: []},
    {paths: [], obsolete: ['linked/b.html']},
  ]) {
    mkdirSync(at('a/.emk-pull-drafts'));
    writeFileSync(at('a/.emk-pull-drafts/.ready.json'), JSON.stringify(moves));
    symlinkSync(at('out'), at('a/.emk-pull-drafts/templates'));
    symlinkSync(at('out'), at('a/linked'));
    expect(await shell().emk('account plan a')).toMatchObject({code: 0});
    expect(Object.keys(outside())).toEqual(['b.html', 'secret']);
    expect(existsSync(at('a/templates/b.html'))).toBe(false);
    rmSync(at('a/.emk-pull-drafts'), {recursive: true});
    rmSync(at('a/linked'));
  }
  mkdirSync(at('out/drafts'));
  symlinkSync(at('out/drafts'), at('a/.emk-pull-drafts'));
  expect((await shell().emk('account pull a')).code).toBe(2);
  expect(existsSync(at('out/drafts'))).toBe(true);
});

test.each(sample(['../out/secret', 'x/../../out/secret', '.git/config', 'templates/.env', '/etc/passwd'], 2))(
  'a body at %s',
  async path => {
    mkdirSync(at('a/.git'));
    writeFileSync(at('a/.git/config'), SECRET);
    writeFileSync(at('a/templates/.env'), SECRET);
    writeFileSync(at('a/templates.yaml'), `templates:\n  - name: New\n    html: ${path}\n`);
    const {code, stdout, stderr} = await shell().emk('account plan a');
    expect([code, stderr]).toEqual([2, expect.stringMatching(/leads out of the folder|is hidden|There is no file/)]);
    expect(stdout + stderr).not.toContain(SECRET);
  },
);

describe.skipIf(process.platform === 'win32')('a seed', () => {
  test.each(sample(['a link', 'a pipe'], 1))('is %s', async how => {
    for (const path of ['seed.yaml', 'body.html']) {
      writeFileSync(at('seed.yaml'), SEED);
      writeFileSync(at('body.html'), '<p>Hi</p>');
      replacements[how]?.(at(path));
      const {code, stdout, stderr} = await shell().emk('seed seed.yaml');
      expect([code, stderr]).toEqual([2, expect.stringMatching(/is a link|is a pipe/)]);
      expect(stdout + stderr).not.toContain(SECRET);
      rmSync(at(path));
    }
  });
});

test('the folder itself may be a link, since a person has named it', async () => {
  symlinkSync(at('a'), at('b'));
  expect(await shell().emk('account plan b')).toMatchObject({code: 0, stdout: 'No changes.\n'});
});

test.skipIf(process.platform === 'win32')(
  'a folder that is none is named, and nobody waits for it',
  {tags: ['long']},
  async () => {
    execFileSync('mkfifo', [at('pipe')]);
    writeFileSync(at('file'), '');
    for (const verb of ['plan', 'apply', 'pull']) {
      expect((await shell().emk(`account ${verb} pipe`)).stderr).toContain('pipe is a pipe or a device, not a folder.');
      const says = verb === 'apply' ? 'file is not a plan of this emk.' : 'file is a file, not a folder.';
      expect((await shell().emk(`account ${verb} file`)).stderr).toContain(says);
    }
  },
);
