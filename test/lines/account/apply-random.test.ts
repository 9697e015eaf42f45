/** Random accounts, applied to an empty one: all that the API can make is made, and nothing is left to do. */
import {readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {samples} from '../../support/random-runs.js';
import {type Shell, startShell} from '../../support/shell.js';
import {useFreshShell} from '../../support/use-shell.js';
import {fill, solidAccount} from './random-account.js';

const shell = useFreshShell();

const read = (path: string): string => readFileSync(join(shell().folder, path), 'utf8');

const changing = async ({sandbox}: Shell): Promise<number> =>
  (await sandbox.requests()).filter(({method}) => method !== 'GET').length;

test('an apply into an empty account makes what can be made, once, and a destroy takes it back', {
  tags: ['long'],
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(solidAccount, async account => {
      for (const folder of ['a', 'b']) rmSync(join(shell().folder, folder), {recursive: true, force: true});
      const empty = await startShell({seed: {kind: 'empty'}});
      const {baseUrl, publicKey, secretKey} = empty.sandbox;
      const env = {EMK_BASE_URL: baseUrl, EMK_PUBLIC_KEY: publicKey, EMK_SECRET_KEY: secretKey};
      try {
        await shell().sandbox.account.store.transaction(db => fill(db, account));
        await shell().emk('account pull a');
        const line = 'account apply a --yes -o json';
        const first = await shell().emk(line, {env});
        const {impossible} = JSON.parse(first.stdout) as {impossible: readonly unknown[]};
        const code = impossible.length > 0 ? 8 : 0;
        expect([first.code, first.stderr]).toEqual([code, expect.stringMatching(code === 8 ? /not made/ : /^$/)]);
        const sent = await changing(empty);
        const second = await shell().emk(line, {env});
        expect([second.code, await changing(empty)]).toEqual([code, sent]);
        expect(JSON.parse(second.stdout)).toMatchObject({changes: [], impossible});
        await shell().emk('account pull b', {env});
        for (const kind of ['lists', 'fields', 'groups', 'senders', 'notifications'])
          expect(read(`b/${kind}.yaml`)).toBe(read(`a/${kind}.yaml`));
        const destroyed = await shell().emk('undo a --yes --max-delete 999 -o json', {env});
        expect([destroyed.code, destroyed.stderr]).toEqual([0, '']);
        const {changes} = JSON.parse(first.stdout) as {
          changes: ReadonlyArray<{action: string; kind: string; name: string}>;
        };
        const made = changes.filter(({action, kind}) => action === 'create' && kind !== 'groups');
        const undone = JSON.parse(destroyed.stdout) as {changes: typeof changes};
        expect(undone.changes.filter(({action}) => action === 'delete')).toHaveLength(made.length);
      } finally {
        await empty.close();
      }
    }),
    {...samples(1), endOnFailure: true},
  );
});
