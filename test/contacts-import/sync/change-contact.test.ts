/** One contact is changed only while it is who the list showed, only in what differs, and is looked at afterwards. */
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {type ChangedRow, type Changing, changeContact} from '../../../src/contacts-import/sync/change-contact.js';
import {agreeOnTerms} from '../../../src/contacts-import/sync/terms.js';
import {NotFoundError, PartialError, RefusedError, UnknownOutcomeError} from '../../../src/errors.js';
import {type FakeRun, startFakeRun} from '../fake-run.js';
import {lost} from '../fake-service.js';
import {reserved} from '../reading.js';
import {findCountry, settings} from './held-against.js';

let run: FakeRun;
let arrived: string[];
let waits: number[];
let moves: Array<{from: string; to: string}>;
beforeEach(() => {
  run = startFakeRun();
  [arrived, waits, moves] = [[], [], []];
  contact();
});
afterEach(() => run.close());

const contact = (fields: Record<string, unknown> = {}): void => {
  run.service.listed.length = 0;
  const usual = {id: 1, contact_type_id: 1, deleted_at: null, email: 'ada@example.com', city: 'Bonn', country: 'India'};
  run.service.listed.push({...usual, first_name: 'Ada', custom_field: null, ...fields});
};
const now = (name = 'city') => run.service.listed[0]?.[name];

const sleep = async (time: number): Promise<void> => {
  waits.push(time);
  run.service.now += time;
};

/** Changes the contact to what a row says. */
async function change(
  cells: Record<string, string>,
  row: Partial<ChangedRow> = {},
  {key = 'email', clear = false, ...some}: Partial<Changing> & {key?: string; clear?: boolean} = {},
) {
  const columns = ['email', ...Object.keys(cells)].map(header => ({header, fields: [header]}));
  const {terms} = agreeOnTerms({columns, newFields: []}, {...settings, key, clear}, reserved, findCountry);
  const changing: Changing = {
    context: {...run.context, host: {...run.context.host, sleep}},
    permit: {} as Changing['permit'],
    typeId: 1,
    terms,
    findCountry,
    settle: {wait: 9000, poll: 1, max: 1},
    moves: async () => ({
      carried: [],
      take: async move => {
        moves.push(move);
        return {} as never;
      },
    }),
    arrived: address => arrived.push(address),
    patient: true,
    ...some,
  };
  const asked = {id: 1, address: 'ada@example.com', key: 'ada@example.com', cells, fields: terms.fields, ...row};
  return {changing, error: await changeContact(changing, asked)};
}

const updates = (): readonly string[] => run.service.changes;

test('what differs is written, and what the row does not say stays', async () => {
  const {error, changing} = await change({city: 'Pune', first_name: ''});
  expect([error, now(), now('first_name'), now('country'), updates().length]).toEqual([
    ...[undefined, 'Pune', 'Ada', 'India', 1],
  ]);
  expect([arrived, waits, moves, changing.patient]).toEqual([['ada@example.com'], [], [], true]);
});

test('a contact that says all of it already is correct without a request', async () => {
  expect((await change({city: 'Bonn', first_name: ''})).error).toBeUndefined();
  expect([updates(), arrived]).toEqual([[], ['ada@example.com']]);
});

test('an empty cell empties its field where that is asked for', async () => {
  expect((await change({first_name: '', city: 'Bonn'}, {}, {clear: true})).error).toBeUndefined();
  expect([now('first_name'), now()]).toEqual(['', 'Bonn']);
});

