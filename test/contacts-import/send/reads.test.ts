/** An import of a few rows spends its time on reading a list of hundreds of thousands. */
import {afterEach, beforeEach, expect, test} from 'vitest';
import {operations as contacts} from '../../../src/endpoints/contacts.js';
import {type FakeRun, leads, startFakeRun} from '../fake-run.js';
import {Killed, lost} from '../fake-service.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
  run.write('leads.csv', leads(1000));
});
afterEach(() => run.close());

function fill(count: number, ids: (at: number) => number): void {
  for (let at = 0; at < count; at++) {
    const contact = {contact_type_id: 1, deleted_at: null, custom_field: null, email: `old${at}@example.org`};
    run.service.listed.push({...contact, id: ids(at)});
  }
}

const readings = (): number => run.service.reads.filter(route => route === contacts.list.route).length;

test('an import reads the list before, for the first rows, and at the end', {tags: ['long']}, async () => {
  fill(3000, at => at - 3000);
  expect(await run.import()).toMatchObject({exit: 0, data: {verified: 1000}});
  expect(readings()).toBe(3);
});

test('columns that are mixed up in a long list are found out with the first ten rows anyway', async () => {
  fill(3000, at => at - 3000);
  run.service.keep = ({first_name = '', ...row}) => [{...row, city: first_name}];
  const {exit, error} = await run.import();
  expect(exit).toBe(8);
  expect(error?.message).toContain('first_name did not arrive in its column');
  expect(run.service.uploads).toHaveLength(1);
});

test('a plan of a sync reads the list once', {tags: ['long']}, async () => {
  fill(3000, at => at - 3000);
  expect(await run.plan()).toMatchObject({exit: 10, data: {new: 1000, gone: 3000}});
  expect(readings()).toBe(1);
});

test('an import that fits into one request reads the list before, and at the end only', async () => {
  fill(30, at => at - 30);
  run.write('leads.csv', leads(10));
  expect(await run.import()).toMatchObject({exit: 0, data: {added: 10, verified: 10}});
  expect(readings()).toBe(2);
  expect(run.service.uploads).toHaveLength(1);
});

test('the last look of such an import checks each field too', async () => {
  run.write('leads.csv', leads(10));
  run.service.keep = ({first_name = '', ...row}) => [{...row, city: first_name}];
  const {exit, error} = await run.import();
  expect(exit).toBe(8);
  expect(error?.message).toContain('first_name did not arrive in its column');
  expect(readings()).toBe(2);
});

test('the last look of such an import waits for rows that come late, and finds out that none came', async () => {
  run.write('leads.csv', leads(5));
  run.service.fate = () => ({late: 20_000});
  expect(await run.import()).toMatchObject({exit: 0, data: {added: 5, verified: 5}});
  run.write('leads.csv', leads(5, 5));
  run.service.fate = () => ({applied: 0});
  const {exit, error} = await run.import();
  expect(exit).toBe(8);
  expect(error?.message).toContain('none of the 5 addresses is in the list');
});

test('a resume with nothing left to send reads the list once', async () => {
  run.write('leads.csv', leads(30));
  run.service.listCap = 5;
  run.service.fate = upload => (upload === 2 ? {error: lost()} : undefined);
  expect((await run.import()).exit).toBe(9);
  run.service.listCap = Number.POSITIVE_INFINITY;
  const before = readings();
  expect(await run.resume()).toMatchObject({exit: 0, data: {added: 30, verified: 30}});
  expect(readings() - before).toBe(2);
  expect(run.service.uploads).toHaveLength(2);
});

test('an import of one request, killed at any call while others add contacts: nobody is missing or there twice', async () => {
  for (let call = 1, over = false; !over; call++) {
    const each = startFakeRun();
    try {
      each.write('leads.csv', leads(10));
      each.service.fate = () => {
        each.service.listed.push({id: 5000, contact_type_id: 1, deleted_at: null, email: 'stranger@example.org'});
        return undefined;
      };
      each.service.dieIn = call;
      over = await each.import().then(
        ({exit}) => exit === 0,
        error => {
          if (!(error instanceof Killed)) throw error;
          return false;
        },
      );
      each.service.dieIn = Number.POSITIVE_INFINITY;
      if (!over) expect((await (each.resumable() ? each.resume() : each.import())).exit).toBe(0);
      const emails = each.service.listed.map(({email}) => email).filter(email => email !== 'stranger@example.org');
      expect(emails.sort()).toEqual(Array.from({length: 10}, (_, at) => `p${at}@example.com`));
    } finally {
      each.close();
    }
  }
});
