/** A list longer than the screen goes through the pager; no message is drawn over, and no error is lost. */
import {PassThrough, Writable} from 'node:stream';
import {expect} from 'vitest';
import {paged} from '../../src/output/live/pager.js';
import {createProgress} from '../../src/output/live/progress.js';
import type {Page} from '../../src/system/page.js';
import {longTest, test} from '../in-two-parts.js';
import {said} from '../said.js';
import {useShell} from '../use-shell.js';

const shell = useShell();

/** A terminal with this many lines, and the pagers that were opened on it. */
function terminal(rows: number, {leave = false, exit = 0, columns = 120} = {}) {
  const seen: string[] = [];
  const pagers: string[] = [];
  const stdout = Object.assign(
    new Writable({
      write(chunk, _, done) {
        seen.push(String(chunk));
        done();
      },
    }),
    {isTTY: true, columns, rows},
  );
  const page = async (command: string, wide: boolean): Promise<Page> => {
    pagers.push(wide ? `${command} sideways` : command);
    const text = new PassThrough();
    const left = new Promise<number>(resolve => text.on('close', () => resolve(exit)));
    text.on('data', chunk => {
      seen.push(`page: ${chunk}`);
      if (leave) text.destroy(Object.assign(new Error('left'), {code: 'EPIPE'}));
    });
    return {text, left};
  };
  const host = {stdout, stdin: Object.assign(new PassThrough(), {isTTY: true}), page};
  return {seen: () => seen.join(''), pagers, host: host as never};
}

test('a list that fits is printed as it is', async () => {
  const {seen, pagers, host} = terminal(50);
  await shell().emk('contacts list', {host});
  expect([seen().includes('Ann Adler'), pagers]).toEqual([true, []]);
});

test('a longer one goes through the pager, and what is said comes after it', async () => {
  const {seen, pagers, host} = terminal(10);
  const {code, stderr} = await shell().emk('contacts list --columns email', {host});
  expect([code, pagers]).toEqual([0, ['less -FRX']]);
  expect(seen()).toMatch(/^page: .*Email/s);
  expect(stderr).toContain('contacts.');
});

test.each(['report', 'agenda --days 60', 'sandbox mail', 'help sending', 'contacts import --help', 'contacts --help'])(
  'so does a longer text: %s',
  async line => {
    const {seen, pagers, host} = terminal(10);
    const {code} = await shell().emk(line, {host});
    expect([code, pagers]).toEqual([0, ['less -FRX']]);
    expect(seen()).toMatch(/^page: /);
  },
);

test.each(['help sending --no-pager', 'report --no-pager'])('%s prints it without one', async line => {
  const {pagers, host} = terminal(10);
  expect((await shell().emk(line, {host})).code).toBe(0);
  expect(pagers).toEqual([]);
});

longTest('what a change has done stays on the screen, however long it is', async () => {
  const {pagers, host} = terminal(3);
  const people = shell().write('new.csv', 'email\nnew@example.com\n');
  const {code, stderr} = await shell().emk(['contacts', 'import', people, '--type', 'Staff', '--yes'], {host});
  expect([code, pagers], stderr).toEqual([0, []]);
});

test.each([
  ['--no-pager', {}],
  ['', {PAGER: ''}],
  ['', {PAGER: 'cat'}],
  ['', {EMK_PAGER: 'off', PAGER: 'more'}],
  ['', {EMK_PLAIN: '1'}],
])('%s %o prints it without one', async (option, env) => {
  const {seen, pagers, host} = terminal(10);
  await shell().emk(`contacts list ${option}`, {host, env});
  expect([seen().includes('Ann Adler'), pagers]).toEqual([true, []]);
});

test('a list wider than the screen goes through the pager, which scrolls it sideways', async () => {
  const {seen, pagers, host} = terminal(50, {columns: 60});
  await shell().emk('contacts list --wide', {host});
  expect([pagers, seen().startsWith('page: ')]).toEqual([['less -FRX sideways'], true]);
});

test('the pager is that of the environment', async () => {
  const {pagers, host} = terminal(10);
  await shell().emk('contacts list', {host, env: {PAGER: 'more -s'}});
  expect(pagers).toEqual(['more -s']);
});

test('whoever leaves the pager early ends the list without an error', async () => {
  const {host} = terminal(3, {leave: true});
  expect(await shell().emk('contacts list', {host})).toMatchObject({code: 0});
});

test('nothing is drawn over the pager while the list still arrives', async () => {
  const drawn: string[] = [];
  const progress = createProgress({style: 'bar', width: 80, elapsed: () => 0, write: text => drawn.push(text)});
  const {host} = terminal(3);
  const {stdout, page} = host as {stdout: Writable; page(): Promise<Page>};
  const messages = {notice: () => undefined, warn: () => undefined, progress};
  const pages = paged(stdout, messages, {wide: false, open: () => page()});
  await new Promise(resolve => pages.stdout.write('1\n2\n3\n4\n', resolve));
  pages.messages.progress.makeRoom('5\n');
  progress.wait('waiting for mail.example.com');
  expect(drawn).toEqual([]);
});

test('a pager that fails is said, because the list went into it', async () => {
  const {host} = terminal(3, {exit: 2});
  const {code, stderr} = await shell().emk('contacts list', {host});
  expect([code, stderr]).toEqual([0, expect.stringContaining('warning: The pager failed with exit code 2')]);
});

test('an error in the middle of a list is said once the pager is left', async () => {
  shell().sandbox.misbehave('GET /contacts/list=truncate:9');
  const {host} = terminal(3);
  expect(await shell().emk('contacts list --retries 1', {host})).toMatchObject(said(6, 'error:'));
});
