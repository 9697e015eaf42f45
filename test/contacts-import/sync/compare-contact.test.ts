/** Each contact of a list finds its row, or its place among those who are gone: rule by rule. */
import {describe, expect, test} from 'vitest';
import {
  ambiguous,
  away,
  differs,
  fresh,
  needsCountry,
  same,
  taken,
  toChange,
} from '../../../src/contacts-import/sync/row-table.js';
import {PreflightError} from '../../../src/errors.js';
import {heldAgainst} from './held-against.js';

const head = 'email,city,country';
const ada = {id: 1, email: 'ada@example.com', city: 'Bonn', country: 'Germany'};
const bo = {id: 2, email: 'bo@example.com', city: 'Bonn', country: 'Germany'};
const cy = {id: 3, email: 'cy@example.com', city: 'Bonn', country: 'Germany'};
const adaRow = 'ada@example.com,Bonn,Germany';
const boRow = 'bo@example.com,Bonn,Germany';

const isListed = (listed: {has(row: {line: number; address: string}): boolean}, address: string): boolean =>
  listed.has({line: 2, address});

describe('people whom the file does not have', () => {
  test('are gone, and known as listed', async () => {
    const {gone, left, keyless, back, listed} = await heldAgainst([ada, bo], [head, adaRow]);
    expect([gone, left, keyless.ids, back.joined.ids]).toEqual([
      {ids: [2], first: [{id: 2, email: 'bo@example.com'}]},
      ...[0, [], []],
    ]);
    expect(['ada', 'bo', 'cy'].map(name => isListed(listed, `${name}@example.com`))).toEqual([true, true, false]);
    expect(listed.size).toBe(2);
  });

  test('are not gone where the file skips them by their status', async () => {
    const {gone, listed} = await heldAgainst([ada, bo], [head, adaRow], {leftOut: ['bo@example.com']});
    expect([gone.ids, isListed(listed, 'bo@example.com')]).toEqual([[], true]);
  });

  test('are counted apart if they get no mail already', async () => {
    const {gone, left} = await heldAgainst([ada, bo, cy], [head, adaRow], {unsubscribed: ['bo@example.com']});
    expect([gone.ids, left]).toEqual([[3], 1]);
  });

  test('are deleted without an address that mail could reach, but cannot be unsubscribed', async () => {
    const broken = {...bo, email: 'bo at home'};
    const deleting = await heldAgainst([ada, broken], [head, adaRow]);
    const unsubscribing = await heldAgainst([ada, broken], [head, adaRow], {unsubscribed: []});
    expect([deleting.gone.ids, deleting.keyless.ids]).toEqual([[2], []]);
    expect([unsubscribing.gone.ids, unsubscribing.keyless.ids]).toEqual([[], [2]]);
  });

  test('are nobody without an address', async () => {
    const {gone, keyless, listed} = await heldAgainst([ada, {...bo, email: null}], [head, adaRow]);
    expect([gone.ids, keyless.ids, listed.size]).toEqual([[], [2], 1]);
  });
});

describe('several contacts of one row', () => {
  const twice = {...ada, id: 7, email: 'ADA@example.com'};
  const thrice = {...ada, id: 8};
  const elsewhere = {city: 'Ulm'};

  test.each([
    ['both as the row says', [ada, twice], 0],
    ['the first as the row says', [ada, {...twice, ...elsewhere}], 0],
    ['the second as the row says', [{...ada, ...elsewhere}, twice], 0],
    [
      'neither as the row says',
      [
        {...ada, ...elsewhere},
        {...twice, ...elsewhere},
      ],
      1,
    ],
    ['the third as the row says', [{...ada, ...elsewhere}, {...twice, ...elsewhere}, thrice], 0],
    ['only the first of three as the row says', [ada, {...twice, ...elsewhere}, {...thrice, ...elsewhere}], 0],
  ])('are all named, and changed in none: %s', async (_, contacts, unlike) => {
    const found = await heldAgainst(contacts, [head, adaRow]);
    expect(found.doubles.ids).toEqual(contacts.map(({id}) => id));
    expect([found.states, found.unlike, found.gone.ids]).toEqual([[ambiguous], unlike, []]);
    expect(found.doubles.first[0]).toEqual({id: 1, email: contacts[1]?.email});
  });

  test('do not count among what differs', async () => {
    const found = await heldAgainst([{...ada, ...elsewhere}, twice, bo], [head, adaRow, 'bo@example.com,Ulm,Germany']);
    expect(found.rows.timesNoted(0)).toBe(1);
  });
});

describe('a contact and its row', () => {
  const stateOf = async (contact: Partial<typeof ada>, row: string, options = {}) =>
    (await heldAgainst([{...ada, ...contact}], [head, row], options)).states[0];

  test('are the same, are to be changed, or only differ', async () => {
    expect(await stateOf({}, adaRow)).toBe(same);
    expect(await stateOf({city: 'Ulm'}, adaRow)).toBe(toChange);
    expect(await stateOf({city: 'Ulm'}, adaRow, {update: ['country']})).toBe(differs);
    expect(await stateOf({city: 'Ulm', country: 'India'}, adaRow, {update: ['country']})).toBe(toChange);
    expect(await stateOf({city: 'Ulm', country: 'India'}, adaRow, {update: ['city']})).toBe(toChange);
    expect(await stateOf({city: 'Ulm'}, adaRow, {update: null})).toBe(differs);
  });

  test('are not compared where the cell says nothing', async () => {
    expect(await stateOf({}, 'ada@example.com,,')).toBe(same);
    expect(await stateOf({}, 'ada@example.com,,', {clear: true})).toBe(toChange);
  });

  test('need a country from one of them, or from the line', async () => {
    const none = {city: 'Ulm', country: ''};
    expect(await stateOf(none, 'ada@example.com,Bonn,')).toBe(needsCountry);
    expect(await stateOf(none, adaRow)).toBe(toChange);
    expect(await stateOf(none, adaRow, {update: ['city']})).toBe(needsCountry);
    expect(await stateOf(none, 'ada@example.com,Bonn,', {country: 1})).toBe(toChange);
    expect(await stateOf({city: 'Ulm'}, 'ada@example.com,Bonn,')).toBe(toChange);
    expect(await stateOf({country: ''}, 'ada@example.com,Bonn,')).toBe(same);
    const withoutColumn = await heldAgainst([{...ada, ...none}], ['email,city', 'ada@example.com,Bonn']);
    expect(withoutColumn.states).toEqual([needsCountry]);
  });
});

