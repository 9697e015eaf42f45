/** A sync that is killed at each call, its last journal record complete, torn or missing, and run again. */

import {expect, test} from 'vitest';
import {oneIn, sample} from '../../sample.js';
import {type FakeRun, startFakeRun} from '../fake-run.js';
import {Killed} from '../fake-service.js';
import {markOf, tear} from '../journal-file.js';

const numbers = (from: number, to: number): number[] => Array.from({length: to - from}, (_, at) => from + at);

const FILE = [
  'email,city,country',
  ...numbers(0, 3).map(at => `p${at}@example.com,Bonn,Germany`),
  ...numbers(3, 6).map(at => `p${at}@example.com,Pune,Germany`),
  ...numbers(20, 28).map(at => `p${at}@example.com,Ulm,Germany`),
].join('\n');

/** Six of the file's people, half of them in another city, and two who are not in the file. */
function fill({service}: FakeRun): void {
  const contact = {contact_type_id: 1, deleted_at: null, custom_field: null, city: 'Bonn', country: 'Germany'};
  for (const at of numbers(0, 8)) service.listed.push({...contact, id: at - 100, email: `p${at}@example.com`});
}

const held = ({service}: FakeRun): string[] =>
  service.listed.map(({email, city, country}) => `${email},${city},${country}`).sort();

test.each(
  sample(
    [
      ['none', 1],
      ['half', 2],
      ['whole', 3],
    ] as const,
    1,
  ),
)('killed at any call, with %s of its last record', async (torn, first) => {
  let died = true;
  for (let call = STEP === 1 ? 1 : first; died; call += STEP) {
    died = false;
    const run = startFakeRun();
    try {
      fill(run);
      run.write('leads.csv', FILE);
      const input = {update: 'all', gone: 'delete'} as const;
      run.service.dieIn = call;
      const mark = markOf(run);
      await run.sync(input).catch(error => {
        if (!(error instanceof Killed)) throw error;
        died = true;
        tear(run, mark, torn);
      });
      run.service.dieIn = Number.POSITIVE_INFINITY;
      expect((await run.sync(input)).exit, `call ${call}`).toBe(0);
      expect(held(run), `call ${call}`).toEqual(FILE.split('\n').slice(1).sort());
      expect(run.resumable()).toBe(false);
      const before = run.said.length;
      expect((await run.sync(input)).data, `call ${call}`).toMatchObject({result: 'same'});
      expect(run.said.slice(before).join(), 'a broken run is waited for once').not.toContain('stopped');
      expect(run.service.changes.length + run.service.uploads.length).toBeLessThan(30);
    } finally {
      run.close();
    }
  }
});

const STEP = oneIn(3);
