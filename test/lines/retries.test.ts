/**
 * What is tried again, how long it is waited for, and what a lost answer means: told from the requests, the waits and the
 * exit codes. A change is sent once where nobody knows whether it was applied, and what mails is never sent twice.
 */
import {describe, expect, test} from 'vitest';
import {utrs} from '../support/demo.js';
import {standBetween} from '../support/in-between.js';
import {errorOf} from '../support/said.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell();

/** Runs a line on a clock that only its waits move, and tells them. */
async function played(line: string, faults: readonly string[], env: Record<string, string> = {}) {
  const waits: number[] = [];
  let at = Date.parse('2026-03-04T12:00:00Z');
  const host = {
    now: () => new Date(at),
    elapsed: () => at,
    random: () => 0.5,
    sleep: async (milliseconds: number) => {
      waits.push(milliseconds);
      at += milliseconds;
    },
  };
  shell().sandbox.misbehave(...faults);
  const before = (await shell().sandbox.requests()).length;
  const {code, stdout, stderr} = await shell().emk(`${line} -o json`, {host, env});
  const requests = (await shell().sandbox.requests())
    .slice(before)
    .map(({method, path}) => `${method} ${path.replace(/^\/api/, '')}`);
  shell().sandbox.faults.clear();
  const error = errorOf({stderr});
  return {code, stdout, error, waits, requests, times: (route: string) => requests.filter(one => one === route).length};
}

const LIST = 'GET /contacts-type';
const ADD = 'POST /contacts-type/add';
const namesOf = async (): Promise<readonly string[]> =>
  JSON.parse((await shell().emk('lists list -o json')).stdout).map(({name}: {name: string}) => name);

describe('a read', () => {
  test.each([
    ['500', 6, 'unreachable'],
    ['reset-before', 6, 'unreachable'],
    ['429', 7, 'throttled'],
    ['503-maintenance', 7, 'maintenance'],
  ])('that meets %s for ever is tried four times, with longer and longer waits', async (fault, exit, code) => {
    const {code: ended, error, waits, times, stdout} = await played('lists list', [`${LIST}=${fault}`]);
    expect([ended, error?.code, times(LIST), waits.length, stdout]).toEqual([exit, code, 4, 3, '']);
    expect(waits.every((wait, at) => wait >= (waits[at - 1] ?? 0))).toBe(true);
  });

  test.each(['500:1', 'reset-before:1', 'truncate:1,bytes=9', '429:1', '503-maintenance:1'])(
    'that meets %s ends well',
    async fault => {
      const {code, times} = await played('lists list', [`${LIST}=${fault}`]);
      expect([code, times(LIST)]).toEqual([0, 2]);
    },
  );

  test('waits as long as the service asks for', async () => {
    const {code, waits} = await played('lists list', [`${LIST}=429:2,retry-after=7`]);
    expect([code, waits]).toEqual([0, [7000, 7000]]);
  });

  test.each([
    ['--retries 0', 1],
    ['--retries 1', 1],
    ['--retries 5', 5],
  ])('with %s is sent %i times', async (option, sent) => {
    const {code, times, waits} = await played(`lists list ${option}`, [`${LIST}=500`]);
    expect([code, times(LIST), waits.length]).toEqual([6, sent, sent - 1]);
  });

  test('waits twice as long each time, up to four seconds, and no longer than EMK_MAX_WAIT', async () => {
    const {waits} = await played('lists list --retries 7', [`${LIST}=500`]);
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 4000]);
    const short = await played('lists list --retries 7', [`${LIST}=500`], {EMK_MAX_WAIT: '1s'});
    expect([short.code, short.waits]).toEqual([6, [250, 500]]);
  });

  test('of keys that are refused is not tried again', async () => {
    const {code, requests} = await played('lists list', [], {EMK_SECRET_KEY: 'sk-of-somebody'});
    expect([code, requests.length]).toEqual([3, 1]);
  });
});

