/**
 * Commands that continue are killed at their requests, before the service gets it and after, and run again with the same
 * line: the account is exactly as after one run, and the sum says so.
 * @module-tag long
 */

import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {RunningSandbox} from '../../src/sandbox/running/start.js';
import {useKillingProxy} from '../support/killing-proxy.js';
import {oneIn} from '../support/sample.js';
import {changes} from './changes.js';
import {accountFor, runEmk, sumOn, type Truth, truthOf} from './play.js';
import {becameOf, stateOf} from './state.js';

const {folder, proxy} = useKillingProxy('emk-kills-');

/** Lines whose second run does what the first one left. */
const killed = changes.filter(({name}) =>
  [
    'bring back what was deleted',
    'delete 4 contacts, 2 at a time',
    'apply files of an account',
    'destroy what an apply has made',
    'make test data',
    'bring a list in line with a file, and delete who is not in it',
  ].includes(name),
);

/** Once the first change is made; with EMK_EVERY_REQUEST before and after each request. */
function killsOf({log}: Truth): ReadonlyArray<{readonly at: number; readonly when: 'before' | 'after'}> {
  if (oneIn(2) === 1) return log.flatMap((_, at) => (['before', 'after'] as const).map(when => ({at: at + 1, when})));
  return [{at: log.findIndex(place => !place.startsWith('GET ')) + 1, when: 'after'}];
}

test.each(killed.map(change => [change.name, change] as const))(
  '%s',
  async (_, change) => {
    const home = join(folder, 'home');
    const truth = await truthOf(change, home);
    for (const {at, when} of killsOf(truth)) {
      const through = (sandbox: RunningSandbox): RunningSandbox => {
        proxy().aim(sandbox.baseUrl);
        return {...sandbox, baseUrl: proxy().baseUrl};
      };
      const sandbox = await accountFor(change, home, runEmk, through);
      try {
        const behind = through(sandbox);
        const {code: first} = await runEmk(change.line, [], behind, home, kill => proxy().order(at, when, kill));
        proxy().order(Number.POSITIVE_INFINITY, 'before', () => {});
        expect(first, `the kill ${when} request ${at} of ${truth.log.length}`).toBe(137);
        const again = await runEmk(change.line, [], behind, home);
        const which = `killed ${when} request ${at} of ${truth.log.length}: ${again.stderr}`;
        expect([again.code, becameOf(await stateOf(sandbox), truth)], which).toEqual([0, 'all']);
        const {wanted, done, left, impossible, doubtful} = sumOn(again.stdout) ?? {};
        expect([wanted, left, impossible, doubtful], which).toEqual([done ?? 'a sum', 0, 0, 0]);
      } finally {
        await sandbox.close();
      }
    }
  },
  600_000,
);
