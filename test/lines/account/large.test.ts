/**
 * An account of 30 lists, 10 groups and 600 contacts: planned with one reading of each list.
 * @module-tag long
 */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {add} from '../../../src/sandbox/service/rows.js';
import {groups, lists} from '../../../src/sandbox/service/tables.js';
import {type Shell, startShell} from '../../support/shell.js';
import {nothing} from './no-changes.js';

let shell: Shell;
beforeAll(async () => {
  shell = await startShell({seed: {kind: 'empty', contacts: 600}});
  await shell.sandbox.account.store.transaction(db => {
    const stamps = {created_at: 0, updated_at: 0};
    for (let at = 2; at <= 30; at++) add(db, lists, {name: `Type ${at}`, ...stamps});
    for (let at = 1; at <= 10; at++) {
      const group = {rand_id: String(at), group_name: `Group ${at}`, description: '', is_display: 1};
      add(db, groups, {...group, ...stamps});
    }
    db.run('UPDATE contacts SET contact_type_id = 1 + (id % 30)');
  });
  expect(await shell.emk('account pull a --contacts')).toMatchObject({code: 0});
}, 60_000);
afterAll(() => shell.close());

test('each list is read once', async () => {
  const before = (await shell.sandbox.requests()).length;
  const {code, stdout, stderr} = await shell.emk('account plan a --contacts --prune -o json');
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject(nothing);
  const paths = (await shell.sandbox.requests()).slice(before).map(({path}) => path);
  const lists = paths.filter(path => !path.includes('recipients-list'));
  // The check of contacts reads their fields and countries, and the door who left: the groups too where that list names none.
  expect(lists.filter((path, at) => lists.indexOf(path) !== at)).toEqual([
    '/api/custom-fields',
    '/api/get/country-state-city',
    '/api/global-unsubscribes',
    '/api/unsubscribes-groups',
  ]);
  expect(paths.filter(path => path === '/api/contacts/list')).toHaveLength(1);
  expect(paths.length - lists.length).toBe(10);
}, 60_000);
