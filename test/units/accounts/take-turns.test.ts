/** A list is changed by one run at a time, whoever is added to it. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {takeTurn, takeTurns} from '../../../src/accounts/take-turns.js';
import {LockedError} from '../../../src/core/errors.js';
import {fakeHost} from '../../support/fake-host.js';
import {replaceInFs} from '../../support/replace-in-fs.js';

const folder = mkdtempSync(join(tmpdir(), 'emk-turns-'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));

const host = fakeHost({home: folder, lockWait: {longest: 0, says() {}}});
const target = {origin: 'https://api.example', key: 'k'};
const take = (...thing: readonly string[]) => takeTurn(host, target, [thing], 'a list');

const list = ['contacts', '3'];
const ann = [...list, 'ann@example.com'];

test.each([
  ['a list that another run fills', list, list],
  ['a list to which another run adds a person', ann, list],
  ['a person on a list that another run fills', list, ann],
  ['a list to which another run adds somebody else', ann, [...list, 'bob@example.com']],
])('%s is not free', async (_, held, wanted) => {
  const release = await take(...held);
  await expect(take(...wanted)).rejects.toThrow(LockedError);
  release();
  (await take(...wanted))();
});

test.each([
  ['a person on another list', ['contacts', '4', 'ann@example.com']],
  ['another list', ['contacts', '4']],
])('%s is free', async (_, wanted) => {
  const release = await take(...ann);
  (await take(...wanted))();
  release();
});

test('a turn ends with the work, also if that fails', async () => {
  const fails = takeTurns(host, target, [list], 'a list', () => Promise.reject(new Error('no')));
  await expect(fails).rejects.toThrow('no');
  (await take(...list))();
});

test('on a disk that is read-only now nobody waits', async () => {
  await take(...list).then(release => release());
  const isReadOnly = () => {
    throw Object.assign(new Error('read-only'), {code: 'EROFS'});
  };
  for (const name of ['accessSync', 'symlinkSync', 'openSync'] as const) replaceInFs(name, isReadOnly);
  expect(await takeTurns(host, target, [list], 'a list', async () => 'done')).toBe('done');
});
