/** Mistakes in the files: each is refused with its file, line, column and the line itself, before the first request. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeEach, describe, expect, test} from 'vitest';
import {readFiles} from '../../src/account-files/folder/read-files.js';
import {readYaml, writeYaml} from '../../src/account-files/folder/yaml.js';
import {kindNames} from '../../src/account-files/kinds/shape.js';
import {EmkError} from '../../src/errors.js';

const folders: string[] = [];
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emk-'));
  folders.push(folder);
});
afterAll(() => {
  for (const each of folders) rmSync(each, {recursive: true, force: true});
});

/** The error about a file with this text: the message, and the advice below it. */
async function said(name: string, text: string | Uint8Array): Promise<string> {
  writeFileSync(join(folder, name), text);
  const error = await readFiles(folder, new Set(kindNames), 'texts').then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) return '';
  if (!(error instanceof EmkError)) throw error;
  expect(error.exit).toBe(2);
  return `${error.message}\n${error.hint}`;
}

const senders = (line: string): string => `# Ours\nsenders:\n  - nickname: News\n    ${line}\n`;

describe('of YAML', () => {
  test.each([
    [
      'a tab',
      'senders:\n\t- nickname: News\n',
      'line 2, column 1: A tab is not allowed here in YAML.\n    2 | \t- nickname: News\nReplace it with spaces.',
    ],
    [
      'a key twice',
      senders('nickname: Other'),
      'line 4, column 5: This key is given twice.\n    4 |     nickname: Other',
    ],
    ['an anchor', senders('from-name: &a Acme'), 'line 4, column 16: &a is an anchor or an alias'],
    ['an alias', 'senders: *x\n', 'line 1, column 10: *x is an anchor or an alias'],
    ['two documents', 'senders: []\n---\nsenders: []\n', 'line 2, column 1: A second document starts here'],
    [
      'a line whose colon is missing, and nothing that follows from it',
      'senders\n  - nickname: News\n',
      'senders.yaml, line 1, column 1: A colon is missing on this line.\n    1 | senders\nWrite it as in name: Newsletter',
    ],
    ['a second colon', senders('from-name: Acme: News'), 'YAML does not know what the second colon here means.'],
    [
      'a line too far to the right',
      'senders:\n  - nickname: News\n   - nickname: Other\n',
      'is not indented like the others of its list',
    ],
    ['an open quote', senders('from-name: "Acme'), 'A quote before this place is never closed.'],
    ['nothing', '', 'line 1, column 1: The file is empty.\n    1 | \nFor an empty list: senders: []'],
  ])('%s', async (_, text, sentence) => {
    expect(await said('senders.yaml', text)).toContain(sentence);
    expect(await said('senders.yaml', text)).toContain('senders.yaml');
  });

  test('anchors that would stand for more than memory holds', async () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (let at = 1; at < 30; at++) {
      const [name, before] = [String.fromCharCode(97 + at), String.fromCharCode(96 + at)];
      if (at < 26) bomb.push(`${name}: &${name} [${`*${before}, `.repeat(8)}*${before}]`);
    }
    const text = await said('senders.yaml', `${bomb.join('\n')}\nsenders: *z\n`);
    expect(text).toContain('senders.yaml, line 1, column 4: &a is an anchor');
  });

  test('so many levels that no reader gets through', async () => {
    expect(await said('senders.yaml', `senders: ${'['.repeat(200_000)}`)).toMatch(/nested too deeply|no YAML/);
  });

  test('the marks of a merge conflict, before anything is read as YAML', async () => {
    const text = 'senders:\n<<<<<<< HEAD\n  - nickname: News\n=======\n  - nickname: Neues\n>>>>>>> branch\n';
    const message = await said('senders.yaml', text);
    expect(message).toContain('There are 3 mistakes in the files, so emk did nothing.');
    expect(message).toContain('senders.yaml, line 2, column 1: This marks a merge conflict.\n    2 | <<<<<<< HEAD');
    expect(message).toContain('senders.yaml, line 6, column 1');
    expect(await said('senders.yaml', 'senders:\n  - nickname: |\n      =======\n')).toBe('');
  });

  test('bytes that are no text', async () => {
    expect(await said('senders.yaml', new Uint8Array([0x73, 0xff, 0xfe]))).toContain(
      'senders.yaml is not text in UTF-8.',
    );
  });
});

