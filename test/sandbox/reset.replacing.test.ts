/** A sandbox that starts over while another process opens it. */
import {join} from 'node:path';
import {afterEach, expect, test, vi} from 'vitest';
import {openAccount} from '../../src/sandbox/account/open-account.js';
import {openSeeded} from '../../src/sandbox/running/start.js';
import {fakeHost, temporaryFolder} from '../accounts/fake-host.js';

vi.mock('../../src/sandbox/account/open-account.js', async load => {
  const real = await load<typeof import('../../src/sandbox/account/open-account.js')>();
  return {...real, openAccount: vi.fn(real.openAccount)};
});
const real = await vi.importActual<typeof import('../../src/sandbox/account/open-account.js')>(
  '../../src/sandbox/account/open-account.js',
);
afterEach(() => void vi.mocked(openAccount).mockImplementation(real.openAccount));

test('holds what the reset says, and not what the other would have made', async () => {
  const file = join(temporaryFolder(), 'account.db');
  const processes = fakeHost();
  vi.mocked(openAccount).mockImplementationOnce(async (...given) => {
    const resetting = await real.openAccount(...given);
    const {account} = await openSeeded({file, processes});
    await account.store.close();
    return resetting;
  });
  const {account} = await openSeeded({file, processes, fresh: true, seed: {kind: 'empty'}});
  const types = await account.store.transaction(db => db.all('SELECT * FROM contact_types'));
  await account.store.close();
  expect(types).toEqual([]);
});
