/** A service that loses what its form cannot hold harms one contact at most: nobody else is changed before the first was seen. */
import {afterEach, beforeEach, expect, test} from 'vitest';
import {RefusedError} from '../../../src/errors.js';
import {type FakeRun, startFakeRun} from '../fake-run.js';

const people = [0, 1, 2, 3, 4, 5];

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
  const contact = {contact_type_id: 1, deleted_at: null, custom_field: 'kept', city: 'Bonn', country: 'Germany'};
  for (const at of people) run.service.listed.push({...contact, id: at + 1, email: `p${at}@example.com`});
  run.write('leads.csv', ['email,city,country', ...people.map(at => `p${at}@example.com,Pune,Germany`)].join('\n'));
  run.service.onUpdate = stored => Object.assign(stored, {custom_field: null});
});
afterEach(() => run.close());

const harmed = (): number => run.service.listed.filter(({custom_field}) => custom_field === null).length;

const sync = () => run.sync({update: 'all'});

test('of many contacts, the first is changed and looked at alone', async () => {
  expect((await sync()).exit).toBe(8);
  expect([harmed(), run.service.changes]).toEqual([1, ['update 1']]);
});

test('where the first is refused, the next is looked at', async () => {
  run.service.changeFate = change => (change === 1 ? {applied: 0, error: new RefusedError('No.')} : undefined);
  expect((await sync()).exit).toBe(8);
  expect([harmed(), run.service.changes]).toEqual([1, ['update 1', 'update 2']]);
});

test('after the first that is as it should be, the others are changed', async () => {
  run.service.onUpdate = () => undefined;
  expect((await sync()).exit).toBe(0);
  expect([harmed(), run.service.changes.length]).toEqual([0, 6]);
});
