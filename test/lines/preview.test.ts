/**
 * `emk templates preview` with an account: whose data fills the tags, what is opened, what is harmless.
 */
import {readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, describe, expect, test} from 'vitest';
import {attributeOf, readLetter} from '../../src/letters/html/parse.js';
import {atTerminal} from '../support/at-terminal.js';
import {useFreshShell} from '../support/use-shell.js';
import {hostileTexts} from '../units/letters/hostile.js';

const shell = useFreshShell();
beforeEach(async () => {
  shell().write('may.html', '<p>((first_name)) ((last_name)), ((country)), ((city)), ((designation))!</p>');
});

/** The text of the first frame of a page. */
function shownIn(page: string): string {
  const [frame] = readLetter(page).elements.flatMap(element => attributeOf(element, 'srcdoc') ?? []);
  return (frame ?? '').replace(/^.*<\/style>/s, '');
}

const preview = async (...words: readonly string[]): Promise<string> => {
  const {code, stdout, stderr} = await shell().emk(['templates', 'preview', ...words]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};

describe('tags are filled', () => {
  test('from a contact, whose country only the service names', {tags: ['long']}, async () => {
    const page = await preview('may.html', '-', '--contact', '1');
    expect(shownIn(page)).toBe('<p>Ann Adler, [country], Berlin, !</p>');
    expect(page).toContain('<bdi>ann@example.com');
  });

  test('from custom fields of a contact', {tags: ['long']}, async () => {
    shell().write('leads.csv', 'email,country,first_name,designation\nzoe@example.com,India,Zoë,Head & <b>\n');
    await shell().emk('contacts import leads.csv --list Staff --yes');
    const page = await preview('may.html', '-', '--contact', 'zoe@example.com');
    expect(shownIn(page)).toBe('<p>Zoë , [country], , Head &amp; &lt;b&gt;!</p>');
  });

  test('with the sender of a send', {tags: ['long']}, async () => {
    const page = await preview('Autumn preview', '-', '--contact', '1');
    expect(page).toContain('<dd><bdi>Acme News &lt;news@acme.example&gt;</bdi></dd>');
    expect(page).toContain('<dd><bdi>A look ahead</bdi></dd>');
    expect(page).toContain('<dd><bdi>What autumn brings</bdi></dd>');
    expect(shownIn(page)).toContain('Acme News, Invalidenstr. 1, 10115 Berlin');
  });
});

test('a design as JSON is left to the service', {tags: ['long']}, async () => {
  const {code, stderr} = await shell().emk(['templates', 'preview', 'Spring news', '-']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('"Spring news" has a JSON design')]);
});

test('nothing is changed in the account', async () => {
  await preview('Autumn preview', '-', '--contact', '1');
  const requests = await shell().sandbox.requests();
  expect(requests.filter(({method}) => method !== 'GET')).toEqual([]);
});

describe('--open', () => {
  test('hands the page to the program that the system has for it', async () => {
    const launched: unknown[] = [];
    const launch = async (program: string, words: readonly string[]) => launched.push([program, ...words]) > 0;
    const {stderr, stdout} = await shell().emk('templates preview may.html page.html --open -o json', {
      env: {DISPLAY: ':0'},
      host: {launch},
    });
    expect([JSON.parse(stdout), JSON.parse(stderr)]).toEqual([
      {path: 'page.html', opened: true},
      {notice: {kind: 'done', text: 'The preview is in page.html.'}},
    ]);
    expect(launched).toEqual([['xdg-open', join(shell().folder, 'page.html')]]);
  });

  test('says where the page is when there is no display', async () => {
    const {code, stdout, stderr} = await shell().emk('templates preview may.html --open');
    expect(code).toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^No browser was started\.\nThe preview is in .*previews\/preview\.html\.\n$/);
  });
});

test('a file that is no preview is only replaced after a question', {tags: ['long']}, async () => {
  shell().write('page.html', 'mine');
  const asked = await atTerminal(shell(), 'templates preview may.html page.html', ['Replace it?', 'n\r']);
  expect(asked.code).toBe(130);
  expect(readFileSync(join(shell().folder, 'page.html'), 'utf8')).toBe('mine');
  await atTerminal(shell(), 'templates preview may.html page.html', ['Replace it?', 'y\r']);
  expect(readFileSync(join(shell().folder, 'page.html'), 'utf8')).toContain('emk templates preview');
});

test('a preview without a file is private, and takes the place of the one before', async () => {
  const path = join(shell().folder, 'state', 'previews', 'preview.html');
  await shell().emk('templates preview may.html --open');
  expect(statSync(path).mode & 0o077).toBe(0);
  shell().write('june.html', '<p>Only in June</p>');
  expect((await shell().emk('templates preview june.html --open')).stderr).toContain(path);
  expect(readFileSync(path, 'utf8')).toContain('Only in June');
});

/** Characters that control a terminal or change the reading direction. */
const steering = /(?!\n)[\p{Cc}\u202e\u2066]/u;

describe('hostile texts of an account', () => {
  const hostile = hostileTexts.filter(text => !/\p{Cs}|\0/u.test(text)).join(' ');

  test('are harmless in a page and in the terminal', {tags: ['long']}, async () => {
    // The command that creates mailings would refuse such a mail; the account's own may have come another way.
    const fields = {
      single_send_name: hostile,
      subject: hostile,
      preheader: hostile,
      sender_id: '1',
      unsubscribe_group_id: '1',
      'recipient_id[0]': 'contacts_3',
      template_id: '1',
      template_html: `<p>${hostile}</p><a href="">((\u202e))</a>`,
      schedule_type: '1',
      schedule_date: '2030-05-01',
      schedule_time: '09:00:00',
    };
    const given = Object.entries(fields).flatMap(([name, value]) => ['-f', `${name}=${value}`]);
    const created = await shell().emk(['api', 'POST', '/single/send/create', ...given, '--unchecked', '--yes']);
    const utr = /[0-9a-f-]{36}/.exec(created.stdout)?.[0] ?? created.stderr;
    const page = await preview(utr, '-', '--contact', '1');
    const elements = readLetter(page).elements;
    expect(elements.filter(({tagName}) => tagName === 'script')).toEqual([]);
    expect(elements.filter(element => attributeOf(element, 'id') === 'hurt')).toEqual([]);
    for (const words of [
      ['preview', utr],
      ['lint', `name:${hostile}`],
      ['preview', hostile],
    ]) {
      const {stdout, stderr} = await shell().emk(['templates', ...words]);
      expect(stdout + stderr).not.toMatch(steering);
    }
  });

  test('of a linted file are harmless in the terminal', {tags: ['long']}, async () => {
    shell().write('hostile.html', `<a href="x${hostile}">x</a><img src='y${hostile}'>((x\u202ey))`);
    const {stdout, stderr} = await shell().emk('templates lint hostile.html');
    expect(stdout).toContain('link-relative');
    expect(stdout + stderr).not.toMatch(steering);
  });
});
