/** A sandbox that is reset while another process opens it. */
import {join} from 'node:path';
import {expect, test} from 'vitest';
import * as opening from '../../src/sandbox/account/open-account.js';
import {fakeHost, temporaryFolder} from '../accounts/fake-host.js';
import {replaceOnce} from '../replace-export.js';

test('holds what the reset says, and not what the other would have made', async () => {
  const file = join(temporaryFolder(), 'account.db');
  const processes = fakeHost();
  replaceOnce(opening, 'openAccount', real => async (...given) => {
    const resetting = await real(...given);
    const {account} = await opening.openSeeded({file, processes});
    await account.store.close();
    return resetting;
  });
  const {account} = await opening.openSeeded({file, processes, fresh: true, seed: {kind: 'empty'}});
  const types = await account.store.transaction(db => db.all('SELECT * FROM contact_types'));
  await account.store.close();
  expect(types).toEqual([]);
});
