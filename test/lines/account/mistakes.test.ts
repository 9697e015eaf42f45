/** Mistakes in the files: each is refused with its file, line and column, before the first request. */
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, describe, expect, test} from 'vitest';
import {errorOf} from '../../support/said.js';
import {useShell} from '../../support/use-shell.js';

const shell = useShell({seed: {kind: 'empty'}});

let folder = '';
beforeEach(() => {
  folder = join(shell().folder, 'a');
  rmSync(folder, {recursive: true, force: true});
  mkdirSync(folder);
});

const plan = async (name: string, text: string | Uint8Array) => {
  writeFileSync(join(folder, name), text);
  return shell().emk('account plan a -o json');
};

/** The error about a file with this text: the message, and the advice below it; empty if there is none. */
async function said(name: string, text: string | Uint8Array): Promise<string> {
  const asked = (await shell().sandbox.requests()).length;
  const {code, stderr} = await plan(name, text);
  const error = errorOf({stderr});
  if (code !== 2) return '';
  expect((await shell().sandbox.requests()).length).toBe(asked);
  return `${error?.message}\n${error?.hint}`;
}

const senders = (line: string): string => `# Ours\nsenders:\n  - nickname: News\n    ${line}\n`;

test('of a name that the service would refuse', async () => {
  const {code, stderr} = await plan('fields.yaml', 'fields:\n  - name: shoe size!\n    kind: text\n');
  expect([code, stderr]).toEqual([2, expect.stringContaining('letters A-Z')]);
});

describe('of YAML', () => {
  test.each([
    ['a tab', 'senders:\n\t- nickname: News\n', 'line 2, column 1: '],
    ['a key twice', senders('nickname: Other'), 'line 4, column 5: '],
    ['an anchor', senders('from-name: &a Acme'), 'line 4, column 16: &a '],
    ['an alias', 'senders: *x\n', 'line 1, column 10: *x '],
    ['two documents', 'senders: []\n---\nsenders: []\n', 'line 2, column 1: '],
    [
      'a line whose colon is missing, and nothing that follows from it',
      'senders\n  - nickname: News\n',
      'senders.yaml, line 1, column 1: ',
    ],
    ['a second colon', senders('from-name: Acme: News'), 'line 4, column '],
    ['a line too far to the right', 'senders:\n  - nickname: News\n   - nickname: Other\n', 'line 3, column '],
    ['an open quote', senders('from-name: "Acme'), 'senders.yaml, line '],
    ['nothing', '', 'line 1, column 1: '],
  ])('%s', async (_, text, place) => {
    expect(await said('senders.yaml', text)).toContain(place);
  });

  test('anchors that would stand for more than memory holds', async () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (let at = 1; at < 30; at++) {
      const [name, before] = [String.fromCharCode(97 + at), String.fromCharCode(96 + at)];
      if (at < 26) bomb.push(`${name}: &${name} [${`*${before}, `.repeat(8)}*${before}]`);
    }
    const text = await said('senders.yaml', `${bomb.join('\n')}\nsenders: *z\n`);
    expect(text).toContain('senders.yaml, line 1, column 4: &a ');
  });

  test('so many levels that no reader gets through', async () => {
    expect(await said('senders.yaml', `senders: ${'['.repeat(200_000)}`)).toContain('senders.yaml');
  });

  test('the marks of a merge conflict', async () => {
    const text = 'senders:\n<<<<<<< HEAD\n  - nickname: News\n=======\n  - nickname: Neues\n>>>>>>> branch\n';
    expect(await said('senders.yaml', text)).toContain('senders.yaml, line 2, column 1: This is not YAML');
    expect(await said('senders.yaml', 'senders:\n  - nickname: |\n      =======\n')).toBe('');
  });

  test('bytes that are no text', async () => {
    expect(await said('senders.yaml', new Uint8Array([0x73, 0xff, 0xfe]))).toContain('senders.yaml');
  });
});

