/** `emk report`: what it reads, where it writes, and that no name of an account does harm in a terminal or a page. */
import {lstatSync, readdirSync, readFileSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {atTerminal} from '../../support/at-terminal.js';
import {said} from '../../support/said.js';
import {useFreshShell} from '../../support/use-shell.js';
import {elementsOf} from './elements.js';
import {worsenNames} from './hostile.js';

const shell = useFreshShell();

const page = (name: string): string => readFileSync(join(shell().folder, name), 'utf8');

test('reads each list once, and changes nothing', async () => {
  await shell().emk('report');
  const requests = (await shell().sandbox.requests()).map(({method, path}) => `${method} ${path.replace('/api', '')}`);
  expect(requests.sort()).toEqual([
    'GET /automations',
    expect.stringContaining('GET /automations/schedule?utr='),
    'GET /contacts-type',
    'GET /contacts/list',
    'GET /global-unsubscribes',
    'GET /segment/list',
    'GET /senders',
    'GET /single-send/list',
    'GET /unsubscribes-groups',
  ]);
});

test('an automation whose list is gone is for what it names, as in the agenda', async () => {
  await shell().emk('lists delete Newsletter --yes --max-delete 100 --force audience-exists');
  const [report, agenda] = await Promise.all(
    ['report', 'agenda'].map(async line => JSON.parse((await shell().emk(`${line} -o json`)).stdout)),
  );
  expect(report.automations[0].for).toEqual({name: expect.stringContaining('contacts_1'), people: null});
  expect(agenda.automations[0].for).toEqual(report.automations[0].for);
});

describe('a page', () => {
  test('is written whole, and said to be', {tags: ['long']}, async () => {
    expect(await shell().emk('report may.html')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Wrote the report to may.html.\n',
    });
    expect(page('may.html')).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    const {stdout} = await shell().emk('report june.html -o json');
    expect(JSON.parse(stdout)).toEqual({path: 'june.html', rows: null});
    expect(readdirSync(shell().folder).filter(name => name.includes('.part'))).toEqual([]);
  });

  test('replaces nothing unasked', {tags: ['long']}, async () => {
    shell().write('may.html', 'precious');
    const refused = await shell().emk('report may.html');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('may.html exists.')]);
    const no = await atTerminal(shell(), 'report may.html', ['Replace it?', 'n\r']);
    expect([no.code, page('may.html')]).toEqual([130, 'precious']);
    expect(await shell().sandbox.requests()).toEqual([]);
    expect((await atTerminal(shell(), 'report may.html', ['Replace it?', 'y\r'])).code).toBe(0);
    expect(page('may.html')).toContain('<!doctype html>');
  });

  test('replaces a file with --overwrite', {tags: ['long']}, async () => {
    shell().write('may.html', 'old');
    expect((await shell().emk('report may.html --overwrite')).code).toBe(0);
    expect(page('may.html')).toContain('at a glance');
  });

  test('goes where a link leads only with --overwrite, and says where that is', {tags: ['long']}, async () => {
    shell().write('precious.html', 'precious');
    const link = join(shell().folder, 'link.html');
    symlinkSync('precious.html', link);
    const {code, stderr} = await shell().emk('report link.html');
    expect([code, stderr, page('precious.html')]).toEqual([2, expect.stringContaining('precious.html.'), 'precious']);
    expect((await shell().emk('report link.html --overwrite')).code).toBe(0);
    expect([lstatSync(link).isSymbolicLink(), page('precious.html')]).toEqual([true, expect.stringContaining('<html')]);
  });

  test.each([
    ['report may', 'does not end in .html'],
    ['report no/such/folder.html', 'there is no folder'],
  ])('is refused for %s', async (line, sentence) => {
    expect(await shell().emk(line)).toMatchObject(said(2, sentence));
  });
});

test('an account that is hostile in every name does no harm in any form', {tags: ['long']}, async () => {
  const set =
    'mailings create --name May --subject Hi --preheader News --from 1 --group 1 --template 2 --to contacts_1';
  await shell().emk([...set.split(' '), '--at', '2026-03-05 09:00', '--yes']);
  await shell().emk('report before.html');
  await worsenNames(shell());
  const harmful = /(?!\n)[\p{Cc}\u200b\u202a-\u202e\u2066-\u2069\ufeff]/u;
  const [agenda, report] = await Promise.all(['agenda', 'report'].map(line => shell().emk(line)));
  expect([agenda?.stdout, report?.stdout].filter(text => text === undefined || harmful.test(text))).toEqual([]);
  expect(agenda?.stdout).toContain('</script>');
  expect((await shell().emk('report after.html')).code).toBe(0);
  expect(elementsOf(page('after.html'))).toEqual(elementsOf(page('before.html')));
});
