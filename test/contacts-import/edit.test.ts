/** Contacts are changed in an editor: what was saved is applied like a sync, and nobody else is touched. */
import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from 'vitest';
import {longTest, test} from '../in-two-parts.js';
import {useShell} from '../use-shell.js';

const shell = useShell({seed: {kind: 'demo'}});

/** An editor that applies one function to the text of the file. */
const editing = (change: string): {readonly EDITOR: string} => {
  const script = shell().write(
    'editor.mjs',
    `import {readFileSync, writeFileSync} from 'node:fs';
const path = process.argv[2];
const text = readFileSync(path, 'utf8');
writeFileSync(${JSON.stringify(join(shell().folder, 'opened.csv'))}, text);
writeFileSync(path, (${change})(text));`,
  );
  return {EDITOR: `${JSON.stringify(process.execPath)} ${JSON.stringify(script)}`};
};

const opened = (): string => readFileSync(join(shell().folder, 'opened.csv'), 'utf8');
const people = async (): Promise<string> =>
  (await shell().emk('contacts list --columns email,first_name,city -o csv --sort email')).stdout;

test('what is saved is what the contacts say then', async () => {
  const before = await people();
  const line = 'contacts edit ann@example.com --type Newsletter --yes';
  const {code, stderr, stdout} = await shell().emk(line, {env: editing("text => text.replace('Ann', 'Anna')")});
  expect({code, stderr, stdout}).toMatchObject({code: 0, stdout: 'your changes → "Newsletter": 1 changed\n'});
  expect(stderr).not.toContain('edits/');
  expect(opened().trim().split('\n')).toHaveLength(2);
  expect(await people()).toBe(before.replace('ann@example.com,Ann,', 'ann@example.com,Anna,'));
  expect(readdirSync(join(shell().folder, 'state/edits'))).toEqual([]);
});

longTest('a line that is deleted deletes nobody', async () => {
  const before = await people();
  const {code} = await shell().emk('contacts edit --type Newsletter --yes', {
    env: editing("text => text.split('\\n').slice(0, 3).join('\\n') + '\\n'"),
  });
  expect([code, await people()]).toEqual([0, before]);
});

longTest('another address is no change that a file can say', async () => {
  const before = await people();
  const {code, stderr} = await shell().emk('contacts edit ann@example.com --type Newsletter --yes', {
    env: editing("text => text.replace('ann@', 'anna@')"),
  });
  expect(code).toBe(2);
  expect(stderr).toContain('emk people update ann@example.com --email anna@example.com');
  expect(await people()).toBe(before);
});

longTest('an editor that fails, or changes nothing, changes nothing', async () => {
  const before = (await shell().sandbox.requests()).length;
  const failed = await shell().emk('contacts edit --type Newsletter --yes', {env: {EDITOR: 'false'}});
  const unchanged = await shell().emk('contacts edit --type Newsletter --yes', {env: editing('text => text')});
  expect([failed.code, unchanged.code]).toEqual([2, 0]);
  expect(failed.stderr).toContain('Nothing was changed.');
  expect((await shell().sandbox.requests()).slice(before).filter(({method}) => method !== 'GET')).toEqual([]);
});

longTest('a mistake keeps what was written', async () => {
  const {code, stderr} = await shell().emk('contacts edit ann@example.com --type Newsletter --yes', {
    env: editing("text => text.replace(/India|Germany|Austria|France/, 'Atlantis') + '\\nnobody,,\\n'"),
  });
  expect(code).toBe(2);
  const [, path = ''] = /--from (\S+)/.exec(stderr) ?? [];
  expect(existsSync(path)).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('who is not in the list is named', async () => {
  const {code, stderr} = await shell().emk('contacts edit nobody@example.com --type Newsletter', {
    env: {EDITOR: 'true'},
  });
  expect([code, stderr]).toEqual([4, expect.stringContaining('nobody@example.com is not on that list.')]);
});

longTest('a spreadsheet gets a file, and gives it back', async () => {
  const before = await people();
  const out = await shell().emk('contacts edit --type Staff --columns city --out staff.csv');
  expect(out.stderr).toContain(
    '2 contacts are in staff.csv. After you change it: emk people edit --type 3 --from staff.csv',
  );
  const text = readFileSync(join(shell().folder, 'staff.csv'), 'utf8');
  shell().write('staff.csv', text.replace('olga@acme.example,Berlin', 'olga@acme.example,Bonn'));
  const back = await shell().emk('contacts edit --type 3 --from staff.csv --yes');
  expect({code: back.code, stderr: back.stderr}).toMatchObject({code: 0});
  expect(await people()).toBe(before.replace('olga@acme.example,Olga,Berlin', 'olga@acme.example,Olga,Bonn'));
});
