/** At whatever request Ctrl-C ends a change, the error says what became of the account: a person reads it as it is. */

import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {RunningSandbox} from '../../src/sandbox/running/start.js';
import {useKillingProxy} from '../support/killing-proxy.js';
import {oneOf} from '../support/sample.js';
import {changes} from './changes.js';
import {accountFor, runHere, runUntil, truthOf} from './play.js';
import {becameOf, stateOf} from './state.js';

const {folder, proxy} = useKillingProxy('emk-interruptions-');

const everyDay = [
  'create a list',
  'delete 3 contacts',
  'unsubscribe two addresses',
  'import contacts into a new type with a new field',
  'bring back what was deleted',
];

const through = (sandbox: RunningSandbox): RunningSandbox => {
  proxy().aim(sandbox.baseUrl);
  return {...sandbox, baseUrl: proxy().baseUrl};
};

/** Without those that need a running clock, and requests by hand, of which nobody knows whether they change something. */
const played = changes.filter(({line, waitsFor}) => waitsFor === undefined && line[0] !== 'api');

const others = oneOf(
  8,
  played.filter(({name}) => !everyDay.includes(name)),
);

for (const change of [...played.filter(({name}) => everyDay.includes(name)), ...others])
  test(`Ctrl-C at any request of: ${change.name}`, {tags: everyDay.includes(change.name) ? [] : ['long']}, async () => {
    const home = join(folder, 'home');
    const truth = await truthOf(change, home, runHere);
    for (const at of truth.log.slice(0, 30).keys()) {
      proxy().order(Number.POSITIVE_INFINITY, 'before', () => {});
      const sandbox = await accountFor(change, home, runHere, through);
      try {
        const cut = new AbortController();
        proxy().order(at + 1, 'after', () => cut.abort('SIGTERM'));
        const {code, stderr} = await runUntil(cut.signal)(change.line, [], through(sandbox), home);
        // Some lines read two things at once, and need the answer to one of them.
        if (code === 0) continue;
        const {error} = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
        const became = becameOf(await stateOf(sandbox), truth);
        const which = `at ${truth.log[at]}, which left ${became}: ${error.message}`;
        expect([code, error.code], which).toEqual([143, 'interrupted']);
        expect(error.message, which).not.toBe('Interrupted.');
        expect(/Interrupted\. (Nothing was changed|0 of)/.test(error.message) && became !== 'nothing', which).toBe(
          false,
        );
        expect(/can't tell|Nothing was changed|\b0 of/.test(error.message) || became !== 'nothing', which).toBe(true);
      } finally {
        await sandbox.close();
      }
    }
  });

test('every day some are played', () => {
  expect(played.filter(({name}) => everyDay.includes(name))).toHaveLength(everyDay.length);
});
