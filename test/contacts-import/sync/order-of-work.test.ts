/** What a sync does first, what it does after a failure, and when it stops: by requests, without a sandbox. */
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {pastRuns} from '../../../src/contacts-import/journal/runs.js';
import {RefusedError, ThrottledError} from '../../../src/errors.js';
import {type FakeRun, startFakeRun} from '../fake-run.js';
import {type Fate, gone, lost} from '../fake-service.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun({yes: true});
});
afterEach(() => run.close());

const head = 'email,city,country';
const row = (name: string, city = 'Bonn') => `${name}@example.com,${city},Germany`;
const named = (count: number, from = 0) => Array.from({length: count}, (_, at) => `p${from + at}`);

/** Lists people in Bonn, with the ids 1, 2, 3, … */
const list = (...names: readonly string[]): void => {
  for (const [at, name] of names.entries()) {
    const contact = {contact_type_id: 1, deleted_at: null, city: 'Bonn', country: 'Germany', custom_field: null};
    run.service.listed.push({...contact, id: at + 1, email: `${name}@example.com`});
  }
  run.service.nextId = names.length + 1;
};
const write = (...rows: readonly string[]): void => run.write('leads.csv', [head, ...rows].join('\n'));
const sync = (options: Parameters<FakeRun['sync']>[0] = {}) => run.sync({update: 'all', ...options});
const fates = (...all: ReadonlyArray<Fate | undefined>): void => {
  run.service.changeFate = change => all[change - 1];
};
const refused: Fate = {applied: 0, error: new RefusedError('No.')};
const down: Fate = {applied: 0, error: gone()};
const unheard: Fate = {applied: 0, error: lost()};
const inCity = (city: string): number => run.service.listed.filter(one => one['city'] === city).length;
const steps = () => pastRuns(run.context.host).at(-1);

describe('the parts of a sync', () => {
  beforeEach(() => {
    list('ada', 'bo', 'cy');
    write(row('ada', 'Ulm'), row('bo'), row('new'));
  });

  test('come in this order: who is gone, who differs, who is new', async () => {
    let [before] = [-1];
    run.service.fate = () => {
      before = run.service.changes.length;
      return undefined;
    };
    const {exit, data} = await sync({gone: 'delete'});
    expect([exit, data?.done]).toMatchObject([0, {added: 1, verified: 1, changed: 1, deleted: 1, unsubscribed: 0}]);
    expect([run.service.changes, before]).toEqual([['delete 3', 'update 1'], 2]);
    expect(data?.left).toEqual({add: 0, change: 0, delete: 0, unsubscribe: 0});
    expect(data?.to_do).toEqual({add: 1, change: 1, delete: 1, unsubscribe: 0});
  });

  test('are no steps where nobody is gone', async () => {
    write(row('ada', 'Ulm'), row('bo'), row('cy'), row('new'));
    await sync({gone: 'delete'});
    expect([run.service.changes, steps()?.state.step]).toEqual([['update 1'], 2]);
  });

  test('are written down: what was done, of what sort, and that the run is over', async () => {
    await sync({gone: 'unsubscribe'});
    expect(steps()?.state.end).toMatchObject({
      ...{result: 'done', open: false, sent: 1, verified: 1, missing: 0},
      work: {updates: 1, deletes: 0, unsubscribes: 1},
    });
    expect([steps()?.state.open.size, run.resumable()]).toEqual([0, false]);
    expect([...(steps()?.state.made.values() ?? [])]).toEqual([1]);
  });

  test('go on after one was refused', async () => {
    fates(undefined, refused);
    const {exit, data} = await sync({gone: 'delete'});
    expect([exit, data]).toMatchObject([
      8,
      {done: {added: 1, changed: 0, deleted: 1, failed: 1}, left: {add: 0, change: 1}, failures: [{id: 1}]},
    ]);
    expect([data?.result, run.resumable()]).toEqual(['partial', false]);
  });

  test('end with a deletion that could not reach the service', async () => {
    run.service.changeFate = () => down;
    const {exit, data} = await sync({gone: 'delete'});
    expect([exit, data?.done]).toMatchObject([6, {added: 0, changed: 0, deleted: 0}]);
    expect(run.service.changes.filter(change => !change.startsWith('delete'))).toEqual([]);
    expect([run.service.uploads, run.resumable()]).toEqual([[], true]);
    expect(data?.left).toEqual({add: 1, change: 1, delete: 1, unsubscribe: 0});
    expect(data?.owed).toEqual(['cy@example.com']);
  });

  test('end with a change that could not reach the service', async () => {
    fates(undefined, down);
    const {exit, data} = await sync({gone: 'unsubscribe'});
    expect([exit, data?.done, data?.left]).toMatchObject([
      8,
      {added: 0, changed: 0, unsubscribed: 1},
      {add: 1, change: 1, delete: 0, unsubscribe: 0},
    ]);
    expect([run.service.uploads, run.resumable()]).toEqual([[], true]);
  });

  test('leave people alone who are gone, unless the line says what happens to them', async () => {
    const {data} = await sync();
    expect([data?.gone, data?.left, run.service.changes]).toMatchObject([1, {delete: 0, unsubscribe: 0}, ['update 1']]);
  });

  test('change nobody without --update, and add nobody who is there', async () => {
    write(row('ada', 'Ulm'), row('bo'), row('cy'));
    const {data} = await run.sync({});
    expect([data?.result, data?.changed, run.service.changes, run.service.uploads]).toEqual(['same', 1, [], []]);
  });

  test('count who arrived, not who was sent', async () => {
    run.service.keep = () => [];
    const {exit, data} = await sync({gone: 'delete'});
    expect([exit, data?.done, data?.left]).toMatchObject([8, {added: 0, verified: 0, changed: 1}, {add: 1}]);
  });
});

