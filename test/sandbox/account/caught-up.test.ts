/** What is due in an account happens once, before anything else is answered, and is looked for only when it can have changed. */
import {afterEach, beforeEach, expect, test} from 'vitest';
import {caughtUp} from '../../../src/sandbox/account/account.js';
import {stepClock} from '../../../src/sandbox/account/clock.js';
import type {RunningAccount} from '../../../src/sandbox/account/open-account.js';
import {openSeeded} from '../../../src/sandbox/running/start.js';
import {NOON} from '../../shell.js';

let account: RunningAccount;
let looks: number;
beforeEach(async () => {
  const opened = await openSeeded({clock: `step@${NOON}`});
  looks = 0;
  const {service} = opened.account;
  const bringUpToDate: typeof service.bringUpToDate = (...given) => {
    looks += 1;
    return service.bringUpToDate(...given);
  };
  account = {...opened.account, service: {...service, bringUpToDate}};
  await read();
  looks = 0;
});
afterEach(() => account.store.close());

const read = () =>
  caughtUp(account, db => db.get<{left: number}>('SELECT count(*) AS left FROM single_sends WHERE status = 1')?.left);
const write = () => caughtUp(account, db => db.run("UPDATE contacts SET city = 'Bonn' WHERE id = 1"));
const aDayLater = () => account.store.transaction(db => stepClock(db, {by: 86_400_000}, account.realNow()));

test('nobody looks again while the clock stands still and nothing is written', async () => {
  await read();
  await account.store.beside(db => db.run("INSERT INTO sandbox_log (entry) VALUES ('{}')"));
  await read();
  expect(looks).toBe(0);
});

test('a change and a step of the clock are looked after, each once', async () => {
  await write();
  for (const _ of [1, 2]) await read();
  expect(looks).toBe(1);
  await aDayLater();
  for (const _ of [1, 2]) await read();
  expect(looks).toBe(2);
});

test('what was undone by an error is due again', async () => {
  await aDayLater();
  const failing = caughtUp(account, () => {
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  await read();
  expect(looks).toBe(2);
});
