/**
 * A mailing that repeats another within three days is most likely a mistake. And a
 * digest stands for one mailing: whatever changes in it, it becomes another.
 */
import {describe, expect, test} from 'vitest';
import {standBetween} from '../../support/in-between.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell();

const parts = [
  ...['--name', 'May', '--subject', 'Hello', '--preheader', 'News', '--from', '1', '--group', '1'],
  ...['--to', 'list:Newsletter', '--template', '2'],
];
const atNoon = ['--at', '2026-03-10 12:00'];

type Checked = {
  readonly digest: string | null;
  readonly findings: ReadonlyArray<{readonly check: string; readonly level: string; readonly says: string}>;
};

type Given = NonNullable<Parameters<ReturnType<typeof shell>['emk']>[1]>;

/** What `mailings check` says of a line whose options replace those of the usual one. */
async function check(more: readonly string[] = [], given: Given = {}): Promise<Checked> {
  const replaced = new Set(more.filter(word => word.startsWith('--')));
  const isKept = (_: string, at: number, all: readonly string[]): boolean => !replaced.has(all[at - (at % 2)] ?? '');
  const ran = await shell().emk(['mailings', 'check', ...parts.filter(isKept), ...more, '-o', 'json'], given);
  expect([0, 10]).toContain(ran.code);
  return JSON.parse(ran.stdout);
}

const now = new Date('2026-03-09T12:00:00Z');

const another = {
  ...{id: 1, utr: 'u1', single_send_name: 'May', subject: 'Hello', status: 3, schedule_type: 0, sent_at: null},
  ...{schedule_date: null, schedule_time: null, created_at: '2026-03-10T12:00:00Z', deleted_at: null},
};

/** The other mailings that a line for noon of 10 March finds, with how bad each is. */
async function found(others: ReadonlyArray<Record<string, unknown>>, more: readonly string[] = atNoon) {
  const singleSends = others.map((other, id) => ({...another, id, ...other}));
  const {env} = await standBetween(shell().sandbox, ({path}) =>
    path.startsWith('/single-send/list') ? {json: {status: 'success', message: {singleSends}}} : undefined,
  );
  const {findings} = await check(more, {env, host: {now: () => now}});
  return findings.filter(({check}) => /^same-/.test(check));
}

const sent = (sent_at: string) => ({sent_at});
const scheduled = (at: string, status = 1) => {
  const [schedule_date, schedule_time] = at.split(' ');
  return {status, schedule_type: 1, schedule_date, schedule_time};
};

describe('counts', () => {
  test.each<[string, Record<string, unknown>, 'error' | undefined]>([
    ['what went out a minute before', sent('2026-03-10 11:59:00'), 'error'],
    ['what went out three days before', sent('2026-03-07 12:00:00'), 'error'],
    ['what went out a second earlier', sent('2026-03-07 11:59:59'), undefined],
    ['what goes out in three days', scheduled('2026-03-13 12:00:00'), 'error'],
    ['what goes out later', scheduled('2026-03-13 12:00:01'), undefined],
    ['what was created three days before', {created_at: '2026-03-07T12:00:00.000000Z'}, 'error'],
    ['what was created before that', {created_at: '2026-03-07T11:59:59.000000Z'}, undefined],
    [
      'a schedule that is no moment, by its creation',
      {...scheduled('0000-00-00 00:00:00'), created_at: '2026-03-10T11:00:00Z'},
      'error',
    ],
  ])('%s', async (_, other, level) => {
    expect((await found([other])).map(one => one.level)).toEqual(level === undefined ? [] : [level]);
  });
});

test('another is told by its name or its subject, however they are written', async () => {
  const at = sent('2026-03-10 11:00:00');
  expect(await found([{...at, single_send_name: ' MAY ', subject: 'hello'}])).toMatchObject([{level: 'error'}]);
  expect(await found([{...at, subject: 'Bye'}])).toMatchObject([{check: 'same-name', level: 'warning'}]);
  expect(await found([{...at, single_send_name: 'June'}])).toMatchObject([{check: 'same-name', level: 'warning'}]);
  expect(await found([{...at, single_send_name: 'June', subject: 'Bye'}])).toEqual([]);
});

test('a schedule is read on the clock of the service', async () => {
  const {publicKey, secretKey} = shell().sandbox;
  const ofProfile = {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: ''};
  const singleSends = [{...another, ...scheduled('2026-03-12 20:00:00')}];
  const {env} = await standBetween(shell().sandbox, ({path}) =>
    path.startsWith('/single-send/list') ? {json: {status: 'success', message: {singleSends}}} : undefined,
  );
  const login = `login main --base-url ${env.EMK_BASE_URL} --public-key ${publicKey} --allow-http --secret-key-stdin`;
  expect(await shell().emk(login, {env: ofProfile, stdin: secretKey})).toMatchObject({code: 0});
  for (const [zone, level] of [
    ['Asia/Tokyo', ['error']],
    ['America/New_York', []],
  ] as const) {
    await shell().emk(`config set timezone ${zone}`, {env: ofProfile});
    const {findings} = await check(['--now'], {env: ofProfile, host: {now: () => now}});
    expect(findings.filter(({check}) => /^same-/.test(check)).map(one => one.level)).toEqual(level);
  }
});

describe('a digest', () => {
  const digest = async (more: readonly string[] = atNoon): Promise<string> => {
    const {digest} = await check(more, {host: {now: () => now}});
    expect(digest).not.toBeNull();
    return digest ?? '';
  };

  test.each([
    ['its name', ['--name', 'June']],
    ['its subject', ['--subject', 'Hello!']],
    ['its preheader', ['--preheader', 'Read']],
    ['its HTML', ['--template', '1', '--html', '<p>Hi <a href="((unsubscribe_preferences))">Stop</a></p>']],
    ['its group', ['--group', '2']],
    ['the people who get it', ['--to', 'list:Customers']],
    ['who is left out', ['--except', 'list:Customers']],
    ['its day', ['--at', '2026-03-11 12:00']],
    ['that it goes out at once', ['--now']],
  ])('changes with %s', async (_, more) => {
    const same = await digest();
    expect(await digest()).toBe(same);
    const at = more.includes('--at') || more.includes('--now') ? [] : atNoon;
    expect(await digest([...more, ...at, '--force', 'no-unsubscribe'])).not.toBe(same);
  });

  test.each([
    ['the address it comes from', 'senders update 1 --reply-to other@acme.example'],
    [
      'somebody who joins',
      'contacts create --list Newsletter --email joins@example.com --country Germany --allow-automations',
    ],
    ['somebody who leaves everything', 'unsubscribes add --email ann@example.com'],
    [
      'a mailing like it that was made since',
      `send --name May --subject Hello --preheader News --from 1 --group 1 --to list:Newsletter --template 2 --at "2030-03-10 12:00"`,
    ],
  ])('changes with %s', async (_, line) => {
    const more = ['--at', '2030-03-11 12:00', '--force', 'same-name'];
    const {digest: before} = await check(more);
    expect(await shell().emk(`${line} --yes`)).toMatchObject({code: 0});
    const {digest: after} = await check(more);
    expect([typeof before, typeof after]).toEqual(['string', 'string']);
    expect(after).not.toBe(before);
  });
});
