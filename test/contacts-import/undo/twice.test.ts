import {afterEach, beforeEach, expect, test} from 'vitest';
import {type FakeRun, leads, startFakeRun} from '../fake-run.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
});
afterEach(() => run.close());

test('a second undo says that the import was undone, and when', async () => {
  run.write('leads.csv', leads(3));
  await run.import();
  run.service.now = Date.parse('2026-03-05T09:30:00Z');
  const {exit: first, data} = await run.undo();
  expect(first).toBe(0);
  run.service.now = Date.parse('2026-03-06T12:00:00Z');
  const {exit, error} = await run.undo();
  expect(exit).toBe(4);
  expect(error?.message).toMatch(
    /^The last import, leads\.csv → "Leads", was undone already on 2026-03-05 at 09:3\d UTC\.$/,
  );
  expect(await run.undo({id: data?.import})).toMatchObject({exit: 0, data: {result: 'undone', deleted: 0}});
});

test('where there was an import before it, the second undo names that one', async () => {
  run.write('leads.csv', leads(3));
  await run.import();
  run.write('leads.csv', leads(3, 3));
  await run.import();
  await run.undo();
  const {exit, error} = await run.undo();
  expect(exit).toBe(4);
  expect(error?.message).toContain('was undone already on 2026-03-04 at');
  expect(error?.hint).toContain('To undo the one before it, run: emk contacts import undo ');
});

test('where nothing was imported, an undo says so', async () => {
  expect((await run.undo()).error?.message).toBe(
    'There is nothing to undo: no import from this machine added anything.',
  );
});
