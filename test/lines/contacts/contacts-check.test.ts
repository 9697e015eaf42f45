/**
 * `contacts check`: what an address's form tells, which contacts count as duplicates, and how many requests it takes.
 */
import {describe, expect, test} from 'vitest';
import {printed, someone} from '../../support/listed.js';
import {useShell} from '../../support/use-shell.js';

test.each<readonly [string, string | undefined, string | null | undefined]>([
  ['ada@acme.com', undefined, undefined],
  ['', undefined, undefined],
  ['ada@acme', 'bad-address', undefined],
  ['ada lovelace@acme.com', 'bad-address', undefined],
  ['ada@gmial.com', 'mistyped-domain', 'ada@gmail.com'],
  ['ada@gmail.con', 'mistyped-domain', 'ada@gmail.com'],
  ['ada@GMIAL.com', 'mistyped-domain', 'ada@gmail.com'],
  ['ada@example.com', 'dead-domain', undefined],
  ['ada@mail.acme.invalid', 'dead-domain', undefined],
  ['info@example.org', 'dead-domain', undefined],
  ['ada@testing.com', undefined, undefined],
  ['ada@gmail', 'bad-address', 'ada@gmail.com'],
  ['Ada <ada@acme.com>', 'bad-address', 'ada@acme.com'],
])('%s', async (email, finding, suggestion) => {
  const {out} = await printed('contacts check -o json', [someone({email})]);
  const [found] = JSON.parse(out);
  expect(found?.finding).toBe(finding);
  if (suggestion) expect(found).toMatchObject({id: 1, email, suggestion});
});

describe('across lists', () => {
  const shell = useShell();
  const addTwice = async (email: string): Promise<void> => {
    for (const city of ['Boston', 'Austin']) {
      const who = `--email ${email} --first-name Zoe --last-name Zand --city ${city} --country US --list Customers`;
      await shell().emk(`contacts create ${who} --allow-duplicate --allow-automations`);
    }
  };

  test('a double is told with the contact that stays, and --doubles deletes the other', async () => {
    await addTwice('zoe@acme.com');
    const found = JSON.parse((await shell().emk('contacts check --where finding=twice-in-list -o json')).stdout);
    expect(found).toMatchObject([{email: 'zoe@acme.com', list: 'Customers', suggestion: null}]);
    const [{id, keep}] = found;
    expect(id).toBeGreaterThan(keep);
    const {code, stdout, stderr} = await shell().emk('contacts delete --doubles --list Customers --yes -o json');
    expect([code, JSON.parse(stdout).done]).toEqual([0, [id]]);
    expect(stderr).toContain('Deleted too: values that the oldest contact does not have, of zoe@acme.com.');
    expect(stderr).toContain('emk undo');
    expect((await shell().emk(`contacts show ${keep} -o json`)).code).toBe(0);
    const again = await shell().emk('contacts delete --doubles --list Customers --yes');
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('Nobody is on that list more than once.')]);
  });

  test('doubles go only from a list that is named, after a yes', async () => {
    await addTwice('zia@acme.com');
    for (const line of [
      '--doubles',
      '--doubles --list Customers',
      '--list Customers',
      '--doubles 1 --list Customers --yes',
    ])
      expect((await shell().emk(`contacts delete ${line}`)).code).toBe(2);
  });

  test('ids come of one kind of finding only', async () => {
    expect((await shell().emk('contacts check -o id')).code).toBe(2);
    expect((await shell().emk('contacts check -o id --where finding!=dead-domain')).code).toBe(2);
    const {code, stdout} = await shell().emk('contacts check -o id --where finding=dead-domain');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^(\d+\n)+$/)]);
  });

  test('every contact is read once, and nothing else', {tags: ['long']}, async () => {
    const {stderr} = await shell().emk('contacts check -v');
    const paths = stderr.split('\n').flatMap(line => /(?:GET|POST) (\/[a-z/-]+)/.exec(line)?.[1] ?? []);
    expect(paths).toHaveLength(1);
  });
});
