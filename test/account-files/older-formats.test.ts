/** Lock files and journals in the formats of an older emk: they have other names for things, and still count. */
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
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
  writeFileSync(at('a/contact-types.yaml'), `lists:\n${names.map(name => `  - name: ${name}\n`).join('')}`);
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

test('the journal of a broken apply of format 1 says what it made, and what it may have made', async () => {
  await apply('Leads', 'Customers');
  const {Leads, Customers} = madeTypes();
  const begun = {of: 'lists', above: 0, at: 0};
  const broken = [
    {step: 'create', ...begun, name: 'Leads', born: Leads?.finishedFingerprint},
    {step: 'made', of: 'lists', name: 'Leads', id: Leads?.id, born: Leads?.finishedFingerprint},
    {step: 'finished', of: 'lists', name: 'Leads', was: Leads?.finishedFingerprint},
    {step: 'change', of: 'lists', name: 'Leads', next: 'of something else'},
    {step: 'create', ...begun, name: 'Customers', born: Customers?.finishedFingerprint},
  ];
  rmSync(at(LOCK));
  leaveJournal(...broken);
  expect(await destroy()).toEqual([0, ['Deleted list "Customers"', 'Deleted list "Leads"']]);
  expect(existsSync(at(JOURNAL))).toBe(false);
});

test.each(['finished', 'change'])(
  'a journal of format 1 tells what somebody else has changed by its %s',
  async step => {
    await apply('Leads');
    const {id, finishedFingerprint} = madeTypes()['Leads'] ?? {};
    const of = {of: 'lists', name: 'Leads'};
    rmSync(at(LOCK));
    leaveJournal(
      {step: 'made', ...of, id, born: finishedFingerprint},
      {step: 'finished', ...of, was: 'of something else'},
      ...(step === 'change' ? [{step: 'change', ...of, next: finishedFingerprint}] : []),
    );
    expect(await destroy()).toMatchObject([step === 'change' ? 0 : 8, {}]);
  },
);

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
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining(`its format is 9, and this emk reads 1 to ${path === LOCK ? 2 : 3}.`),
    ]);
    expect(stderr).toContain('Update emk, then run the same line again. Or ');
  }
  expect(readFileSync(at(path), 'utf8')).toBe(of(9));
  writeFileSync(at(path), of(2));
  expect(await destroy()).toEqual([0, ['Deleted list "Leads"']]);
});
