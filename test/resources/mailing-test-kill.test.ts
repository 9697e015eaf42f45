/**
 * A test of a mailing, killed and run again: who gets a second mail is reported, and nothing of it stays.
 * @module-tag long
 */

import {spawn} from 'node:child_process';
import {mkdtempSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {type Sandbox, startSandbox} from '../../src/sandbox/running/start.js';
import {useKillingProxy} from '../account-files/apply/killing-proxy.js';
import {keptCode} from '../kept-code.js';
import {oneIn} from '../sample.js';

const {folder, proxy} = useKillingProxy('emk-test-kill-');

const line = ['mailings', 'test', 'Autumn preview', '--to', 'me@acme.example', '--to', 'you@acme.example', '--yes'];

/** Starts the built command, in its own folder, against the sandbox behind the proxy. */
function emk(sandbox: Sandbox, home: string) {
  proxy().aim(sandbox.baseUrl);
  const env = {
    ...keptCode,
    PATH: process.env['PATH'],
    HOME: home,
    EMK_BASE_URL: proxy().baseUrl,
    EMK_PUBLIC_KEY: sandbox.publicKey,
    EMK_SECRET_KEY: sandbox.secretKey,
  };
  const child = spawn(process.execPath, [resolve('bin/emk.js'), ...line], {cwd: home, env});
  let stderr = '';
  child.stderr.on('data', data => {
    stderr += String(data);
  });
  const ended = new Promise<{code: number | null; stderr: string}>(done =>
    child.on('close', code => done({code, stderr})),
  );
  return {ended, kill: () => void child.kill('SIGKILL')};
}

/** The mails that were sent to each person, and what the account still shows of tests. */
const outcomeOf = ({account}: Sandbox) =>
  account.store.transaction(db => ({
    mails: db
      .all<{number: number}>(
        "SELECT count(*) AS number FROM deliveries JOIN mailings ON mailings.id = mailing_id WHERE subject LIKE '[Test]%' GROUP BY email",
      )
      .map(({number}) => number),
    traces: [
      ...db.all("SELECT single_send_name FROM single_sends WHERE single_send_name LIKE '[Test%'"),
      ...db.all(
        "SELECT email FROM contacts WHERE deleted_at IS NULL AND contact_type_id IN (SELECT id FROM contact_types WHERE name = 'emk tests')",
      ),
    ],
  }));

/** Runs a test that is killed at one request, and again until its end. */
async function killedAt(at: number, when: 'before' | 'after') {
  const sandbox = await startSandbox({clock: 'x900@2026-03-04T12:00:00Z'});
  const home = mkdtempSync(join(folder, 'run-'));
  try {
    const first = emk(sandbox, home);
    proxy().order(at, when, first.kill);
    const {code} = await first.ended;
    const asked = proxy().seen;
    proxy().order(Number.POSITIVE_INFINITY, 'before', () => {});
    const again = await emk(sandbox, home).ended;
    return {wasKilled: code === null, asked, again, ...(await outcomeOf(sandbox))};
  } finally {
    await sandbox.close();
  }
}

test('a test that is killed anywhere leaves nothing once it ran again, and says who may get a second mail', async () => {
  const {asked} = await killedAt(Number.POSITIVE_INFINITY, 'before');
  expect(asked).toBeGreaterThan(15);
  let twice = 0;
  for (let at = STEP; at <= asked; at += STEP) {
    for (const when of ['before', 'after'] as const) {
      const {wasKilled, again, mails, traces} = await killedAt(at, when);
      const where = `killed ${when} request ${at}: ${again.stderr}`;
      expect([wasKilled || at > asked - 8, again.code, traces], where).toEqual([true, 0, []]);
      expect(again.stderr, where).toContain('gone from the account.');
      expect(mails.length, where).toBe(2);
      const most = Math.max(...mails);
      if (most > 1) twice++;
      expect([most === 1 || /a second time/.test(again.stderr), most <= 2], where).toEqual([true, true]);
    }
  }
  if (STEP === 1) expect(twice).toBeGreaterThan(0);
}, 900_000);

const STEP = oneIn(18);
