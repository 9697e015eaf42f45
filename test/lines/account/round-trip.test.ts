/** There and back: an account is pulled and made in an empty one, and what is not made is listed. */
import {readdirSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {samples} from '../../support/random-runs.js';
import {type Shell, startShell} from '../../support/shell.js';
import {anyContacts, fillContacts} from './random-contacts.js';

const WHAT = '--contacts --only lists --only fields';

/** The rows of all contacts by their type. */
const rowsIn = (folder: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    readdirSync(join(folder, 'contacts'))
      .filter(name => name.endsWith('.csv'))
      .map(name => [
        name,
        readFileSync(join(folder, 'contacts', name), 'utf8')
          .split('\n')
          .filter(Boolean)
          .sort(),
      ]),
  );

/** Pulls an account, applies the files to an empty one and pulls that. Returns how many contacts each has. */
async function thereAndBack(
  shell: Shell,
): Promise<{readonly made: number; readonly left: number; readonly listed: number}> {
  const empty = await startShell({seed: {kind: 'empty'}});
  const elsewhere = (line: string) => empty.emk(line, {host: {cwd: shell.folder}});
  try {
    for (const folder of ['a', 'b']) rmSync(join(shell.folder, folder), {recursive: true, force: true});
    expect(await shell.emk(`account pull a ${WHAT}`)).toMatchObject({code: 0});
    // The pulled files match the account.
    expect((await shell.emk(`account plan a --exit-code ${WHAT}`)).code).toBe(0);
    const applied = await elsewhere(`account apply a --yes -o json ${WHAT}`);
    const {impossible} = JSON.parse(applied.stdout) as {
      impossible: ReadonlyArray<{readonly kind: string; readonly count: number}>;
    };
    expect(applied.code, applied.stderr).toBe(impossible.length > 0 ? 8 : 0);
    expect((await elsewhere(`account plan a --exit-code ${WHAT}`)).code).toBe(0);
    expect(await elsewhere(`account pull b ${WHAT}`)).toMatchObject({code: 0});
    const [before, after] = [rowsIn(join(shell.folder, 'a')), rowsIn(join(shell.folder, 'b'))];
    expect([...after.keys()]).toEqual([...before.keys()]);
    const count = (rows: ReadonlyMap<string, readonly string[]>) => [...rows.values()].flat().length;
    return {
      made: count(after),
      left: count(before) - count(after),
      listed: impossible.reduce((sum, {kind, count: some}) => sum + (kind === 'contacts' ? some : 0), 0),
    };
  } finally {
    await empty.close();
  }
}

test('of the demo account', {tags: ['long']}, async () => {
  const shell = await startShell();
  try {
    const {made, left, listed} = await thereAndBack(shell);
    expect(made).toBeGreaterThan(10);
    expect(left).toBe(listed);
  } finally {
    await shell.close();
  }
});

test('of accounts with any data at all', {tags: ['long'], timeout: 600_000}, async () => {
  const shell = await startShell();
  try {
    await fc.assert(
      fc.asyncProperty(anyContacts, async some => {
        await shell.sandbox.account.store.transaction(db => fillContacts(db, ['One', 'Two', '<<'], some));
        await thereAndBack(shell);
      }),
      {...samples(1), endOnFailure: true},
    );
  } finally {
    await shell.close();
  }
});
