/** Waiting for a record: time passes in the sandbox while emk sleeps. */
import {expect, test} from 'vitest';
import {moveClock} from '../support/move-clock.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell();

const creating = [
  ...['mailings', 'create', '--name', 'May news', '--subject', 'New', '--preheader', 'May', '--from', '1'],
  ...['--group', '1', '--to', 'list:Newsletter', '--template', '1', '--force', 'no-address', '--yes', '-q'],
  ...['--html', '<p>Hello</p><p>((unsubscribe_preferences))</p>', '--at', '2026-03-04 12:10'],
];

/** Sleeps that turn the clock of the sandbox instead of waiting, written down. */
function sleeping(): {readonly slept: number[]; sleep(milliseconds: number): Promise<void>} {
  const slept: number[] = [];
  return {
    slept,
    async sleep(milliseconds) {
      slept.push(milliseconds);
      await moveClock(shell().sandbox, `${Math.round(milliseconds / 1000)}s`);
    },
  };
}

test('a mailing is waited for until it is sent, first often and then every half minute', {tags: ['long']}, async () => {
  await shell().emk(creating);
  const {slept, sleep} = sleeping();
  const {code, stdout, stderr} = await shell().emk('mailings show "May news" --wait 2h -o json', {
    host: {sleep},
  });
  expect([code, JSON.parse(stdout)]).toMatchObject([0, {single_send_name: 'May news', status: 3}]);
  expect(stderr).toContain('is new. Waiting until it is sent, 2 hours at most (--wait).');
  expect(slept[0]).toBe(2000);
  expect(slept.at(-1)).toBe(30_000);
  const total = slept.reduce((sum, each) => sum + each, 0);
  expect(total).toBeGreaterThanOrEqual(10 * 60_000);
  expect(total).toBeLessThan(20 * 60_000);
});

test('reads that fail for a while do not end a wait, and no answer is a reason to stop earlier', {
  tags: ['long'],
}, async () => {
  await shell().emk(creating);
  const {sleep} = sleeping();
  let sleeps = 0;
  const failing = async (milliseconds: number): Promise<void> => {
    if (++sleeps === 2) shell().sandbox.misbehave('GET /single-send/details=500:3');
    await sleep(milliseconds);
  };
  const {code, stderr} = await shell().emk('mailings show "May news" --wait --retries 1 -q', {host: {sleep: failing}});
  expect([code, stderr]).toEqual([0, '']);
});

test('a mailing that somebody deletes is not waited for any longer', {tags: ['long']}, async () => {
  await shell().emk(creating);
  const {sleep} = sleeping();
  const deleting = async (milliseconds: number): Promise<void> => {
    await shell().emk('mailings delete "May news" --yes -q');
    await sleep(milliseconds);
  };
  const {code, stderr} = await shell().emk('mailings show "May news" --wait', {host: {sleep: deleting}});
  expect([code, stderr]).toEqual([4, expect.stringContaining('There is no mailing')]);
});

test('Ctrl-C ends a wait', async () => {
  await shell().emk(creating);
  const pressed = new AbortController();
  const sleep = async (): Promise<void> => {
    pressed.abort('SIGINT');
    throw Object.assign(new Error('aborted'), {name: 'AbortError'});
  };
  const {code} = await shell().emk('mailings show "May news" --wait -q', {host: {sleep, interrupted: pressed.signal}});
  expect(code).toBe(130);
});
