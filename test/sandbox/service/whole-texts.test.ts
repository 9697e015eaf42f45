/** Texts come back as they were sent, even if the database's driver would cut them. */
import {expect, test} from 'vitest';
import {openAccount} from './account.js';
import {group} from './inputs.js';
import * as api from './operations.js';

test('a text that holds NUL is kept behind it too, in a new record and in one that is changed', async () => {
  const account = await openAccount();
  const texts = {group_name: 'before\u0000behind', description: '\u0000\u0005'};
  await account.make(api.groups.create, {...group, ...texts});
  expect(await account.list(api.groups.list)).toMatchObject([texts]);
  const others = {group_name: 'Monthly', description: 'other\u0000 words'};
  await account.make(api.groups.update, {...group, ...others, id: '1'});
  expect(await account.list(api.groups.list)).toMatchObject([{...others, is_display: 1}]);
  await account.close();
});
