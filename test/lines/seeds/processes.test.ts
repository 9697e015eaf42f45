/**
 * Seeds as a pipeline runs them: the built emk, in separate processes. Ten at a time share nothing except their common
 * group, and one that is killed at any request ends normally when it is run again.
 * @module-tag long
 */

import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {markedAddress} from '../../../src/files/seed/marks.js';
import {startBuilt} from '../../support/built-emk.js';
import {useKillingProxy} from '../../support/killing-proxy.js';
import {oneIn, oneOf} from '../../support/sample.js';
import {type Shell, startShell} from '../../support/shell.js';
import {type Lists, listsOf} from './lists-of.js';

const {folder: parent, proxy} = useKillingProxy('emk-seeds-');
let shell: Shell;
let folder = '';
beforeEach(async () => {
  shell = await startShell({clock: 'real'});
  folder = mkdtempSync(join(parent, 'run-'));
});
afterEach(() => shell.close());

const seed = `
lists: [{name: QA}]
fields: [{name: score, kind: number}]
groups: [{name: "Tests \${env.GROUP}", description: For tests, recipients: [left@example.com]}]
unsubscribes: [{email: gone@example.com}]
automations: [{name: Welcome, kind: custom, for: "list:QA", group: "Tests \${env.GROUP}"}]
notifications: [{email: ops@qa.test, owner: Ops}]
contacts: [{type: QA, count: 12, fake: true}]
`;

/** Starts emk as a separate process. */
const start = (line: string, group: string, baseUrl: string) =>
  startBuilt(line.split(' '), {
    home: folder,
    sandbox: {...shell.sandbox, baseUrl},
    env: {GROUP: group, EMK_SETTLE: '0s'},
  });

async function emk(line: string, group = 'all') {
  const {stderr, ...ended} = await start(line, group, shell.sandbox.baseUrl).ended;
  // A run that waits for another is not an error.
  return {...ended, stderr: stderr.replace(/^.*emk waits for it.*\n/gm, '')};
}

/** What a clean leaves: only the group that all runs share. */
const withoutGroup = ({groups = [], ...lists}: Lists): Lists => ({
  ...lists,
  groups: groups.filter(one => !String(one['group_name']).startsWith('Tests')),
});

/** Lists without what differs between runs: ids, times, and the run's name. */
const alike = (lists: Lists, run: string): unknown =>
  JSON.parse(
    JSON.stringify(lists, (key, value) =>
      /^id$|_id$|_at$|^utr$|^rand|automation_for$/.test(key) ? undefined : value,
    ).replaceAll(new RegExp(`${run}([._])|(?<=[~.]|__)[0-9a-f]{6}(?=["@])`, 'g'), '*$1'),
  );

test('ten seeds at once share one group, and cleaned leave nothing else', async () => {
  writeFileSync(join(folder, 'seed.yaml'), seed);
  const before = await listsOf(shell);
  const runs = Array.from({length: 10}, (_, at) => `job-${at}`);
  const ran = await Promise.all(runs.map(run => emk(`seed seed.yaml --run ${run} -o json --quiet`)));
  expect(ran.map(({code, stderr}) => [code, stderr])).toEqual(runs.map(() => [0, '']));
  const full = await listsOf(shell);
  expect(full['contacts']).toHaveLength((before['contacts']?.length ?? 0) + 120);
  expect(full['groups']?.filter(one => one['group_name'] === 'Tests all')).toHaveLength(1);
  expect(full['members']).toHaveLength((before['members']?.length ?? 0) + 10);
  for (const run of runs) {
    expect(JSON.stringify(full['members'])).toContain(markedAddress(run, 'left@example.com'));
  }
  // A clean on another machine does not know what was made here.
  rmSync(join(folder, 'state'), {recursive: true});
  const cleaned = await Promise.all(
    runs.slice(0, 9).map(run => emk(`seed clean --run ${run} --yes --max-delete 30 --quiet`)),
  );
  expect(cleaned.map(({code, stderr}) => [code, stderr])).toEqual(cleaned.map(() => [0, '']));
  expect((await emk('seed clean --older-than 0h --yes --max-delete 30')).code).toBe(0);
  const after = await listsOf(shell);
  expect(withoutGroup(after)).toEqual(withoutGroup(before));
}, 240_000);

test.each(oneOf(2, ['after', 'before'] as const))(
  'one that is killed %s any request ends as it would have',
  async when => {
    writeFileSync(join(folder, 'seed.yaml'), seed);
    const before = await listsOf(shell);
    proxy().aim(shell.sandbox.baseUrl);
    await emk('seed seed.yaml --run whole', 'whole.');
    const wanted = alike(withRun(await listsOf(shell), before, 'whole'), 'whole');
    expect(wanted).toMatchObject({
      lists: [{name: '*.QA~*'}],
      groups: [{group_name: 'Tests *.'}],
    });
    await emk('seed clean --run whole --yes --max-delete 30');
    let kills = 0;
    for (let at = Math.max(oneIn(4), when === 'before' ? 1 : 2); ; at += STEP) {
      const run = `k${at}`;
      const group = `${run}.`;
      const first = start(`seed seed.yaml --run ${run}`, group, proxy().baseUrl);
      proxy().order(at, when, first.kill, 'changes');
      const {code} = await first.ended;
      const wasKilled = proxy().seen >= at;
      expect([run, code]).toEqual([run, wasKilled ? null : 0]);
      const again = await emk(`seed seed.yaml --run ${run}`, group);
      expect([run, again.code, again.stderr]).toEqual([run, 0, expect.any(String)]);
      expect([run, alike(withRun(await listsOf(shell), before, run), run)]).toEqual([run, wanted]);
      const cleaned = await emk(`seed clean --run ${run} --yes --max-delete 30`);
      expect([run, cleaned.code]).toEqual([run, 0]);
      expect(withoutGroup(await listsOf(shell))).toEqual(withoutGroup(before));
      if (!wasKilled) break;
      kills++;
      expect(at).toBeLessThan(40);
    }
    expect(kills).toBeGreaterThan(0);
  },
  300_000,
);

const STEP = oneIn(28);

/** What a run has added to the lists. */
const withRun = (lists: Lists, start: Lists, run: string): Lists =>
  Object.fromEntries(
    Object.entries(lists).map(([name, records]) => {
      const ids = new Set(start[name]?.map(({id}) => id));
      return [
        name,
        records.filter(
          ({id, group_name}) => !ids.has(id) && (group_name === undefined || String(group_name).includes(run)),
        ),
      ];
    }),
  );
