import fc from 'fast-check';
import {expect, test} from 'vitest';
import {UnknownOutcomeError} from '../../../src/errors.js';
import {samples} from '../../random-runs.js';
import {tries} from '../../sample.js';
import {type FakeRun, leads, startFakeRun} from '../fake-run.js';
import {type Fate, gone, Killed, lost} from '../fake-service.js';
import {markOf, tear} from '../journal-file.js';

/** How often each address is in the list. */
function timesListed({service}: FakeRun): Map<string, number> {
  const times = new Map<string, number>();
  for (const {email} of service.listed) times.set(email, (times.get(email) ?? 0) + 1);
  return times;
}

const fate: fc.Arbitrary<Fate | undefined> = fc.oneof(
  {weight: 5, arbitrary: fc.constant(undefined)},
  {weight: 1, arbitrary: fc.constant({error: lost()})},
  {weight: 1, arbitrary: fc.constant({applied: 0, error: lost()})},
  {weight: 1, arbitrary: fc.nat(200).map(applied => ({applied, error: lost()}))},
  {weight: 1, arbitrary: fc.nat(25_000).map(late => ({late, error: lost()}))},
  {weight: 1, arbitrary: fc.nat(60_000).map(late => ({late, error: new UnknownOutcomeError('504', {status: 504})}))},
  {weight: 1, arbitrary: fc.constant({applied: 0, error: gone()})},
  {weight: 1, arbitrary: fc.boolean().map(after => ({killed: true as const, ...(after ? {} : {applied: 0})}))},
  {weight: 1, arbitrary: fc.nat(25_000).map(late => ({killed: true as const, late}))},
);

const story = fc.record({
  rows: fc.integer({min: 1, max: 400}),
  fates: fc.array(fate, {maxLength: 12}),
  deaths: fc.array(fc.integer({min: 1, max: 60}), {maxLength: 3}),
  torn: fc.constantFrom('none', 'half', 'whole'),
  known: fc.nat(5),
});

test('whatever is lost, late or killed: no row is missing, none is there twice', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({rows, fates, deaths, torn, known}) => {
      const run = startFakeRun();
      try {
        run.write('leads.csv', leads(rows));
        for (let at = 0; at < known; at++) {
          run.service.listed.push({id: -1 - at, contact_type_id: 1, deleted_at: null, email: `p${at}@example.com`});
        }
        run.service.fate = upload => fates[upload - 1];
        let exit = -1;
        for (let tries = 0; exit !== 0 && tries < 20; tries++) {
          run.service.dieIn = deaths[tries] ?? Number.POSITIVE_INFINITY;
          const mark = markOf(run);
          try {
            const ended = run.resumable() ? await run.resume() : await run.import();
            exit = ended.exit;
            if (exit === 9) expect(ended.error?.message).toMatch(/lines? [\d,–]+/);
            else expect([0, 6, 8]).toContain(exit);
          } catch (error) {
            if (!(error instanceof Killed)) throw error;
            if (!error.sending) tear(run, mark, torn);
            run.service.now += 1000;
          }
        }
        const times = timesListed(run);
        for (let at = 0; at < rows; at++) expect(times.get(`p${at}@example.com`), `row ${at}`).toBe(1);
        expect(exit).toBe(0);
      } finally {
        run.close();
      }
    }),
    samples(tries(4, 16)),
  );
}, 600_000);
