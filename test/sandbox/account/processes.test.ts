// @module-tag long
import {once} from 'node:events';
import {lstatSync, mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {setTimeout as sleep} from 'node:timers/promises';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {raw} from '../../support/raw-http.js';
import {bundleWorkers, endOf} from '../../support/workers.js';
import {openShared} from './worker-store.js';

let workers: Awaited<ReturnType<typeof bundleWorkers>>;
let folder: string;

beforeAll(async () => {
  workers = await bundleWorkers(import.meta.url, ['worker-append', 'worker-rewrite', 'worker-crowd']);
});
afterAll(() => workers?.remove());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emk-processes-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

describe('an account that several processes use', () => {
  it('loses none of the hundred writes of ten processes at once', async () => {
    const file = join(folder, 'account.db');
    const writers = Array.from({length: 10}, (_, at) => workers.run('worker-append', file, `writer ${at}`));
    expect(await Promise.all(writers.map(endOf))).toEqual(writers.map(() => 0));
    const store = await openShared(file);
    const counts = await store.transaction(db =>
      db.all<{count: number}>('SELECT count(*) AS count FROM notes GROUP BY writer'),
    );
    expect(counts.map(({count}) => count)).toEqual(writers.map(() => 100));
    await store.close();
    expect(readdirSync(folder).filter(name => name.includes('.held'))).toEqual([]);
  });

  it('opens at once and whole after a kill in the middle of a write, time and again', async () => {
    const lanes = [0, 1].map(async lane => {
      const file = join(folder, `account-${lane}.db`);
      const first = await openShared(file);
      await first.transaction(db => {
        for (let id = 1; id <= 150; id++) db.run('INSERT INTO pages VALUES (?, 0, hex(randomblob(600)))', [id]);
      });
      await first.close();
      let torn = 0;
      let rounds = 0;
      for (let kill = 0; kill < 6; kill++) {
        const worker = workers.run('worker-rewrite', file);
        await once(worker.stdout ?? worker, 'data');
        // Some live long enough to finish a write, however busy the machine is.
        await sleep(kill % 5 === 0 ? 150 : Math.random() * 12);
        worker.kill('SIGKILL');
        await endOf(worker);
        // A lock is a link to nothing.
        if (lstatSync(`${file}.held`, {throwIfNoEntry: false})) torn += 1;
        const store = await openShared(file);
        const [{rows, lowest, highest}, {integrity_check: check}] = await store.transaction(db => [
          db.get<Pages>('SELECT count(*) AS rows, min(round) AS lowest, max(round) AS highest FROM pages') ?? nothing,
          db.get<{integrity_check: string}>('PRAGMA integrity_check') ?? {integrity_check: 'none'},
        ]);
        await store.close();
        expect({rows, check, mixed: highest - lowest}).toEqual({rows: 150, check: 'ok', mixed: 0});
        expect(lowest).toBeGreaterThanOrEqual(rounds);
        rounds = lowest;
      }
      return {torn, rounds};
    });
    const ends = await Promise.all(lanes);
    // Kills between two writes prove nothing; most come in the middle of one.
    expect(ends.reduce((sum, {torn}) => sum + torn, 0)).toBeGreaterThan(1);
    expect(ends.every(({rounds}) => rounds > 0)).toBe(true);
  }, 120_000);
});

describe('a large account', () => {
  it('is listed without being held in memory', async () => {
    const contacts = 150_000;
    const worker = workers.run('worker-crowd', String(contacts));
    const said = createInterface({input: worker.stdout ?? process.stdin})[Symbol.asyncIterator]();
    const line = async () => JSON.parse((await said.next()).value ?? '{}');
    const {baseUrl, publicKey, secretKey} = await line();
    const {text} = await raw(`${baseUrl}/contacts/list`, {headers: {PublicKey: publicKey, SecretKey: secretKey}});
    worker.kill('SIGTERM');
    expect(text.match(/"email":/g)).toHaveLength(contacts);
    // The list alone is 90 MB as text, and several times that as records; without either the process takes 100 to 170,
    // as its garbage is collected early or late.
    expect((await line()).megabytes).toBeLessThan(250);
    expect(await endOf(worker)).toBe(0);
  }, 60_000);
});

type Pages = {readonly rows: number; readonly lowest: number; readonly highest: number};
const nothing: Pages = {rows: 0, lowest: 0, highest: 0};
