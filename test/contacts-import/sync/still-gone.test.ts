/** People may change while a question is open: only those go who are still what somebody agreed to. */
import {afterEach, beforeEach, expect, test} from 'vitest';
import {type FakeRun, leads, startFakeRun} from '../fake-run.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun({yes: true});
  for (const [at, name] of ['ada', 'bo', 'cy', 'di', 'eve'].entries()) {
    const contact = {contact_type_id: 1, deleted_at: null, country: 'Germany', custom_field: null};
    run.service.listed.push({...contact, id: at + 1, email: `${name}@example.com`});
  }
  run.service.nextId = 6;
  run.write('leads.csv', 'email\nada@example.com\nbo@example.com\nright@example.com');
});
afterEach(() => run.close());

/** Does something while the question is open. */
function meanwhile(act: () => void): void {
  const {agree} = run.context;
  const whileAsked = (...asked: Parameters<typeof agree>) => {
    act();
    return agree(...asked);
  };
  Object.assign(run.context, {agree: whileAsked});
}

const change = (id: number, fields: object): void =>
  void Object.assign(run.service.listed.find(one => one.id === id) ?? {}, fields);
const there = (): number[] => run.service.listed.map(({id}) => id);
const unsubscribed = (): string[] => run.service.left.map(one => one.email_address);

test('a sync deletes nobody who moved to another list, or got an address of the file', async () => {
  meanwhile(() => {
    change(3, {contact_type_id: 2});
    change(4, {email: 'Right@example.com'});
  });
  const {exit, data} = await run.sync({gone: 'delete'});
  expect([exit, there().filter(id => id < 6)]).toEqual([8, [1, 2, 3, 4]]);
  expect(data).toMatchObject({done: {deleted: 1, failed: 2}, left: {delete: 2}});
  expect(run.service.changes).toEqual(['delete 5']);
});

test('a sync unsubscribes nobody who moved, or got an address of the file', async () => {
  meanwhile(() => {
    change(3, {contact_type_id: 2});
    change(4, {email: 'right@example.com'});
  });
  const {exit, data} = await run.sync({gone: 'unsubscribe'});
  expect([exit, unsubscribed()]).toEqual([8, ['eve@example.com']]);
  expect(data).toMatchObject({done: {unsubscribed: 1, failed: 2}, left: {unsubscribe: 2}});
  expect(data?.failures).toMatchObject([
    {id: 3, reason: 'Contact 3 is no longer on the list, so emk left it alone.'},
    {id: 4, reason: expect.stringContaining('changed in the meantime')},
  ]);
});

test('of a person with two contacts, both are unsubscribed, and so is who left by themselves', async () => {
  run.write('leads.csv', 'email\nada@example.com\nbo@example.com\ncy@example.com');
  change(5, {email: 'Di@example.com'});
  const left = {email_address: 'di@example.com', unsubscribe_groups_id: null};
  const first = await run.sync({gone: 'unsubscribe'});
  expect([first.exit, first.data?.done]).toMatchObject([0, {unsubscribed: 2, failed: 0}]);
  run.service.left.length = 0;
  meanwhile(() => run.service.left.push({id: 9, ...left}));
  const {exit, data} = await run.sync({gone: 'unsubscribe'});
  expect([exit, data?.done, unsubscribed()]).toMatchObject([0, {unsubscribed: 2}, ['di@example.com']]);
});

test('an undo deletes nobody who was changed or moved while it asked, unless it was told to delete the changed', async () => {
  run.write('leads.csv', leads(4));
  await run.import();
  const added = there().slice(-4);
  const [one = 0, other = 0, third = 0] = added;
  run.service.now += 1000;
  change(third, {updated_at: '2026-03-05T12:00:00.000000Z'});
  meanwhile(() => {
    change(one, {city: 'Pune', updated_at: '2026-03-05T12:00:00.000000Z'});
    change(other, {contact_type_id: 2});
  });
  const {exit, data} = await run.undo({force: true});
  expect([exit, data]).toMatchObject([8, {to_delete: 4, deleted: 2, failed: 2}]);
  expect(there()).toEqual([1, 2, 3, 4, 5, one, other]);
});
