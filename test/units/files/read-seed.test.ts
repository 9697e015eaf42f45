/** A seed file: what it means, and what emk says about an invalid one. */
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeEach, describe, expect, test} from 'vitest';
import {EmkError} from '../../../src/core/errors.js';
import type {KindName} from '../../../src/files/account/keys.js';
import {readSeed} from '../../../src/files/seed/file.js';
import {markedAddress, markedName} from '../../../src/files/seed/marks.js';

const folders: string[] = [];
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emk-'));
  folders.push(folder);
});
afterAll(() => {
  for (const each of folders) rmSync(each, {recursive: true, force: true});
});

const run = 'pr-12';
/** A dollar sign, because linters report one before a brace. */
const dollars = (text: string): string => text.replaceAll('§', '$');

const env = {BRANCH: 'topic', EMPTY: '', QUOTE: 'a"b'};

async function read(text: string) {
  writeFileSync(join(folder, 'seed.yaml'), dollars(text));
  const {files, people} = await readSeed({cwd: folder, env}, 'seed.yaml', run);
  const entries = (kind: KindName) => files.get(kind)?.entries.map(({entry}) => entry);
  return {entries, people};
}

async function said(text: string): Promise<string> {
  const error = await read(text).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof EmkError)) throw error ?? new Error('Nothing was said.');
  return `${error.exit} ${error.message}\n${error.hint}`;
}

const QA = markedName('lists', {run, name: 'QA'});
const News = markedName('senders', {run, name: 'News'});

test('records name each other by their plain names, and get those of the run', async () => {
  mkdirSync(join(folder, 'bodies'));
  writeFileSync(join(folder, 'bodies/a.html'), dollars('<p>§{env.BRANCH} §{run} §{other}</p>'));
  const {entries, people} = await read(`
lists:
  - name: QA
fields:
  - {name: score, kind: number}
groups:
  - {name: Tests, description: For tests, recipients: [left@example.com]}
unsubscribes:
  - email: gone@example.com
senders:
  - {nickname: News, from-name: News, from-email: news@acme.io, reply-to: news@acme.io, country: Germany, address-line1: Here}
automations:
  - name: Welcome
    kind: welcome
    for: list:QA
    group: Tests
    emails:
      - {subject: "Hello from \${run}", from: News, wait: 1, unit: instantly, template: Blank, html: bodies/a.html}
mailings:
  - {name: "May \${env.BRANCH}", subject: "For \${run}", from: Elsewhere, group: Tests, to: [type:QA], html: bodies/a.html}
notifications:
  - {email: ops@qa.test, owner: Ops}
contacts:
  - {type: QA, count: 3, fake: true, country: Germany, fields: [{name: score, value: 5}, {name: age, value: 7}]}
  - {type: QA, email: Gone@Example.com, first-name: Ada, country: France}
`);
  expect(entries('lists')).toEqual([{name: QA}]);
  expect(entries('groups')).toEqual([
    {name: 'Tests', description: 'For tests', recipients: [markedAddress(run, 'left@example.com')]},
  ]);
  expect(entries('unsubscribes')).toEqual([{email: markedAddress(run, 'gone@example.com')}]);
  expect(entries('senders')).toMatchObject([
    {nickname: News, 'from-email': 'news@acme.io', 'reply-to': 'news@acme.io'},
  ]);
  const score = markedName('fields', {run, name: 'score'});
  expect(entries('automations')).toMatchObject([
    {
      name: markedName('automations', {run, name: 'Welcome'}),
      for: `list:${QA}`,
      group: 'Tests',
      emails: [
        {subject: 'Hello from pr-12', from: News, template: 'Blank', html: dollars('<p>topic pr-12 §{other}</p>')},
      ],
    },
  ]);
  expect(entries('mailings')).toMatchObject([
    {
      name: markedName('mailings', {run, name: 'May topic'}),
      subject: 'For pr-12',
      from: 'Elsewhere',
      to: [`list:${QA}`],
    },
  ]);
  expect(entries('notifications')).toMatchObject([{email: markedAddress(run, 'ops@qa.test')}]);
  expect(people).toMatchObject([
    {
      list: QA,
      count: 3,
      country: 'Germany',
      fields: [
        {name: score, value: '5'},
        {name: 'age', value: '7'},
      ],
    },
    {list: QA, email: markedAddress(run, 'gone@example.com'), 'first-name': 'Ada'},
  ]);
});

