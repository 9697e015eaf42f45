/**
 * Two processes run every changing command at once, on one account. Afterwards nothing exists that one of them alone
 * would not have made, unless a run has said so: by a warning that names the duplicate, or by its exit code.
 * @module-tag long
 */

import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {oneOf} from '../support/sample.js';
import type {Change} from './change.js';
import {changes} from './changes.js';
import {accountFor, runEmk} from './play.js';
import {type State, stateOf} from './state.js';

/** Another process that waits for the service's clock would wait for both; other tests run these one at a time. */
const alone = oneOf(
  28,
  changes.filter(({waitsFor, first}) => waitsFor === undefined && first === undefined),
);

test.each(alone.map(change => [change.name, change] as const))('%s', async (_, change) => {
  const folder = mkdtempSync(join(tmpdir(), 'emk-at-once-'));
  try {
    const once = await ran(change, folder, 1);
    const twice = await ran(change, folder, 2);
    const doubled = longer(twice.state, once.state);
    const told = twice.runs.some(({code, stderr}) => code !== 0 || /"warning"/.test(stderr));
    if (!told && !repeats(change)) expect(doubled, twice.runs.map(({stderr}) => stderr).join('')).toEqual([]);
    for (const {stderr} of twice.runs) expect(stderr).not.toMatch(/unforeseen|\n\s+at /);
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
});

/** Changes that make another record each time on purpose. */
const repeats = ({line}: Change): boolean =>
  line.includes('--allow-duplicate') ||
  ['api', 'copy', 'duplicate', 'schedules'].some(word => line.slice(0, 2).includes(word)) ||
  (line[0] === 'contacts' && line[1] === 'create' && !line.includes('--if-missing'));

/** The tables with more rows than after one run. Opens of mail depend on chance and do not count. */
function longer(now: State, once: State): string[] {
  const counted = (state: State): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const [row, count] of state) {
      const [table] = JSON.parse(row) as [string];
      counts.set(table, (counts.get(table) ?? 0) + count);
    }
    return counts;
  };
  const before = counted(once);
  return [...counted(now)]
    .filter(([table, count]) => !['opens', 'clicks'].includes(table) && count > (before.get(table) ?? 0))
    .map(([table]) => table);
}

async function ran(change: Change, folder: string, times: number) {
  const sandbox = await accountFor(change, folder);
  try {
    const runs = await Promise.all(Array.from({length: times}, () => runEmk(change.line, [], sandbox, folder)));
    return {runs, state: await stateOf(sandbox)};
  } finally {
    await sandbox.close();
  }
}
