/**
 * A test of a mailing, killed: the next one runs, or is refused with the line that clears up, and nothing of it stays.
 * @module-tag long
 */

import {mkdtempSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {type RunningSandbox, startSandbox} from '../../src/sandbox/running/start.js';
import {startBuilt} from '../support/built-emk.js';
import {useKillingProxy} from '../support/killing-proxy.js';
import {oneIn} from '../support/sample.js';

const {folder, proxy} = useKillingProxy('emk-test-kill-');

const line = ['mailings', 'test', 'Autumn preview', '--to', 'me@acme.example', '--to', 'you@acme.example', '--yes'];

/** Starts the built command, in its own folder, against the sandbox behind the proxy. */
function emk(sandbox: RunningSandbox, home: string, words: readonly string[] = line) {
  proxy().aim(sandbox.baseUrl);
  return startBuilt(words, {home, sandbox: {...sandbox, baseUrl: proxy().baseUrl}});
}

/** The mails that were sent to each person, and what the account still shows of tests. */
const outcomeOf = ({account}: RunningSandbox) =>
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

/** Runs a test that is killed at one request, and again; if that is refused, it clears up first by the lines that are named. */
async function killedAt(at: number, when: 'before' | 'after') {
  const sandbox = await startSandbox({clock: 'x900@2026-03-04T12:00:00Z'});
  const home = mkdtempSync(join(folder, 'run-'));
  try {
    const first = emk(sandbox, home);
    proxy().order(at, when, first.kill);
    const {code} = await first.ended;
    const asked = proxy().seen;
    proxy().order(Number.POSITIVE_INFINITY, 'before', () => {});
    const {traces: left} = await outcomeOf(sandbox);
    let again = await emk(sandbox, home).ended;
    const refusal = again.code === 2 ? again.stderr.replaceAll(/\s+/g, ' ') : '';
    for (const each of refusal.split('then test again: ')[1]?.trim().split(' && ') ?? []) {
      await emk(sandbox, home, [...each.split(' ').slice(1), '--yes']).ended;
    }
    if (refusal !== '') again = await emk(sandbox, home).ended;
    return {wasKilled: code === null, asked, again, refusal, left, ...(await outcomeOf(sandbox))};
  } finally {
    await sandbox.close();
  }
}

test('a test that is killed anywhere leaves nothing once it was cleared up, and mails nobody twice unsaid', async () => {
  const {asked} = await killedAt(Number.POSITIVE_INFINITY, 'before');
  expect(asked).toBeGreaterThan(12);
  let told = 0;
  for (let at = STEP; at <= asked; at += STEP) {
    for (const when of ['before', 'after'] as const) {
      const {wasKilled, again, refusal, left, mails, traces} = await killedAt(at, when);
      const where = `killed ${when} request ${at}: ${refusal} ${again.stderr}`;
      expect([wasKilled || at > asked - 8, again.code, traces], where).toEqual([true, 0, []]);
      // Whatever a kill leaves stops the next test, so that nobody is mailed again unawares.
      expect([refusal.includes('may have gone out'), mails.length], where).toEqual([left.length > 0, 2]);
      expect(Math.max(...mails), where).toBeLessThanOrEqual(2);
      if (refusal !== '') told++;
    }
  }
  if (STEP === 1) expect(told).toBeGreaterThan(0);
}, 900_000);

const STEP = oneIn(18);
