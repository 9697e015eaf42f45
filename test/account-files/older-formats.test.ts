/** Lock files and journals in the formats of an older emk: they have other names for things, and still count. */
import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, expect, test} from 'vitest';
import {journalLine} from '../journal-line.js';
import {useFreshShell} from '../use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});
beforeEach(async () => {
  mkdirSync(at('a'));
});

const at = (path: string): string => join(shell().folder, path);

const LOCK = 'a/emk.lock.json';
const JOURNAL = 'a/.emk-apply.jsonl';

const apply = async (...names: readonly string[]): Promise<void> => {
  writeFileSync(at('a/lists.yaml'), `lists:\n${names.map(name => `  - name: ${name}\n`).join('')}`);
  expect(await shell().emk('account apply a --yes --max-delete 9')).toMatchObject({code: 0});
};

/** The lists in the lock file: the id and the fingerprint of each. */
const madeTypes = (): Types => {
  const {accounts} = JSON.parse(readFileSync(at(LOCK), 'utf8')) as {accounts: Record<string, {made: {records: Kinds}}>};
  const [account] = Object.values(accounts);
  return account?.made.records['lists'] ?? {};
};

type Types = Record<string, {id: number; finishedFingerprint: string}>;
type Kinds = {lists: Types};

/** Puts a journal of format 1 beside the files, as after a kill. */
const leaveJournal = (...steps: readonly object[]): void => {
  const {publicKey, baseUrl} = shell().sandbox;
  const key = createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
  const begin = {step: 'begin', target: {origin: new URL(baseUrl).origin, key}};
  writeFileSync(at(JOURNAL), [begin, ...steps].map(journalLine).join(''));
};

const destroy = async (): Promise<unknown> => {
  const {code, stdout} = await shell().emk('undo a --yes');
  return [code, stdout.trim().split('\n').sort()];
};

test('a lock file of format 1 says what was made, and the next change writes it in the format of today', {
  tags: ['long'],
}, async () => {
  await apply('Leads', 'Customers');
  const text = readFileSync(at(LOCK), 'utf8');
  const older = text.replace('"version": 2', '"version": 1').replaceAll('"finishedFingerprint"', '"was"');
  expect(older).not.toBe(text);
  writeFileSync(at(LOCK), older);
  await apply('Leads', 'Customers', 'Staff');
  expect(Object.keys(madeTypes()['Leads'] ?? {})).toEqual(['id', 'finishedFingerprint']);
  writeFileSync(at(LOCK), older);
  expect(await destroy()).toEqual([0, ['Deleted list "Customers"', 'Deleted list "Leads"']]);
});

test.each([LOCK, JOURNAL])('%s of an unknown format is refused, and nothing is changed', async path => {
  await apply('Leads');
  if (path === JOURNAL) leaveJournal();
  const text = readFileSync(at(path), 'utf8');
  const of = (version: number) => {
    if (path === LOCK) return text.replace('"version": 2', `"version": ${version}`);
    return journalLine({...JSON.parse(text).record, version});
  };
  writeFileSync(at(path), of(9));
  for (const line of ['account apply a --yes', 'undo a --yes']) {
    const {code, stderr} = await shell().emk(line);
    expect([code, stderr]).toEqual([3, expect.stringContaining('its format is 9')]);
  }
  expect(readFileSync(at(path), 'utf8')).toBe(of(9));
});
