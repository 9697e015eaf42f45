/**
 * A deletion of many, killed at its requests and run again: the same line with --if-exists ends in 0, and nobody else is gone.
 * @module-tag long
 */

import {mkdtempSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {type RunningSandbox, startSandbox} from '../../src/sandbox/running/start.js';
import {startBuilt} from '../support/built-emk.js';
import {useKillingProxy} from '../support/killing-proxy.js';
import {oneIn, oneOf} from '../support/sample.js';

const {folder, proxy} = useKillingProxy('emk-remove-kill-');

const line = ['contacts', 'delete', '-', '--yes', '--max-delete', '999', '--if-exists', '-o', 'json'];

/** Starts the built command, in its own folder, against the sandbox behind the proxy. */
function emk(sandbox: RunningSandbox, home: string, stdin: string) {
  proxy().aim(sandbox.baseUrl);
  return startBuilt(line, {home, sandbox: {...sandbox, baseUrl: proxy().baseUrl}, stdin});
}

const peopleIn = ({account}: RunningSandbox) =>
  account.store.transaction(db =>
    db.all<{id: number; email: string}>('SELECT id, email FROM contacts WHERE deleted_at IS NULL ORDER BY id'),
  );

/** Runs a deletion that is killed at one request, and the same line again. */
async function killedAt(at: number, when: 'before' | 'after', by: 'id' | 'email', count: number) {
  const sandbox = await startSandbox({seed: {kind: 'empty', contacts: count + 5}});
  const home = mkdtempSync(join(folder, 'run-'));
  try {
    const all = await peopleIn(sandbox);
    const stdin = all
      .slice(0, count)
      .map(one => one[by])
      .join('\n');
    const first = emk(sandbox, home, stdin);
    proxy().order(at, when, first.kill);
    const {code} = await first.ended;
    const asked = proxy().seen;
    const left = (await peopleIn(sandbox)).length;
    proxy().order(Number.POSITIVE_INFINITY, 'before', () => {});
    const again = code === null ? await emk(sandbox, home, stdin).ended : undefined;
    const isOthers = JSON.stringify(await peopleIn(sandbox)) === JSON.stringify(all.slice(count));
    return {asked, left, again, isOthers};
  } finally {
    await sandbox.close();
  }
}

/** While it reads, and on both sides of an answer to its deletions; with EMK_EVERY_REQUEST before and after each request. */
function kills(asked: number): ReadonlyArray<readonly [at: number, when: 'before' | 'after']> {
  if (oneIn(2) > 1)
    return [
      [2, 'before'],
      [asked - 2, 'after'],
      [asked - 1, 'before'],
    ];
  return Array.from({length: asked}, (_, at) => at + 1).flatMap(at =>
    (['before', 'after'] as const).map(when => [at, when] as const),
  );
}

test.each(
  oneOf(2, [
    ['email', 5],
    ['id', 5],
    ['id', 420],
    ['email', 420],
  ] as const),
)(
  'by %s, %i of them',
  async (by, count) => {
    const {asked} = await killedAt(Number.POSITIVE_INFINITY, 'before', by, count);
    let halfway = 0;
    for (const [at, when] of kills(asked)) {
      const {left, again, isOthers} = await killedAt(at, when, by, count);
      const where = `killed ${when} request ${at} of ${asked}: ${again?.stderr}`;
      expect(isOthers, where).toBe(true);
      // A kill after the last answer comes too late now and then.
      if (!again) continue;
      if (left > 5 && left < count + 5) halfway++;
      expect(again.code, where).toBe(0);
      const {done, absent, failed, sum} = JSON.parse(again.stdout);
      expect([done.length + absent, failed], where).toEqual([count, []]);
      expect(sum, where).toMatchObject({left: 0, impossible: 0, doubtful: 0});
    }
    expect(halfway).toBeGreaterThan(1);
  },
  900_000,
);
