/** The plan of a sync, from what the service shows: who is new, who moves, who waits, and what it refuses to guess. */
import {existsSync} from 'node:fs';
import {Readable} from 'node:stream';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {targetOf} from '../../../src/accounts/target.js';
import {keptSource} from '../../../src/contacts-import/file/source.js';
import {pastRuns} from '../../../src/contacts-import/journal/runs.js';
import type {SyncSettings} from '../../../src/contacts-import/journal/settings.js';
import {interruptedRuns, supersede, waitUntilSettled} from '../../../src/contacts-import/sync/earlier-runs.js';
import {agreeOnTerms} from '../../../src/contacts-import/sync/terms.js';
import {operations as lists} from '../../../src/endpoints/lists.js';
import {UsageError} from '../../../src/errors.js';
import {type FakeRun, startFakeRun} from '../fake-run.js';
import {gone, lost} from '../fake-service.js';
import {custom, reserved} from '../reading.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun({yes: true});
});
afterEach(() => run.close());

/** Lists people by their first names, each with an address and other values. */
const list = (people: Readonly<Record<string, object>>): void => {
  for (const [name, fields] of Object.entries(people)) {
    const id = run.service.nextId++;
    const contact = {contact_type_id: 1, deleted_at: null, custom_field: null, city: 'Bonn', country: 'Germany'};
    run.service.listed.push({...contact, id, first_name: name, email: `${name}@example.com`, ...fields});
  }
};
const write = (...lines: readonly string[]): void => run.write('leads.csv', lines.join('\n'));
const left = (...names: readonly string[]): void => {
  for (const name of names)
    run.service.left.push({
      ...{id: run.service.left.length + 1, email_address: `${name}@example.com`, unsubscribe_groups_id: null},
    });
};
const contact = (name: string) => run.service.listed.find(one => one['first_name'] === name) ?? ({} as never);

describe('the country of --set', () => {
  const row = ['email,first_name,city', 'ada@example.com,ada,Ulm'];
  test('is for people who have none, if they are changed', {tags: ['long']}, async () => {
    list({ada: {country: ''}});
    write(...row);
    expect((await run.plan({update: 'city'})).data).toMatchObject({without_country: 1, done: {changed: 0}});
    const set = ['city=Kiel', 'country=India'];
    expect((await run.sync({update: 'city', set})).data).toMatchObject({without_country: 0, done: {changed: 1}});
    expect([contact('ada')['country'], contact('ada')['city']]).toEqual(['India', 'Ulm']);
  });

  test('does not replace the country of anybody, and is not looked up where nobody is changed', async () => {
    list({ada: {}});
    write(...row);
    await run.sync({update: 'city', set: ['country=India']});
    expect(contact('ada')['country']).toBe('Germany');
  });
});

describe('a list that is not shown whole', () => {
  beforeEach(() => {
    list({ada: {}, bo: {}});
    write('email,first_name', 'ada@example.com,ada', 'new@example.com,new');
  });

  test('is refused: people would look new who are there', async () => {
    run.service.listCap = 1;
    expect((await run.sync()).exit).toBe(2);
    expect(run.service.uploads).toEqual([]);
  });

  test('is told where the service does not count', async () => {
    const {call} = run.service;
    const uncounted = (async (operation: never, input: never) => {
      const given = await call(operation, input);
      if (operation !== lists.list) return given;
      return (given as Array<object>).map(one => ({...one, contacts_count: undefined}));
    }) as unknown as typeof call;
    Object.assign(run.context, {call: uncounted, untiring: () => ({...run.service, call: uncounted})});
    await run.sync();
    expect(run.said.some(said => said.includes('cannot tell if it shows all of them'))).toBe(true);
    run.said.length = 0;
    Object.assign(run.context, {call, untiring: () => run.service});
    await run.sync();
    expect(run.said.some(said => said.includes('cannot tell if it shows all of them'))).toBe(false);
  });
});

describe('people who are gone', () => {
  test('are not unsubscribed twice, and are deleted whether they get mail or not', async () => {
    list({ada: {}, bo: {}, cy: {}});
    left('bo');
    write('email,first_name', 'ada@example.com,ada');
    const told = await run.sync({gone: 'unsubscribe'});
    expect(told.data).toMatchObject({gone: 2, already_unsubscribed: 1, done: {unsubscribed: 1}});
    const deleted = await run.sync({gone: 'delete', max_gone: '5'});
    expect(deleted.data).toMatchObject({gone: 2, already_unsubscribed: 0, done: {deleted: 2}});
  });
});

test('somebody who is gone meanwhile is not unsubscribed, and no request is made for nobody', async () => {
  list({ada: {}, bo: {}});
  write('email,first_name', 'ada@example.com,ada');
  Object.assign(run.context, {mayChange: async () => void run.service.listed.pop()});
  const {exit, data} = await run.sync({gone: 'unsubscribe'});
  expect([exit, data?.done.unsubscribed, run.service.changes]).toEqual([expect.any(Number), 0, []]);
});

describe('new people', () => {
  const rows = ['email,first_name', 'ada@example.com,ada', 'out@example.com,out', 'new@example.com,new'];
  beforeEach(async () => {
    list({ada: {}});
    left('out');
    write(...rows);
  });

  test('who left stay out', async () => {
    const {data} = await run.sync();
    expect(data).toMatchObject({
      ...{new: 1, unsubscribed: 1, done: {added: 1}},
      who_left: {unsubscribed: ['out@example.com']},
    });
  });

  test('who left come in if the line says so', async () => {
    expect((await run.sync({include_unsubscribed: true})).data).toMatchObject({
      ...{new: 2, unsubscribed: 0, done: {added: 2}},
    });
  });
});

