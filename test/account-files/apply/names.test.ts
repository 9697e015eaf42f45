/** An entry of a file in the service's form: names become ids, places theirs, and what is omitted stays so. */
import {expect, test} from 'vitest';
import type {AccountState} from '../../../src/account-files/account/read-account.js';
import {createNames} from '../../../src/account-files/apply/work.js';
import type {Keys, KindName} from '../../../src/account-files/kinds/shape.js';

const help = '';
const keys = {
  title: {type: 'text', help, param: 'title'},
  empty: {type: 'text', help, param: 'empty', refers: 'senders'},
  sender: {type: 'text', help, param: 'sender_id', refers: 'senders'},
  audience: {type: 'texts', help, param: 'recipient_id', refers: 'audience'},
  country: {type: 'text', help, param: 'country_id', place: 'countries'},
  state: {type: 'text', help, param: 'state_id', place: 'states'},
  on: {type: 'flag', help, param: 'is_on', required: true},
  maybe: {type: 'flag', help, param: 'is_maybe'},
  needed: {type: 'text', help, param: 'needed', required: true},
  alone: {type: 'flag', help, required: true},
} as const satisfies Keys;

/** The names of an account, and which of its lists were read. */
function account() {
  const read: string[] = [];
  const ids: Partial<Record<KindName, ReadonlyArray<readonly [string, string]>>> = {
    senders: [['news', '5']],
    segments: [['Near', '6']],
    lists: [['Near', '7']],
  };
  const state: Pick<AccountState, 'idsOf' | 'places'> = {
    async idsOf(kind) {
      read.push(kind);
      return new Map(ids[kind] ?? []);
    },
    async places() {
      read.push('places');
      return {countries: [{id: 49, name: 'Germany'}], states: [{id: 3, name: 'Bavaria', country_id: 49}], cities: []};
    },
  };
  return {read, names: createNames(state)};
}

test('names become the ids of their kinds, each list read once', async () => {
  const {read, names} = account();
  const entry = {
    title: 'Hi',
    empty: '',
    sender: 'news',
    audience: ['segment:Near', 'list:Near'],
    unknown: 'x',
    alone: true,
  };
  const form = {title: 'Hi', empty: '', sender_id: 5, recipient_id: ['segments_6', 'contacts_7'], is_on: false};
  expect(await names.toForm(keys, entry)).toStrictEqual(form);
  expect(await names.toForm(keys, {...entry, on: true, maybe: false})).toStrictEqual({
    ...form,
    is_on: true,
    is_maybe: false,
  });
  expect(read).toEqual(['senders', 'segments', 'lists']);
});

test('what was made since is known, and what nobody knows is an error', async () => {
  const {names} = account();
  await expect(names.toForm(keys, {sender: 'new'})).rejects.toThrow('There is no id for new.');
  await expect(names.toForm(keys, {audience: 'Near'})).rejects.toThrow('There is no id for Near.');
  expect(await names.idOf('senders', 'new')).toBeUndefined();
  await names.learn('senders', 'new', 8);
  expect(await names.idOf('senders', 'new')).toBe(8);
  expect(await names.idOf('segments', 'new')).toBeUndefined();
  expect(await names.toForm(keys, {sender: 'new'})).toStrictEqual({sender_id: 8, is_on: false});
});

test('places become their ids, and are only read if one is named', async () => {
  const {read, names} = account();
  expect(await names.toForm(keys, {country: '49', title: 'Germany', state: ''})).toStrictEqual({
    ...{country_id: '49', title: 'Germany', state_id: ''},
    is_on: false,
  });
  expect(read).toEqual([]);
  expect(await names.toForm(keys, {title: '', country: 'Germany', state: 'Bavaria'})).toStrictEqual({
    ...{title: '', country_id: 49, state_id: 3},
    is_on: false,
  });
  expect(read).toEqual(['places']);
});
