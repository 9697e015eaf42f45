/** The count after a chunk is read while the next chunk is under way. */
import {afterEach, beforeEach, expect, test} from 'vitest';
import {operations as contacts} from '../../../src/endpoints/contacts.js';
import {operations as lists} from '../../../src/endpoints/lists.js';
import {type FakeRun, leads, startFakeRun} from '../fake-run.js';
import {lost} from '../fake-service.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
  run.write('leads.csv', leads(60));
});
afterEach(() => run.close());

const reads = (route: string): number => run.service.reads.filter(read => read === route).length;
const chunked = {chunk_rows: 20};

test('a count that grew as expected has no list read', async () => {
  expect(await run.import({...chunked, include_unsubscribed: true})).toMatchObject({exit: 0, data: {verified: 60}});
  expect(run.service.uploads.map(({length}) => length)).toEqual([10, 20, 20, 10]);
  expect(reads(lists.list.route)).toBe(8);
  expect(reads(contacts.list.route)).toBe(3);
});

test('a chunk of which nothing arrives is found out after the next one, and stops the import', async () => {
  run.service.fate = upload => (upload === 2 ? {applied: 0} : undefined);
  const {exit, error, data} = await run.import(chunked);
  expect(exit).toBe(8);
  expect(error?.message).toContain('imported chunk 2, but none of the 20 addresses is in the list');
  expect(run.service.uploads.map(({length}) => length)).toEqual([10, 20, 20]);
  expect(data).toMatchObject({sent: 50});
  expect(await run.resume()).toMatchObject({exit: 8, data: {missing: 20, sent: 60, verified: 40}});
  expect(run.read('leads.missing.csv').split('\n').slice(1, -1)).toHaveLength(20);
});

test('the last chunk is counted too', async () => {
  run.service.fate = upload => (upload === 4 ? {applied: 0} : undefined);
  const {exit, error, data} = await run.import(chunked);
  expect(exit).toBe(8);
  expect(error?.message).toContain('imported chunk 4, but none of the 10 addresses is in the list');
  // Rows are missing, and it does not say which ones.
  expect(data).toMatchObject({sum: {wanted: 60, done: 0, left: 60, doubtful: 0}});
});

test('a chunk that never arrived is found out although the answer for the next one is lost', async () => {
  run.service.fate = upload => (upload === 2 ? {applied: 0} : upload === 3 ? {error: lost()} : undefined);
  const {exit, data} = await run.import(chunked);
  expect(exit).toBe(9);
  expect(data).toMatchObject({sent: 30, unknown: 20});
  run.service.fate = () => undefined;
  expect(await run.resume()).toMatchObject({exit: 8, data: {missing: 20, verified: 40}});
  expect(new Set(run.service.listed.map(({email}) => email)).size).toBe(run.service.listed.length);
});

test('contacts that somebody deletes meanwhile have the list read, and stop nothing', async () => {
  for (let at = 0; at < 30; at++)
    run.service.listed.push({id: at - 30, contact_type_id: 1, deleted_at: null, email: `old${at}@example.org`});
  run.service.fate = upload => {
    if (upload === 3) run.service.listed.splice(0, 15);
    return undefined;
  };
  expect(await run.import(chunked)).toMatchObject({exit: 0, data: {verified: 60, missing: 0, duplicates: 0}});
  expect(run.service.uploads).toHaveLength(4);
});

test('contacts that somebody adds meanwhile change nothing', async () => {
  run.service.fate = upload => {
    run.service.listed.push({
      id: 5000 + upload,
      contact_type_id: 1,
      deleted_at: null,
      email: `new${upload}@example.org`,
    });
    return undefined;
  };
  expect(await run.import(chunked)).toMatchObject({exit: 0, data: {verified: 60, missing: 0, duplicates: 0}});
  expect(reads(contacts.list.route)).toBe(3);
});
