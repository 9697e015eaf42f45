/** A scheduled mailing is checked when its content changes: nobody looks at it again before it is sent. */
import {beforeAll, expect, test} from 'vitest';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();
let utr: string;
beforeAll(async () => {
  utr = (await shell().emk(`mailings list --where status<2 --limit 1 -o id`)).stdout.trim();
});

const subject = async (): Promise<string> =>
  JSON.parse((await shell().emk(`mailings show ${utr} -o json`)).stdout).subject;
const update = (...words: readonly string[]) => shell().emk(['mailings', 'update', utr, ...words]);

test('a script is refused what creating would refuse, and nothing is changed', async () => {
  const before = await subject();
  const {code, stderr} = await update('--subject', 'Hello ((frist_name))');
  expect([code, stderr]).toEqual([2, expect.stringContaining('((frist_name)) is not a tag of this account')]);
  expect(stderr).toContain('add --force unknown-tag');
  expect((await update('--html', '<p>Hello')).stderr).toContain('Nobody can unsubscribe from this mail');
  expect(await subject()).toBe(before);
});

test('its finding is overruled by its name', async () => {
  const {code} = await update('--subject', 'Hello ((frist_name))', '--force', 'unknown-tag');
  expect([code, await subject()]).toEqual([0, 'Hello ((frist_name))']);
});

test('a good letter is changed without --yes, and so is a name that nobody sees', {tags: ['long']}, async () => {
  expect(await update('--subject', 'Hello again')).toMatchObject({code: 0});
  expect(await subject()).toBe('Hello again');
  expect(await update('--name', 'Renamed ((frist_name))')).toMatchObject({code: 0});
});