describe('another key than the address', () => {
  const keyed = {key: 'phone'};
  const phone = (contact: typeof ada, number: string) => ({
    ...contact,
    custom_field: {phone: {field_name: 'phone', field_value: number}},
  });
  const rows = ['email,phone,city', 'ada@example.com,11,Bonn', 'new@example.com,12,Bonn'];

  test('finds people under another address, who move if that may be changed', async () => {
    const contacts = [phone(ada, '11'), phone(bo, '12')];
    const moved = await heldAgainst(contacts, rows, keyed);
    expect([[...moved.moving], moved.states]).toEqual([[[1, 'bo@example.com']], [same, toChange]]);
    const kept = await heldAgainst(contacts, rows, {...keyed, update: ['city']});
    expect([[...kept.moving], kept.states]).toEqual([[], [same, differs]]);
    expect(['ada', 'bo', 'new'].map(name => isListed(kept.listed, `${name}@example.com`))).toEqual([true, true, false]);
    expect(kept.listed.size).toBe(2);
  });

  test('leaves those without it out, and counts no empty address as listed', async () => {
    const {keyless, gone, listed} = await heldAgainst(
      [phone(ada, '11'), phone(bo, ''), phone({...cy, email: null as never}, '13')],
      rows,
      keyed,
    );
    expect([keyless.ids, gone.ids, listed.size]).toEqual([[2], [3], 2]);
  });

  test('is refused where two share it', async () => {
    const contacts = [phone(ada, '11'), phone(bo, '11')];
    await expect(heldAgainst(contacts, rows, keyed)).rejects.toThrow(PreflightError);
  });
});

describe('a file that comes back', () => {
  const wentOut = {text: `${[head, adaRow, boRow].join('\n')}\n`, ids: [1, 2]};
  const back = {wentOut, clear: true};

  test('knows people by their ids under new addresses, and adds nobody for them', async () => {
    const renamed = {...ada, email: 'ada@new.example'};
    const found = await heldAgainst([renamed, bo], [head, adaRow, boRow], back);
    expect([[...found.back.addresses], found.states]).toEqual([[[0, 'ada@new.example']], [same, same]]);
    expect([isListed(found.listed, 'ada@new.example'), found.gone.ids]).toEqual([true, []]);
  });

  test('sees that a new row has the new address of somebody else', async () => {
    const renamed = {...ada, email: 'new@example.com'};
    const lines = [head, adaRow, boRow, 'new@example.com,Bonn,Germany'];
    expect((await heldAgainst([renamed, bo], lines, back)).states).toEqual([same, same, taken]);
    const other = {...ada, id: 9, email: 'new@example.com'};
    expect((await heldAgainst([other, renamed, bo], lines, back)).states).toEqual([same, same, same]);
  });

  test('names a deleted line and a newcomer, of whom nobody is gone', async () => {
    const {back: seen, gone} = await heldAgainst([ada, bo, cy], [head, adaRow], back);
    expect([seen.dropped.ids, seen.joined.ids, gone.ids]).toEqual([[2], [3], [2]]);
    const {back: kept} = await heldAgainst([ada, bo], [head, adaRow, boRow], back);
    expect([kept.dropped.ids, kept.joined.ids]).toEqual([[], []]);
  });

  test('adds nobody again who has left the list since', async () => {
    const lines = [head, adaRow, boRow, 'new@example.com,Bonn,Germany'];
    expect((await heldAgainst([ada], lines, back)).states).toEqual([same, away, fresh]);
    expect((await heldAgainst([ada], lines)).states).toEqual([same, fresh, fresh]);
  });

  test('changes what the person changed, and not what the list has changed since', async () => {
    const mine = 'ada@example.com,Ulm,Germany';
    const changed = await heldAgainst([ada, {...bo, city: 'Kiel'}], [head, mine, boRow], back);
    expect([changed.states, changed.back.conflicts]).toEqual([[toChange, same], []]);
    const both = await heldAgainst([{...ada, city: 'Kiel'}], [head, mine, boRow], back);
    expect([both.states, both.back.conflicts]).toEqual([[same, away], [{row: 0, field: 0, id: 1, now: 'Kiel'}]]);
    const alike = await heldAgainst([{...ada, city: 'Ulm'}], [head, mine, boRow], back);
    expect([alike.states[0], alike.back.conflicts]).toEqual([same, []]);
    const unwanted = await heldAgainst([{...ada, city: 'Kiel'}], [head, mine], {...back, update: ['country']});
    expect([unwanted.states, unwanted.back.conflicts]).toEqual([[differs], []]);
  });

  test('asks about no cell of somebody who is listed twice', async () => {
    const mine = 'ada@example.com,Ulm,Germany';
    const kiel = {...ada, city: 'Kiel'};
    const twice = await heldAgainst([kiel, {...kiel, id: 1}], [head, mine, boRow], back);
    expect([twice.states, twice.back.conflicts]).toEqual([[ambiguous, away], []]);
  });
});