describe('automations', () => {
  const live = (name: string, more: object) =>
    run.service.automations.push({
      ...{id: 1, automation_name: name, status: 1, deleted_at: null, automation_for: 1},
      ...{automation_for_table: 'contact_types', ...more},
    });
  beforeEach(() => {
    list({ada: {}});
    live('Hello', {});
    live('Moved', {automation_for: 5, automation_for_table: 'segments_'});
    run.service.segments.push({id: 5, contact_type_id: 1, deleted_at: null});
  });
  const started = async (...lines: readonly string[]) => {
    write('email,first_name,city', ...lines);
    return (await run.plan({update: 'city'})).data?.automations;
  };

  test('are those that new people start, or that changed ones may start', async () => {
    expect(await started('ada@example.com,ada,Bonn', 'new@example.com,new,Bonn')).toEqual(['Hello', 'Moved']);
    expect(await started('ada@example.com,ada,Ulm')).toEqual(['Moved']);
    expect(await started('ada@example.com,ada,Ulm', 'new@example.com,new,Bonn')).toEqual(['Hello', 'Moved']);
    expect(await started('ada@example.com,ada,Bonn')).toEqual([]);
  });
});

describe('the terms of a comparison', () => {
  const columns = [['email'], ['First_Name'], ['city', 'state'], ['city'], []].map(fields => ({header: '', fields}));
  const agree = (update: SyncSettings['update'] = 'all', isEdited = false) =>
    agreeOnTerms({columns, newFields: []}, {update}, [...reserved, ...custom], undefined, isEdited);
  const names = ({terms}: ReturnType<typeof agree>) => terms.fields.map(({name}) => name);

  test('are all fields of the file but the address, which only an edited file may change', () => {
    expect([names(agree()), [...agree().wanted]]).toEqual([
      ['First_Name', 'city', 'state'],
      [1, 2],
    ]);
    expect([...agree(['CITY']).wanted]).toEqual([1]);
    expect([...agree(null).wanted]).toEqual([]);
    expect(names(agree('all', true))).toEqual(['email', 'First_Name', 'city', 'state']);
  });

  test('are refused with a field that the file lacks, and with the address of a file that was not edited', () => {
    expect(() => agree(['shoe'])).toThrow(UsageError);
    expect(() => agree(['Email'])).toThrow('the address identifies contacts');
    expect(agree(['Email'], true).wanted.size).toBe(1);
  });
});

describe('an earlier run that was broken off', () => {
  const broken = async () => {
    list({ada: {}});
    write('email,first_name', 'ada@example.com,Ada2', 'new@example.com,new');
    run.service.fate = () => ({applied: 0, error: gone()});
    await run.sync({update: 'all'});
    run.service.fate = () => undefined;
    return pastRuns(run.context.host);
  };
  const times = {wait: 10_000, poll: 1000, max: 60_000};

  test('of this list and account is found, and over once a later one looked at the list', async () => {
    const [one] = await broken();
    const target = targetOf(await run.context.account());
    const found = (what: object, type: number | undefined = 1) =>
      interruptedRuns(run.context, {...target, ...what}, type).map(({header}) => header.id);
    expect(found({})).toEqual([one?.header.id]);
    expect([found({key: 'x'}), found({origin: 'x'}), found({}, 2)]).toEqual([[], [], []]);
    supersede(run.context, one ? [one] : []);
    expect([found({}), pastRuns(run.context.host)[0]?.state.end]).toMatchObject([
      [],
      {result: 'superseded', open: false},
    ]);
  });

  test('of standard input takes its copy along when it is superseded', async () => {
    list({ada: {}});
    Object.assign(run.context.host, {stdin: Readable.from([Buffer.from('email,first_name\nada@example.com,Ada2\n')])});
    run.service.changeFate = () => ({applied: 0, error: gone()});
    await run.sync({file: '-', update: 'all'});
    const [one] = pastRuns(run.context.host);
    const copy = keptSource(run.context.host, one?.folder ?? '').path;
    expect(existsSync(copy)).toBe(true);
    supersede(run.context, one ? [one] : []);
    expect(existsSync(copy)).toBe(false);
  });

  test('that was an import is not superseded: its rows are still to be sent', async () => {
    run.write('leads.csv', 'email\nnew@example.com');
    run.service.fate = () => ({applied: 0, error: gone()});
    await run.import();
    supersede(run.context, pastRuns(run.context.host));
    expect(run.resumable()).toBe(true);
  });

  test('in the middle of a request is waited for until the list rests', async () => {
    const state = {open: new Map([[1, {}]])};
    const runs = [{header: {id: 'X'}, state}] as unknown as Parameters<typeof waitUntilSettled>[2];
    list({ada: {}});
    await waitUntilSettled(run.context, 1, [], times);
    await waitUntilSettled(run.context, 1, [{...runs[0], state: {open: new Map()}} as never], times);
    expect(run.said).toEqual([]);
    await waitUntilSettled(run.context, 1, runs, times);
    expect(run.said).toEqual([expect.stringContaining('X stopped in the middle of a request')]);
    run.service.restless = true;
    await expect(waitUntilSettled(run.context, 1, runs, times)).rejects.toThrow('The list keeps changing');
  });

  test('with a lost answer only is settled by the next one', async () => {
    list({ada: {}});
    write('email,first_name', 'ada@example.com,Ada2');
    run.service.changeFate = () => ({applied: 0, error: lost()});
    expect((await run.sync({update: 'all'})).exit).not.toBe(0);
    run.service.changeFate = () => undefined;
    expect((await run.sync({update: 'all'})).exit).toBe(0);
    expect(run.resumable()).toBe(false);
  });
});
