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
  expect((await run.undo()).exit).toBe(0);
  run.service.now = Date.parse('2026-03-06T12:00:00Z');
  expect(await run.undo()).toMatchObject({exit: 0, data: {result: 'undone', deleted: 0}});
});