describe('a program that reads the result as data', () => {
  test('gets the sum beside it', async () => {
    list('ada');
    write(row('ada', 'Ulm'));
    Object.assign(run.context, {reader: 'programs'});
    await sync();
    expect(run.said).toContain('leads.csv → "Leads": 1 changed');
  });
});

describe('deletions', () => {
  test('that were refused are tried once more at the end', async () => {
    list('ada', 'bo', 'cy');
    write(row('ada', 'Ulm'), row('bo'));
    fates(unheard);
    const {exit, data} = await sync({gone: 'delete'});
    expect([exit, data?.done, run.service.listed.length]).toMatchObject([0, {deleted: 1, changed: 1, failed: 0}, 2]);
  });

  test('that stay refused are owed by name', async () => {
    list('ada', 'bo', 'cy');
    write(row('ada'), row('bo'));
    run.service.changeFate = () => refused;
    const {exit, data} = await sync({gone: 'delete'});
    expect([exit, data?.owed, data?.left]).toMatchObject([8, ['cy@example.com'], {delete: 1, unsubscribe: 0}]);
    expect([data?.done.failed, run.service.listed.length]).toEqual([1, 3]);
  });
});

describe('unsubscribes', () => {
  test('that are lost are made later, and nobody else is touched', async () => {
    list('ada', 'bo', 'cy', 'di');
    Object.assign(run.service.listed[3] ?? {}, {email: ' Di@example.com '});
    write(row('ada'), row('bo'));
    fates(unheard);
    const {exit, data} = await sync({gone: 'unsubscribe'});
    expect([exit, data?.done]).toMatchObject([0, {unsubscribed: 2, deleted: 0, failed: 0}]);
    expect(run.service.left.map(one => one.email_address.toLowerCase()).sort()).toEqual([
      ...['cy@example.com', 'di@example.com'],
    ]);
    expect(run.service.listed).toHaveLength(4);
  });
});

describe('changes', () => {
  test('stop after twenty refusals in a row, which are not about the contacts', async () => {
    const names = named(21);
    list(...names);
    write(...names.map(name => row(name, 'Ulm')));
    run.service.changeFate = () => refused;
    const {exit, data} = await sync();
    expect([exit, data?.left.change, data?.done.failed]).toEqual([8, 21, 21]);
    expect(run.resumable()).toBe(true);
  });

  test('go on where fewer were refused, or one of them was not', async () => {
    const names = named(20);
    list(...names);
    write(...names.map(name => row(name, 'Ulm')));
    run.service.changeFate = () => refused;
    expect((await sync()).data?.done.failed).toBe(20);
    expect(run.resumable()).toBe(false);
    run.service.changeFate = change => (change % 20 === 7 ? undefined : refused);
    expect(await sync({})).toMatchObject({data: {done: {changed: 1, failed: 19}}});
    expect(run.resumable()).toBe(false);
  });

  test('of more than a hundred are in the journal hundred by hundred, after one alone', async () => {
    const names = named(130);
    list(...names);
    write(...names.map(name => row(name, 'Ulm')));
    run.service.changeFate = change => (change > 1 && change < 102 ? refused : undefined);
    const {exit, data} = await sync();
    expect([exit, data?.done]).toMatchObject([8, {changed: 1, failed: 100}]);
    expect(run.service.changes).toHaveLength(101);
  });

  test('whose answers are lost are made in the end', async () => {
    const names = named(4);
    list(...names);
    write(...names.map(name => row(name, 'Ulm')), row('new'));
    fates(unheard, unheard, undefined, unheard);
    const {exit, data} = await sync();
    expect([exit, data?.done, inCity('Ulm')]).toMatchObject([0, {added: 1, changed: 4, failed: 0}, 4]);
    expect(steps()?.state.open.size).toBe(0);
  });

  test('lost now and then are not five in a row', async () => {
    const names = named(12);
    list(...names);
    write(...names.map(name => row(name, 'Ulm')));
    run.service.changeFate = change => (change <= 12 && change % 2 === 1 ? unheard : undefined);
    const {exit, data} = await sync();
    expect([exit, data?.done, inCity('Ulm')]).toMatchObject([0, {changed: 12}, 12]);
    expect(run.service.changes.slice(0, 12)).toEqual(names.map((_, at) => `update ${at + 1}`));
  });

  test('are not begun once somebody has interrupted', async () => {
    list('ada', 'bo');
    write(row('ada', 'Ulm'), row('bo', 'Ulm'));
    run.service.onUpdate = () => run.interrupt.abort('SIGINT');
    const {exit} = await sync();
    expect([exit, run.service.changes, run.resumable()]).toEqual([130, ['update 1'], true]);
  });

  test('end with a service that limits requests', async () => {
    list('ada', 'bo');
    write(row('ada', 'Ulm'), row('bo', 'Ulm'));
    fates(undefined, {applied: 0, error: new ThrottledError('Too many.')});
    const {exit, data} = await sync();
    expect([exit, data?.done, data?.left]).toMatchObject([8, {changed: 1}, {change: 1}]);
  });
});
