/**
 * Some services still list what was deleted, with its time. Whatever decides about people must take that for gone: each
 * line does and says the same as where deleted records are hidden.
 */

import {afterEach, beforeEach, expect, test} from 'vitest';
import {sample} from '../support/sample.js';
import {type Shell, startShell} from '../support/shell.js';

let listed: Shell;
let hidden: Shell;
beforeEach(async () => {
  const keys = {publicKey: 'pk-of-both', secretKey: 'sk-of-both'};
  listed = await startShell({keys, settings: {deletedRows: 'listed'}});
  hidden = await startShell({keys, settings: {deletedRows: 'hidden'}});
});
afterEach(async () => {
  await listed.close();
  await hidden.close();
});

const played = async (shell: Shell, lines: readonly string[]): Promise<string> => {
  let seen = '';
  for (const line of lines) {
    const {code, stdout, stderr} = await shell.emk(line);
    const told = `${stdout}${stderr}`
      .replaceAll(shell.folder, '~')
      .replaceAll(new URL(shell.sandbox.origin).host, 'HOST');
    seen += `$ ${line}\n${told}[exit ${code}]\n`;
  }
  return seen;
};

const ways: readonly (readonly [string, readonly string[]])[] = [
  [
    'an audience has nobody who was deleted, and no list or segment',
    [
      'contacts delete 1 2 3 --yes',
      'segments delete 1 --yes',
      'lists delete 2 --yes --max-delete 1000',
      'mailings check "Autumn preview" -o json',
    ],
  ],
  [
    'an account has none of it in its files',
    [
      'lists delete 2 --yes --max-delete 1000',
      'segments delete 1 --yes',
      'senders delete 2 --yes --force sender-exists',
      'contacts delete 1 --yes',
      'account pull a --contacts',
      'lists create Customers',
      'account plan a --prune',
    ],
  ],
  [
    'a person can be made again',
    [
      'contacts create --email new@example.com --country Germany --list Newsletter --allow-automations --yes',
      'contacts delete new@example.com --yes',
      'contacts create --email new@example.com --country Germany --list Newsletter --if-missing --allow-automations --yes',
      'contacts delete --doubles --list Newsletter --dry-run',
    ],
  ],
];

test.each(sample(ways, 2))('%s', async (_, lines) => {
  expect(await played(listed, lines)).toBe(await played(hidden, lines));
});