describe('of meaning', () => {
  test.each([
    [
      'an unknown key',
      senders('from-nam: Acme'),
      'line 4, column 5: A sender has no key "from-nam".\n    4 |     from-nam: Acme\nDid you mean "from-name"?',
    ],
    ['a key that is like no other', senders('x: 1'), 'There are: nickname, from-name, from-email'],
    ['a key of objects', senders('__proto__: x'), 'line 4, column 5: A sender has no key "__proto__".'],
    ['a list where a text belongs', senders('from-name: [a]'), 'line 4, column 16: from-name is a text, not a list.'],
    [
      'an entry that is none',
      'senders:\n  - News\n',
      'line 2, column 5: This must be a sender, not "News".\n    2 |   - News\nFor example: - nickname: …',
    ],
    ['no list', 'senders:\n  nickname: News\n', 'line 2, column 3: This must be a list, not keys with values.'],
    ['no name', 'senders:\n  - from-name: Acme\n', 'line 2, column 5: This sender has no nickname.'],
    [
      'a name twice',
      'senders:\n  - nickname: News\n  - nickname: News\n',
      'line 3, column 15: Line 2 has a sender with the nickname "News" already.\n    3 |   - nickname: News',
    ],
    [
      'the list of another file',
      'senders: []\nfields: []\n',
      'line 2, column 1: This file has no key "fields".\n    2 | fields: []\nMove it to fields.yaml.',
    ],
    ['a file without its key', 'sender: []\n', 'line 1, column 1: The file has no key senders.'],
  ])('%s', async (_, text, sentence) => {
    expect(await said('senders.yaml', text)).toContain(sentence);
  });

  test('a flag or number of another kind', async () => {
    const group = (display: string) => `groups:\n  - name: G\n    display: ${display}\n`;
    for (const wrong of ['yes', '"true"', '1'])
      expect(await said('groups.yaml', group(wrong))).toContain('line 3, column 14: display is true or false, not');
    expect(await said('groups.yaml', group('true'))).toBe('');
    const email = (wait: string) =>
      `automations:\n  - name: A\n    emails:\n      - subject: S\n        wait: ${wait}\n`;
    expect(await said('automations.yaml', email('two'))).toContain(
      'line 5, column 15: wait is a whole number, not "two".',
    );
    expect(await said('automations.yaml', `${email('2')}        wiat: 2\n`)).toContain(
      'line 6, column 9: An email has no key "wiat".',
    );
  });

  test('an address twice, in whatever letters', async () => {
    const text = 'groups:\n  - name: G\n    recipients:\n      - a@x.example\n      - A@X.example\n';
    expect(await said('groups.yaml', text)).toContain('line 5, column 9: "A@X.example" is in recipients twice.');
    expect(await said('unsubscribes.yaml', 'unsubscribes:\n- email: a@x.example\n- email: A@x.example\n')).toContain(
      'line 3, column 10: Line 2 has',
    );
  });

  test.each([
    ['gone.html', 'There is no file gone.html.'],
    ['../../etc/passwd', 'leads out of the folder.'],
    ['/etc/passwd', 'leads out of the folder.'],
  ])('a body in %s', async (path, sentence) => {
    const text = `mailings:\n  - name: May\n    html: ${path}\n`;
    expect(await said('mailings.yaml', text)).toContain(`mailings.yaml, line 3, column 11: `);
    expect(await said('mailings.yaml', text)).toContain(sentence);
  });

  test('a file whose name is almost right', async () => {
    expect(await said('sender.yml', 'senders: []\n')).toContain('Rename it to senders.yaml, or move it.');
  });
});

test('texts are what was written, whatever YAML takes them for', async () => {
  const words = ['01067', 'no', '1e3', '0x1f', '2026-05-01', '~x', '12:30'];
  writeFileSync(join(folder, 'lists.yaml'), `lists:\n${words.map(word => `  - name: ${word}\n`).join('')}`);
  const files = await readFiles(folder, new Set(kindNames), 'texts');
  expect(files.get('lists')?.entries.map(({entry}) => entry['name'])).toEqual(words);
});

test('characters that are not seen are written with their numbers', () => {
  const name = 'a\u202eb\u0007\u2028\u{e0041}';
  const text = writeYaml({list: [{name}]}, []);
  expect(text).toBe('list:\n  - name: "a\\u202eb\\u0007\\u2028\\U000e0041"\n');
  const {root} = readYaml(text);
  expect(JSON.stringify(root)).toContain(JSON.stringify(name));
});