describe('somebody else by now is left alone:', () => {
  test.each([
    ['deleted', {deleted_at: '2026-01-01'}],
    ['on another list', {contact_type_id: 2}],
    ['under another address', {email: 'eve@example.com'}],
    ['without an address', {email: null}],
    ['under another id', {id: 2}],
  ])('%s', async (_, fields) => {
    contact(fields);
    expect((await change({city: 'Pune'})).error).toBeInstanceOf(PartialError);
    expect([updates(), arrived]).toEqual([[], []]);
  });

  test('with another value of the key', async () => {
    const key = {key: 'first_name'};
    expect((await change({first_name: 'Ada', city: 'Pune'}, {key: 'Eve'}, key)).error).toBeInstanceOf(PartialError);
    expect(updates()).toEqual([]);
    contact({email: 'Ada@Example.com'});
    expect((await change({first_name: 'Ada', city: 'Pune'}, {key: 'Ada'}, key)).error).toBeUndefined();
    contact({email: 'Ada@Example.com'});
    expect((await change({city: 'Pune'})).error).toBeUndefined();
  });

  test('gone while it was changed', async () => {
    run.service.onUpdate = stored => Object.assign(stored, {deleted_at: '2026-01-01'});
    expect((await change({city: 'Pune'})).error).toBeInstanceOf(PartialError);
    expect(arrived).toEqual([]);
  });
});

test('a read that fails for another reason than a missing contact is thrown', async () => {
  const call = async () => {
    throw new RefusedError('No.');
  };
  await expect(change({city: 'Pune'}, {}, {context: {...run.context, call}})).rejects.toThrow(RefusedError);
  const missing = async () => {
    throw new NotFoundError('No.');
  };
  expect((await change({city: 'Pune'}, {}, {context: {...run.context, call: missing}})).error).toBeDefined();
});

test('a cell that somebody changed meanwhile is not overwritten, and neither is anything else of the row', async () => {
  const mayOverwrite: ChangedRow['mayOverwrite'] = ({name}, value) => name !== 'city' || value !== 'Bonn';
  const {error} = await change({city: 'Pune', first_name: 'Eva'}, {mayOverwrite});
  expect([error?.message, updates()]).toEqual([expect.stringContaining('Somebody changed city of'), []]);
  expect((await change({city: 'Bonn', first_name: 'Eva'}, {mayOverwrite})).error).toBeUndefined();
  expect(now('first_name')).toBe('Eva');
});

describe('the country that the form requires', () => {
  test('comes from the row, from the contact, or from the line', async () => {
    await change({city: 'Pune', country: 'Germany'});
    expect(now('country')).toBe('Germany');
    contact({country: ''});
    const {terms} = agreeOnTerms(
      {columns: [{header: 'city', fields: ['city', 'email']}], newFields: []},
      ...[settings, reserved, findCountry],
    );
    expect((await change({city: 'Pune'}, {}, {terms: {...terms, country: 1}})).error).toBeUndefined();
    expect(now('country')).toBe('Germany');
    await change({city: 'Agra'}, {}, {terms: {...terms, country: 2}});
    expect(now('country')).toBe('Germany');
  });

  test('may be missing: then nothing is sent', async () => {
    contact({country: ''});
    const {error} = await change({city: 'Pune'});
    expect([error?.message, updates()]).toEqual([expect.stringContaining('has no country'), []]);
  });

  test.each([
    ['France', true],
    ['Atlantis', false],
  ])('is found by its name where the service shows %s', async (name, isKnown) => {
    contact({country: name});
    run.service.countries.splice(0, 3, {id: 7, name: 'Nowhere'}, {id: 3, name: 'Frankreich'});
    const find = (text: string) => (text === 'France' ? {id: '3', name: 'France'} : undefined);
    const {error} = await change({city: 'Pune'}, {}, {findCountry: find});
    expect([error === undefined, updates().length]).toEqual(isKnown ? [true, 1] : [false, 0]);
    if (isKnown) expect(now('country')).toBe('France');
  });

  test('is looked up once, and only if a name has to be understood', async () => {
    contact({country: 'United States'});
    run.service.countries.push({id: 9, name: 'USA'});
    const {changing} = await change({city: 'Pune'}, {}, {findCountry: undefined});
    expect([changing.findCountry?.('USA')?.id, updates().length]).toEqual(['9', 1]);
    contact();
    expect((await change({city: 'Agra'}, {}, {findCountry: undefined})).changing.findCountry).toBeUndefined();
    run.service.countries.length = 0;
    contact({country: 'United States'});
    expect((await change({city: 'Pune'}, {}, {findCountry: undefined})).error?.message).toContain('has no country');
  });
});

