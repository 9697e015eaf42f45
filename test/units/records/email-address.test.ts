/** Addresses may have letters of any script; text that is certainly not an address is refused. */
import {expect, test} from 'vitest';
import {addressProblem, isAddress, longestAddress} from '../../../src/records/fields/email-address.js';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();

test.each([
  'zoë@example.com',
  'юлия@пример.рф',
  'ann@bücher.de',
  '山田@例え.jp',
  'हिन्दी@example.com',
  'a.é+b@x-ü.example',
])('%s is one', address => {
  expect(addressProblem(address)).toBeUndefined();
});

test.each([
  ['zoë', 'has no @'],
  ['zoë@', 'is not like name@example.com'],
  ['zoë@example', 'is not like name@example.com'],
  ['zo ë@example.com', 'has a space in it'],
  ['zo\u00a0ë@example.com', 'has a space in it'],
  ['zoë@@example.com', 'is not like name@example.com'],
  ['“zoë”@example.com', 'is not like name@example.com'],
  ['zo\u200bë@example.com', 'is not like name@example.com'],
  ['zoë..x@example.com', 'is not like name@example.com'],
  [`${'ë'.repeat(33)}@example.com`, 'is not like name@example.com'],
  ['ann@-ü.de', 'is not like name@example.com'],
])('%j is none', (address, problem) => {
  expect(addressProblem(address)).toBe(problem);
});

test('the longest one is measured in bytes, as mail does', () => {
  const long = `a@${'é.'.repeat(85)}com`;
  expect([long.length <= longestAddress, isAddress(long)]).toEqual([true, false]);
});

test('such a person is put on the list of those who get no mail, once whatever the capitals', async () => {
  const file = shell().write('left.txt', 'ZOË@example.com\nzoë@example.com\nюлия@пример.рф\n');
  const added = await shell().emk(['unsubscribes', 'add', '--file', file]);
  expect([added.code, added.stderr]).toEqual([0, expect.stringContaining('2 addresses are unsubscribed now')]);
  const again = await shell().emk('unsubscribes add --email zoë@example.com');
  expect(again.stderr).toContain('already');
});

test('such a person is created and imported', {tags: ['long']}, async () => {
  const line = 'contacts create --list Staff --country India -o json --email chloë@example.com';
  const {code, stdout} = await shell().emk(line);
  expect([code, JSON.parse(stdout).email]).toEqual([0, 'chloë@example.com']);
  shell().write('people.csv', 'email,country\nbjörn@example.com,India\n');
  const imported = await shell().emk('contacts import people.csv --list Staff --yes');
  expect(imported.code, imported.stderr).toBe(0);
  expect((await shell().emk('contacts list --where email=björn@example.com --count')).stdout).toBe('1\n');
});
