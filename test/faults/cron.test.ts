/**
 * A day of cron: a small script that runs every minute against a service that fails one request in ten. Every effect
 * happens about once, and the log has a sentence for each problem. The suite runs half an hour of it;
 * `CRON_MINUTES=1440` the whole day.
 */
import {expect, test} from 'vitest';
import {stepClock} from '../../src/sandbox/account/clock.js';
import {NOON} from '../support/shell.js';
import {useShell} from '../support/use-shell.js';

const minutes = Number(process.env['CRON_MINUTES'] ?? 30);
/** How long each list stays before the script deletes it again. */
const KEPT = 10;

const shell = useShell({seed: {kind: 'empty'}});

/** What a service may do to one request in ten. */
const failures = [
  ...['500', '500,applied', '502-html', '502-html,applied', '503-maintenance,retry-after=20', '429,retry-after=5'],
  ...['429,retry-after=none', 'reset-before', 'reset-before,headers', 'lost-reply', 'late-commit,s=30', 'garbage'],
  ...['truncate', 'empty', 'empty,applied', 'html200', 'html200,applied', 'php-warning', 'redirect'],
];

type Job = {readonly line: string; readonly doneWith: readonly number[]};

test(`${minutes} runs of a script leave each effect once and a log that can be read`, {
  tags: ['long'],
  timeout: 1_200_000,
}, async () => {
  const random = seeded(20260304);
  const log: string[] = [];
  const codes = new Map<number, number>();
  let waiting: Job[] = [];

  const runAll = async (jobs: readonly Job[], minute: number): Promise<void> => {
    const again: Job[] = [];
    for (const job of jobs) {
      if (random() < 0.3) {
        const [kind = '', ...options] = (failures[Math.floor(random() * failures.length)] ?? '').split(',');
        const place = ['GET /contacts-type', 'POST /contacts-type/add', 'DELETE /contacts-type/delete'];
        const struck = place[Math.floor(random() * place.length)];
        shell().sandbox.misbehave(`${struck}=${[`${kind}:1`, ...options].join(',')}`);
      }
      const now = new Date(Date.parse(NOON) + minute * 60_000);
      const {code, stderr} = await shell().emk(`${job.line} -q`, {host: {now: () => now}});
      shell().sandbox.faults.clear();
      codes.set(code, (codes.get(code) ?? 0) + 1);
      log.push(stderr);
      if (!job.doneWith.includes(code)) again.push(job);
    }
    waiting = again;
    await shell().sandbox.account.store.transaction(db => stepClock(db, {by: 60_000}, new Date()));
  };

  for (let minute = 0; minute < minutes; minute++) {
    const old = minute - KEPT;
    await runAll(
      [
        ...waiting,
        {line: `lists create "Minute ${minute}" --if-missing`, doneWith: [0]},
        ...(old < 0 ? [] : [{line: `lists delete "Minute ${old}" --yes`, doneWith: [0, 4]}]),
      ],
      minute,
    );
  }
  for (let more = 0; waiting.length > 0 && more < 60; more++) await runAll(waiting, minutes + more);

  expect(waiting).toEqual([]);
  const {stdout} = await shell().emk('lists list -o jsonl');
  const left = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as {readonly id: number; readonly name: string});
  expect(left.map(({name}) => name).sort()).toEqual(
    Array.from({length: KEPT}, (_, at) => `Minute ${minutes - KEPT + at}`).sort(),
  );
  // Ids are given out in order, so nothing was made more than once and deleted again.
  const {stdout: id} = await shell().emk('lists create Last -o id');
  expect(Number(id)).toBe(minutes + 1);

  const lines = log.join('').split('\n').filter(Boolean);
  const failed = [...codes].reduce((sum, [code, count]) => (code === 0 ? sum : sum + count), 0);
  expect(failed).toBeGreaterThan(minutes / 20);
  expect(lines.filter(line => line.startsWith('error: '))).toHaveLength(failed);
  expect(lines.filter(line => !/^(error|warning): |^ {2}\S/.test(line))).toEqual([]);
  expect(lines.filter(line => line.length > 300 || /\p{Cc}|^\s+at /u.test(line))).toEqual([]);
});

/** The same random numbers in every run. */
function seeded(state: number): () => number {
  let now = state;
  return () => {
    now = (now * 1664525 + 1013904223) % 4294967296;
    return now / 4294967296;
  };
}