describe('after the change', () => {
  test('a lost answer is none where the change shows', async () => {
    run.service.changeFate = () => ({error: lost()});
    expect((await change({city: 'Pune'})).error).toBeUndefined();
    expect([waits, arrived]).toEqual([[], ['ada@example.com']]);
  });

  test('a lost answer is waited for once, and then open', async () => {
    run.service.changeFate = () => ({applied: 0, error: lost()});
    const {error, changing} = await change({city: 'Pune'}, {}, {patient: false});
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect([waits, changing.patient]).toEqual([[9000], false]);
    expect((await change({city: 'Pune'})).changing.patient).toBe(true);
  });

  test('a refusal is thrown', async () => {
    run.service.changeFate = () => ({applied: 0, error: new RefusedError('No.')});
    await expect(change({city: 'Pune'})).rejects.toThrow(RefusedError);
  });

  test('a value that shows late is waited for, by the patient', async () => {
    run.service.changeFate = () => ({late: 12});
    expect((await change({city: 'Pune'})).error).toBeUndefined();
    expect(waits).toEqual([9000]);
  });

  test('a value that the service writes in its own way is told, and later contacts do not wait for it', async () => {
    run.service.onUpdate = stored => Object.assign(stored, {city: 'PUNE'});
    const {error, changing} = await change({city: 'Pune'});
    expect([error?.message, changing.patient]).toEqual([expect.stringContaining('shows another city'), false]);
    contact();
    waits = [];
    expect((await change({city: 'Pune'}, {}, {patient: false})).error).toBeInstanceOf(PartialError);
    expect(waits).toEqual([]);
  });

  test('a service that also changes what was not asked for gets no more changes', async () => {
    contact({custom_field: {shoe: 41}});
    run.service.onUpdate = stored => Object.assign(stored, {custom_field: null});
    await expect(change({city: 'Pune'})).rejects.toThrow('also changed custom_field');
    contact({custom_field: {shoe: 41}});
    run.service.onUpdate = stored => Object.assign(stored, {custom_field: {shoe: 41}, fullname: 'A', contact_type: {}});
    expect((await change({city: 'Pune'})).error).toBeUndefined();
    // What the form holds is compared as fields.
    run.service.onUpdate = stored => Object.assign(stored, {postal_code: '1'});
    expect((await change({city: 'Agra'})).error).toBeUndefined();
  });

  test('interrupted, nobody waits', async () => {
    run.service.changeFate = () => ({applied: 0});
    run.interrupt.abort('SIGINT');
    await expect(change({city: 'Pune'})).rejects.toThrow('Interrupted');
  });
});

describe('a new address', () => {
  const moving = {key: 'first_name'};
  const row = {key: 'Ada'};

  test('goes through the door with the old one', async () => {
    const {error} = await change({email: 'new@example.com', first_name: 'Ada'}, row, moving);
    expect([error, moves, now('email')]).toEqual([
      ...[undefined, [{from: 'ada@example.com', to: 'new@example.com'}]],
      'new@example.com',
    ]);
    expect(arrived).toEqual(['new@example.com']);
  });

  test('in other letters is the same person, and so is a contact that gets a first one not', async () => {
    await change({email: 'ADA@example.com', first_name: 'Ada', city: 'Pune'}, row, moving);
    expect(moves).toEqual([]);
    contact({email: null});
    await change({email: 'new@example.com', first_name: 'Ada'}, row, moving);
    expect(moves).toEqual([{from: '', to: 'new@example.com'}]);
  });

  test('of which nothing shows is told with the old address', async () => {
    run.service.changeFate = () => ({applied: 0, error: lost()});
    await change({email: 'new@example.com', first_name: 'Ada'}, row, moving);
    expect(arrived).toEqual(['ada@example.com']);
    contact({email: null});
    await change({email: 'new@example.com', first_name: 'Ada'}, row, moving);
    expect(arrived).toEqual(['ada@example.com', '']);
    contact({email: null});
    await change({first_name: 'Ada'}, row, moving);
    expect(arrived).toEqual(['ada@example.com', '', '']);
  });
});
