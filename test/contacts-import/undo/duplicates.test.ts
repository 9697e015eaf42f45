/** Which contacts of a file of duplicates go: those that still are duplicates of one that stays. */
import {writeFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {recordsOf} from '../../../src/api/answers/record-sources.js';
import type {Loose} from '../../../src/api/describe/schema.js';
import type {Context} from '../../../src/commands/command.js';
import {findSurplus} from '../../../src/contacts-import/undo/find-surplus.js';
import {readDuplicates} from '../../../src/contacts-import/undo/read-duplicates.js';
import {fakeHost} from '../../accounts/fake-host.js';
import {inFolder} from '../reading.js';

let files = 0;
const read = (...lines: readonly string[]) => {
  const path = inFolder(`duplicates-${++files}.csv`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return readDuplicates(fakeHost(), path);
};

describe('a file of duplicates', () => {
  test('names for each person the contact to keep and the others, once', async () => {
    expect(await read('Email,Keep,Surplus', 'Ada@x.org,1,2; 3 2', 'bo@x.org, 4 ,5')).toEqual([
      {line: 2, email: 'ada@x.org', keep: 1, surplus: [2, 3]},
      {line: 3, email: 'bo@x.org', keep: 4, surplus: [5]},
    ]);
  });

  test('may be the output of a check, whose ids are the duplicates', async () => {
    expect(await read('id,email,keep', '2,a@x.org,1')).toEqual([{line: 2, email: 'a@x.org', keep: 1, surplus: [2]}]);
    expect(await read('id,email,keep,surplus', '9,a@x.org,1,2')).toMatchObject([{surplus: [2]}]);
  });

  test('may have lines that say nothing', async () => {
    expect(await read('email,keep,surplus', 'ada@x.org,,', 'bo@x.org,4,', 'cy@x.org,6,7', 'short')).toEqual([
      {line: 4, email: 'cy@x.org', keep: 6, surplus: [7]},
    ]);
  });

  test.each([
    ['without a column', ['email,keep', 'a@x.org,1'], 'does not have the columns'],
    ['without an address', ['email,keep,surplus', ',1,2'], 'Line 2 of .* the address or the id to keep is missing'],
    ['without the id to keep', ['email,keep,surplus', 'a@x.org,,2'], 'the address or the id to keep is missing'],
    ['with a word for an id', ['email,keep,surplus', 'a@x.org,1,x2'], '"x2" is not an id'],
    ['with no id', ['email,keep,surplus', 'a@x.org,0,2'], '"0" is not an id'],
    [
      'with a contact on both sides',
      ['email,keep,surplus', 'a@x.org,1,2', 'b@x.org,3,1'],
      'Line 3 of .* 1 is both kept and surplus',
    ],
  ])('is refused %s', async (_, lines, why) => {
    await expect(read(...lines)).rejects.toThrow(new RegExp(why));
  });
});

describe('of the contacts in it', () => {
  const contact = (id: number, fields: object = {}) => ({
    ...{id, email: 'ada@x.org', contact_type_id: 1, deleted_at: null, city: 'Bonn', state: null, fullname: `A ${id}`},
    ...fields,
  });
  const find = (contacts: readonly Loose[], surplus: readonly number[] = [2]) =>
    findSurplus({stream: () => recordsOf(contacts)} as unknown as Pick<Context, 'stream'>, [
      {line: 2, email: 'ada@x.org', keep: 1, surplus},
    ]);

  test('those go that are still there beside the one to keep', async () => {
    expect(await find([contact(1), contact(2), contact(3), contact(4)], [2, 3, 9])).toEqual({
      doubles: [{line: 2, email: 'ada@x.org', keep: 1, surplus: [2, 3]}],
      ...{gone: 1, spared: [], richer: []},
    });
  });

  test('a person with none left is not named', async () => {
    expect(await find([contact(1), contact(2, {deleted_at: '2026-01-01'})])).toEqual({
      ...{doubles: [], gone: 1, spared: [], richer: []},
    });
  });

  test.each([
    ['the contact to keep is gone', [contact(2)]],
    ['the contact to keep is gone', [contact(1, {deleted_at: '2026-01-01'}), contact(2)]],
    ['the contact to keep has another address now', [contact(1, {email: 'eve@x.org'}), contact(2)]],
    ['it has another address now', [contact(1), contact(2, {email: 'eve@x.org'})]],
    ['it is on another list than the contact to keep', [contact(1), contact(2, {contact_type_id: 2})]],
  ])('one is spared: %s', async (why, contacts) => {
    expect(await find(contacts)).toEqual({
      ...{doubles: [], gone: 0, richer: []},
      spared: [{id: 2, email: 'ada@x.org', why}],
    });
  });

  test.each([
    ['a value that the other lacks', {state: 'NRW'}, true],
    ['another value', {city: 'Ulm'}, true],
    ['another object', {custom_field: {age: 7}}, true],
    ['the same object', {}, false],
    ['no value where the other has one', {city: null, email: 'ADA@x.org'}, false],
    ['no field where the other has one', {city: undefined}, false],
    ['an empty text', {city: ''}, false],
    [
      'another time and name of the service',
      {created_at: 'x', updated_at: 'y', fullname: 'z', contact_type: {}},
      false,
    ],
  ])('one with %s is told', async (_, fields, isRicher) => {
    const kept = contact(1, {custom_field: {age: 6}});
    const {richer, doubles} = await find([kept, contact(2, {custom_field: {age: 6}, ...fields})]);
    expect([richer, doubles.length]).toEqual([isRicher ? ['ada@x.org'] : [], 1]);
  });
});