const types = 'lists:\n  - name: QA\n';

describe('of a mistake it says where it is:', () => {
  test.each([
    [
      'a list that is none',
      'list:\n  - name: QA\n',
      'line 1, column 1: A seed has no list "list".\n    1 | list:\nDid you mean "lists"?',
    ],
    ['what the API cannot make', 'segments: []\n', 'A seed has no list "segments".'],
    ['an unknown key', 'lists:\n  - nam: QA\n', 'line 2, column 5: There is no key "nam" here.'],
    [
      'a wrong type',
      `${types}contacts: [{type: QA, count: many, fake: true}]\n`,
      'line 3, column 30: count is a whole number, not "many".',
    ],
    ['a name twice', `${types}  - name: QA\n`, 'line 3, column 11: Line 2 has the name "QA" already.'],
    ['a tab', 'lists:\n\t- name: QA\n', 'line 2, column 1: This is not YAML: '],
    ['an anchor', 'lists: &a\n  - name: QA\n', '&a is an anchor or an alias'],
    [
      'a real person',
      `${types}contacts:\n  - {type: QA, email: ada@gmail.com, country: France}\n`,
      'line 4, column 23: "ada@gmail.com" may be a real address',
    ],
    [
      'a real unsubscriber',
      'unsubscribes:\n  - email: ada@gmail.com\n',
      'line 2, column 12: "ada@gmail.com" may be a real address',
    ],
    [
      'a real one in a group',
      'groups:\n  - {name: A, description: B, recipients: [a@example.com, b@acme.io]}\n',
      'column 59: "b@acme.io" may be',
    ],
    [
      'a real second address',
      `${types}contacts:\n  - {type: QA, count: 2, fake: true, alt-email: ada@gmail.com}\n`,
      '"ada@gmail.com" may be',
    ],
    [
      'people of no type',
      `${types}contacts:\n  - {email: a@example.com, country: France}\n`,
      'line 4, column 5: There is no list "" in this file.',
    ],
    [
      'a type of nobody',
      `${types}contacts:\n  - {type: QB, email: a@example.com, country: France}\n`,
      'line 4, column 12: There is no list "QB" in this file.\n    4 |   - {type: QB, email: a@example.com, country: France}\nDid you mean "QA"?',
    ],
    ['a count alone', `${types}contacts: [{type: QA, count: 5}]\n`, 'neither one person with an address nor a count'],
    [
      'a land of nobody',
      `${types}contacts: [{type: QA, count: 5, fake: true, country: Grmany}]\n`,
      'column 54: emk cannot invent people in "Grmany".',
    ],
    [
      'an audience of the account',
      'automations:\n  - {name: A, for: segment:VIP}\n',
      'line 2, column 20: "segment:VIP" is not a list of this file. A seed mails only its own people.',
    ],
    [
      'a body that is not there',
      'mailings:\n  - {name: A, html: x.html}\n',
      'line 2, column 21: There is no file x.html.',
    ],
    ['a body elsewhere', 'mailings:\n  - {name: A, html: ../x.html}\n', '../x.html leads out of the folder.'],
  ])('%s', async (_, text, sentence) => {
    expect(await said(text)).toMatch(/^2 /);
    expect(await said(text)).toContain(dollars(sentence));
  });

  test('a file that is not there', async () => {
    await expect(readSeed({cwd: folder, env}, 'none.yaml', run)).rejects.toThrow('There is no file none.yaml.');
  });
});

describe('a variable is refused with its line:', () => {
  const send = (subject: string): string => `${types}mailings:\n  - name: A\n    subject: ${subject}\n`;
  test.each([
    ['that is not set', send('§{env.NOBODY}'), 'seed.yaml, line 5: §{env.NOBODY} is not set.'],
    ['that every object has', send('§{env.constructor}'), '§{env.constructor} is not set.'],
    ['with a quote', send('§{env.QUOTE}'), '§{env.QUOTE} has a quote'],
  ])('%s', async (_, text, sentence) => {
    expect(await said(text)).toContain(dollars(sentence));
  });

  test('in a file of its own', async () => {
    writeFileSync(join(folder, 'a.html'), dollars('<p>\n  §{run} §{env.OOPS}</p>'));
    expect(await said('mailings:\n  - {name: A, html: a.html}\n')).toContain(
      dollars('a.html, line 2: §{env.OOPS} is not set.'),
    );
  });
});