describe('a creation', () => {
  test('that certainly was not applied is tried again', async () => {
    const {code, times, waits} = await played('lists create Leads', [`${ADD}=429:2,retry-after=3`]);
    expect([code, times(ADD), waits]).toEqual([0, 3, [3000, 3000]]);
    expect((await namesOf()).filter(name => name === 'Leads')).toHaveLength(1);
  });

  test.each(['429', '503-maintenance'])('that %s stops for ever was not applied', async fault => {
    const {code, times} = await played('lists create Leads', [`${ADD}=${fault}`]);
    expect([code, times(ADD)]).toEqual([7, 4]);
    expect(await namesOf()).not.toContain('Leads');
  });

  test.each(['lost-reply:1', '500:1,applied', '502-html:1,applied', 'truncate:1,bytes=9'])(
    'whose answer is lost (%s) is looked up, and not sent again',
    async fault => {
      const {code, times, requests} = await played('lists create Leads', [`${ADD}=${fault}`]);
      expect([code, times(ADD), requests.at(-1)]).toEqual([0, 1, LIST]);
      expect((await namesOf()).filter(name => name === 'Leads')).toHaveLength(1);
    },
  );

  test.each(['reset-before:1', '500:1', 'late-commit:1'])(
    'that may be on its way (%s) is of unknown outcome, and not sent again',
    async fault => {
      const {code, error, times} = await played('lists create Leads', [`${ADD}=${fault}`]);
      expect([code, error?.code, error?.retry, times(ADD)]).toEqual([9, 'unknown_outcome', 'after_check', 1]);
      expect(error?.hint).toBe('Look before you try again: emk lists list');
    },
  );

  test('whose look fails as well is of unknown outcome', async () => {
    const {code, times} = await played('lists create Leads', [`${ADD}=lost-reply:1`, `${LIST}=500,after=1`]);
    expect([code, times(ADD)]).toEqual([9, 1]);
  });
});

describe('what mails', () => {
  const sends = async (): Promise<number> =>
    JSON.parse((await shell().emk('mailings list -o json')).stdout).filter(
      ({single_send_name}: {single_send_name: string}) => single_send_name === 'Once',
    ).length;
  const now =
    'mailings create --name Once --subject Hello --preheader News --from 1 --group 1 --template 2 --to list:Staff --now --yes';
  const CREATE = 'POST /single-send/create';

  test.each([
    'lost-reply:1',
    'reset-before:1',
    '500:1',
    '500:1,applied',
    '502-html:1,applied',
    'late-commit:1',
    'truncate:1,bytes=9',
    'html200:1',
    'empty:1',
  ])('a mailing whose answer is %s is requested once', async fault => {
    const {code, requests} = await played(now, [`POST *=${fault}`]);
    expect(requests.filter(one => one.startsWith('POST '))).toHaveLength(1);
    expect([0, 1, 9]).toContain(code);
    expect(await sends()).toBeLessThanOrEqual(1);
    if (code === 0) expect(await sends()).toBe(1);
  });

  test('a test mail whose answer is lost is requested once, and its outcome is unknown', async () => {
    const {code, requests} = await played(`mailings test ${utrs.autumn} --to ann@leads.example --yes`, [
      'POST *=lost-reply',
    ]);
    expect([8, 9]).toContain(code);
    expect(new Set(requests.filter(one => one.startsWith('POST '))).size).toBe(
      requests.filter(one => one.startsWith('POST ')).length,
    );
  });

  test('a verification mail whose answer is lost is requested once', async () => {
    const {code, requests} = await played('senders verify 2 --yes', ['GET /sender/resend-mail=lost-reply']);
    expect([code, requests.filter(one => one.includes('resend-mail')).length]).toEqual([9, 1]);
  });

  test('one that is throttled was not applied, and goes out once', async () => {
    const {code, requests} = await played(now, [`POST *=429:1`]);
    expect(code).toBe(0);
    expect(requests.filter(one => one === CREATE || one.startsWith('POST '))).toHaveLength(2);
    expect(await sends()).toBe(1);
  });
});

test('a code is never sent as the number of a record', async () => {
  const code = '12345678-1234-1234-1234-123456789012';
  const {code: exit, requests} = await played(`lists delete ${code} --if-exists --yes`, []);
  expect([exit, requests.filter(one => !one.startsWith('GET '))]).toEqual([0, []]);
});

test('a deletion whose answer is lost is looked up: who is gone was deleted', async () => {
  const {code, requests} = await played('contacts delete 17 --yes', ['DELETE *=lost-reply:1', 'POST *=lost-reply:1']);
  expect([code, requests.filter(one => !one.startsWith('GET ')).length]).toEqual([0, 1]);
  expect((await shell().emk('contacts show 17 -o json')).code).toBe(4);
});

test('no request of a dry run changes anything', async () => {
  const {env, passed} = await standBetween(shell().sandbox, () => undefined);
  for (const line of ['lists create Leads', 'contacts delete 17', `mailings cancel ${utrs.autumn}`])
    expect((await shell().emk(`${line} --dry-run -o json`, {env})).code).toBe(0);
  expect(passed.filter(({method}) => method !== 'GET')).toEqual([]);
});
