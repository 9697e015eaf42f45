/**
 * `contacts check`: what an address's form tells, which contacts count as duplicates, and how many requests it takes.
 */
import {describe, expect, test} from 'vitest';
import {judgeAddress} from '../../src/resources/contacts/check/judge-address.js';
import {useShell} from '../use-shell.js';

test.each([
  ['ada@acme.com', []],
  ['', ['no-address']],
  ['ada@acme', ['bad-address']],
  ['ada lovelace@acme.com', ['bad-address']],
  ['ada@gmial.com', ['mistyped-domain']],
  ['ada@gmail.con', ['mistyped-domain']],
  ['ada@example.com', ['dead-domain']],
  ['ada@mail.acme.invalid', ['dead-domain']],
  ['ada@testing.com', []],
  ['ada@Mailinator.com', ['disposable-domain']],
  ['ada@eu.mailinator.com', ['disposable-domain']],
  ['No-Reply@acme.com', ['role-address']],
  ['info@example.org', ['dead-domain', 'role-address']],
  ['information@acme.com', []],
])('%s', (address, kinds) => {
  expect(judgeAddress(address).map(({finding}) => finding)).toEqual(kinds);
});

test.each([
  ['ada@gmail', 'ada@gmail.com'],
  ['Ada <ada@acme.com>', 'ada@acme.com'],
  ['ada@GMIAL.com', 'ada@gmail.com'],
])('%s is probably %s', (address, likely) => {
  expect(judgeAddress(address)[0]?.suggestion).toBe(likely);
});

describe('across lists', () => {
  const shell = useShell();
  const check = async (options: string): Promise<ReadonlyArray<Record<string, unknown>>> =>
    JSON.parse((await shell().emk(`contacts check ${options} -o json`)).stdout);

  test('a double is told once for each list, and with --list only for that one', {tags: ['long']}, async () => {
    for (const [email, name, list] of [
      ['zoe@acme.com', 'Zoë', 'Newsletter'],
      ['zoe@acme.com', 'Zoë', 'Customers'],
      ['zoe@acme.com', 'Zoë', 'Customers'],
      ['z.zand@acme.com', 'Zoe', 'Staff'],
    ]) {
      const who = `--email ${email} --first-name ${name} --last-name Zand --city Boston --country US --list ${list}`;
      await shell().emk(`contacts create ${who} --allow-duplicate --allow-automations --no-lookup`);
    }
    const about = async (options: string) =>
      (await check(options))
        .filter(({email}) => String(email).endsWith('@acme.com'))
        .map(({email, list, finding, value}) => [email, list, finding, value].join(' ').trim())
        .filter(text => /twice|several|same/.test(text));
    const twice = 'zoe@acme.com Customers twice-in-list';
    expect(await about('')).toEqual([
      'zoe@acme.com Customers in-several-lists Newsletter',
      twice,
      'z.zand@acme.com Staff same-person zoe@acme.com',
    ]);
    expect(await about('--list Newsletter')).toEqual([
      'zoe@acme.com Newsletter in-several-lists Customers',
      'zoe@acme.com Newsletter same-person z.zand@acme.com',
    ]);
    expect(await about('--list Customers')).toEqual(['zoe@acme.com Customers in-several-lists Newsletter', twice]);
  });

  test('every list is read once, and nobody is asked for alone', async () => {
    const {stderr} = await shell().emk('contacts check -v');
    const paths = stderr.split('\n').flatMap(line => /(?:GET|POST) (\/[a-z/-]+)/.exec(line)?.[1] ?? []);
    const segments = paths.filter(path => path.includes('/segment/email/list'));
    expect(paths.filter(path => path.includes('/contacts/'))).toHaveLength(1);
    expect(paths).toHaveLength(5 + segments.length);
  });
});

describe('people without an address', () => {
  const shell = useShell();

  test('read all the same, so one line for each list stands for them', async () => {
    await shell().sandbox.account.store.transaction(db =>
      db.run("UPDATE contacts SET email = '' WHERE contact_type_id = 1 AND id IN (SELECT id FROM contacts LIMIT 5)"),
    );
    const {stdout} = await shell().emk('contacts check');
    const [, block = ''] = /No address, so no mail: (\d[^·]*?)\n\n/s.exec(stdout) ?? [];
    expect(block.match(/somebody without an address \(Newsletter\)/g)).toHaveLength(1);
    expect(block).toMatch(/^ {2}and \d more: emk contacts check --where finding=no-address$/m);
  });
});