describe('of meaning', () => {
  test.each([
    ['an unknown key', senders('from-nam: Acme'), /line 4, column 5: .*"from-nam".*"from-name"/s],
    ['a key that is like no other', senders('x: 1'), 'nickname, from-name, from-email'],
    ['a key of objects', senders('__proto__: x'), 'line 4, column 5: '],
    ['a list where a text belongs', senders('from-name: [a]'), 'line 4, column 16: from-name '],
    ['an entry that is none', 'senders:\n  - News\n', 'line 2, column 5: '],
    ['no list', 'senders:\n  nickname: News\n', 'line 2, column 3: '],
    ['no name', 'senders:\n  - from-name: Acme\n', 'line 2, column 5: '],
    ['two without a name', 'senders:\n  - nickname: ""\n  - nickname: ""\n', /^(?!.*already)/s],
    ['a name twice', 'senders:\n  - nickname: News\n  - nickname: News\n', 'line 3, column 15: '],
    ['the list of another file', 'senders: []\nfields: []\n', 'line 2, column 1: '],
    ['a file without its key', 'sender: []\n', 'line 1, column 1: '],
  ])('%s', async (_, text, place) => {
    expect(await said('senders.yaml', text)).toMatch(place);
  });

  test('a flag or number of another kind', async () => {
    const group = (display: string) => `groups:\n  - name: G\n    display: ${display}\n`;
    for (const wrong of ['yes', '1'])
      expect(await said('groups.yaml', group(wrong))).toContain('line 3, column 14: display ');
    expect(await said('groups.yaml', group('true'))).toBe('');
    const email = (wait: string) =>
      `automations:\n  - name: A\n    emails:\n      - subject: S\n        wait: ${wait}\n`;
    expect(await said('automations.yaml', email('two'))).toContain('line 5, column 15: wait ');
    expect(await said('automations.yaml', `${email('2')}        wiat: 2\n`)).toContain('line 6, column 9: ');
  });

  test('an address twice, in whatever letters', async () => {
    const text = 'groups:\n  - name: G\n    recipients:\n      - a@x.example\n      - A@X.example\n';
    expect(await said('groups.yaml', text)).toContain('line 5, column 9: "A@X.example"');
    expect(await said('unsubscribes.yaml', 'unsubscribes:\n- email: a@x.example\n- email: A@x.example\n')).toContain(
      'line 3, column 10: ',
    );
  });

  test.each(['gone.html', '../../etc/passwd', '/etc/passwd'])('a body in %s', async path => {
    const text = `mailings:\n  - name: May\n    html: ${path}\n`;
    expect(await said('mailings.yaml', text)).toContain(`mailings.yaml, line 3, column 11: `);
  });
});

test('texts are what was written, whatever YAML takes them for', async () => {
  const words = ['01067', 'no', '1e3', '0x1f', '2026-05-01', '~x', '12:30'];
  const {stdout} = await plan('lists.yaml', `lists:\n${words.map(word => `  - name: ${word}\n`).join('')}`);
  const {changes} = JSON.parse(stdout) as {readonly changes: readonly {readonly name: string}[]};
  expect(changes.map(({name}) => name).sort()).toEqual(words.sort());
});

test('characters that are not seen are written with their numbers, and read as they are', async () => {
  const name = 'a\u202eb\u{e0041}';
  const {baseUrl, publicKey, secretKey} = shell().sandbox;
  const [headers, body] = [{PublicKey: publicKey, SecretKey: secretKey}, new URLSearchParams({name})];
  await fetch(`${baseUrl}/contacts-type/add`, {method: 'POST', headers, body});
  expect(await shell().emk('account pull a --only lists')).toMatchObject({code: 0});
  expect(readFileSync(join(folder, 'lists.yaml'), 'utf8')).toContain('  - name: "a\\u202eb\\U000e0041"\n');
  expect(JSON.parse((await shell().emk('account plan a -o json')).stdout)).toMatchObject({changes: []});
});
