/** Work whose journal fails at any of its writes, and is run again: it ends exact, whatever was in doubt. */

import {afterEach, beforeEach, expect, test} from 'vitest';
import {type FakeRun, leads, startFakeRun} from '../contacts-import/fake-run.js';
import {lost} from '../contacts-import/fake-service.js';
import {realFs, replaceInFs} from '../replace-in-fs.js';
import {tries} from '../sample.js';

let left = Number.POSITIVE_INFINITY;
let run: FakeRun;

beforeEach(() => {
  run = startFakeRun();
  left = Number.POSITIVE_INFINITY;
  replaceInFs('writeSync', (file, bytes) => {
    left -= 1;
    if (left >= 0) return realFs.writeSync(file, bytes);
    throw Object.assign(new Error('no space left on device'), {code: 'ENOSPC'});
  });
});
afterEach(() => run.close());

const held = (): string[] => run.service.listed.map(({email, city}) => `${email} ${city ?? ''}`).sort();

/**
 * Starts with an account and a file, and fails at one write of the journal; then the disk has space again. Only work that
 * is wholly done may end with 0.
 */
async function failAt(
  write: number,
  wanted: readonly string[],
  work: () => Promise<{readonly exit: number}>,
): Promise<boolean> {
  left = write;
  const {exit} = await work();
  const failed = left < 0;
  left = Number.POSITIVE_INFINITY;
  if (failed && exit === 0) expect(held(), `write ${write}`).toEqual(wanted);
  return failed;
}

/** Every write is tried in the long tests, and some of them otherwise. */
const STEP = tries(3, 1);

test('an import', async () => {
  const wanted = Array.from({length: 60}, (_, at) => `p${at}@example.com `).sort();
  for (let write = 0, failed = true; failed; write += STEP) {
    run.close();
    run = startFakeRun();
    run.write('leads.csv', leads(60));
    run.service.fate = upload => (upload === 2 ? {applied: 5, error: lost()} : undefined);
    failed = await failAt(write, wanted, () => run.import());
    const again = run.resumable() ? await run.resume() : await run.import();
    expect(again.exit, `write ${write}`).toBe(0);
    expect(held(), `write ${write}`).toEqual(wanted);
  }
});

test('a sync', async () => {
  const rows = [
    'email,city,country',
    'p0@example.com,Pune,Germany',
    'p1@example.com,Ulm,Germany',
    'p9@example.com,Bonn,Germany',
  ];
  const wanted = ['p0@example.com Pune', 'p1@example.com Ulm', 'p9@example.com Bonn'];
  for (let write = 0, failed = true; failed; write += STEP) {
    run.close();
    run = startFakeRun();
    run.write('leads.csv', rows.join('\n'));
    const contact = {contact_type_id: 1, deleted_at: null, custom_field: null, city: 'Bonn', country: 'Germany'};
    for (const at of [0, 1, 2]) run.service.listed.push({...contact, id: at - 100, email: `p${at}@example.com`});
    const sync = () => run.sync({update: 'all', gone: 'delete'});
    failed = await failAt(write, wanted, sync);
    expect((await sync()).exit, `write ${write}`).toBe(0);
    expect(held(), `write ${write}`).toEqual(wanted);
    expect(run.resumable()).toBe(false);
  }
});
