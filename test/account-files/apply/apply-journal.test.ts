/** What the journal of an apply leaves beside the files: a lock file of what was made, and itself as long as something is open. */
import {existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {memberItem, recordItem} from '../../../src/account-files/apply/after-record.js';
import {type ApplyJournal, madeIn, withApplyJournal} from '../../../src/account-files/apply/apply-journal.js';
import type {Made} from '../../../src/account-files/folder/made-records.js';
import {fakeHost, temporaryFolder} from '../../accounts/fake-host.js';

const target = {origin: 'https://example.com', key: '0123456789abcdef'};
const ids = new Map([['lists', new Map([['Leads', 1]])]]);

function start() {
  const folder = temporaryFolder();
  const host = {...fakeHost(), lockWait: {longest: 0, says() {}}};
  const [journal, lock] = [join(folder, '.emk-apply.jsonl'), join(folder, 'emk.lock.json')];
  return {
    ...{host, folder, journal},
    run: <T>(work: (journal: ApplyJournal) => Promise<T>, other = target): Promise<T> =>
      withApplyJournal(host, folder, other, work),
    left: () => ({journal: existsSync(journal), lock: existsSync(lock)}),
    /** The ids and what was made, as the lock file has them for the account. */
    locked: () => JSON.parse(readFileSync(lock, 'utf8')).accounts[`${target.origin} 01234567`],
    lock: {
      text: () => readFileSync(lock, 'utf8'),
      file: () => statSync(lock).ino,
      write: (text: string) => writeFileSync(lock, text),
    },
  };
}

const create = (journal: ApplyJournal, name: string, lastRow?: number): number =>
  journal.begin(
    'creates',
    {items: [recordItem('lists', name)]},
    {print: 'p', ...(lastRow !== undefined && {since: {lastRow, startedAt: 5}})},
  );

/** Begins two creations, of which one is answered. */
async function breakOff({run}: ReturnType<typeof start>): Promise<void> {
  const stop = run(async journal => {
    journal.answer(create(journal, 'Leads', 3), 'acknowledged', {made: [['Leads', 4]]});
    create(journal, 'Others', 4);
    throw new Error('Cut off.');
  });
  await expect(stop).rejects.toThrow('Cut off.');
}

const records = (made: Made): unknown => Object.fromEntries(made.records.get('lists') ?? []);
const LEADS = {Leads: {id: 4, createdFingerprint: 'p'}};

test('work that does nothing leaves no file, and renews the ids of a lock file that is there', async () => {
  const one = start();
  await one.run(journal => journal.finish(ids));
  expect(one.left()).toEqual({journal: false, lock: false});
  one.lock.write('{"version": 2, "accounts": {"other 1": {"ids": {}}}, "files": {}}');
  await one.run(journal => journal.finish(ids));
  expect(one.locked()).toEqual({ids: {lists: {Leads: 1}}});
  expect(one.lock.text()).toContain('"other 1"');
  const before = one.lock.file();
  await one.run(journal => journal.finish(ids));
  expect(one.lock.file()).toBe(before);
  await one.run(journal => journal.finish(new Map([['senders', new Map([['news', 2]])]])));
  expect(one.locked()).toEqual({ids: {lists: {Leads: 1}, senders: {news: 2}}});
  expect(one.left()).toEqual({journal: false, lock: true});
});

test('what was made is in the lock file at the end, and the journal goes', async () => {
  const one = start();
  await one.run(async journal => {
    expect(one.left()).toEqual({journal: false, lock: false});
    const step = create(journal, 'Leads', 3);
    expect(one.left()).toEqual({journal: true, lock: false});
    expect([records(journal.made), journal.doubts.map(({step}) => step)]).toEqual([{}, [step]]);
    journal.answer(step, 'acknowledged', {made: [['Leads', 4]]});
    expect([records(journal.made), journal.doubts]).toEqual([LEADS, []]);
    await journal.finish(ids);
  });
  expect(one.left()).toEqual({journal: false, lock: true});
  expect(one.locked().made.records).toEqual({lists: LEADS});
  expect(records(await madeIn(one.folder, target))).toEqual(LEADS);
  expect(records(await madeIn(one.folder, {...target, key: 'other'}))).toEqual({});
});

test('work that was cut off is known to the next, which takes up its steps and its doubts', async () => {
  const one = start();
  await breakOff(one);
  expect(one.left()).toEqual({journal: true, lock: false});
  expect(records(await madeIn(one.folder, target))).toEqual(LEADS);
  await one.run(async journal => {
    expect(records(journal.made)).toEqual(LEADS);
    expect(journal.doubts).toMatchObject([
      {step: 2, since: {lastRow: 4, startedAt: 5}, about: {items: [{key: 'Others'}]}},
    ]);
    await journal.finish(ids);
  });
  // What is open could not be settled, so the next run needs the journal too.
  expect(one.left()).toEqual({journal: true, lock: true});
  await one.run(async journal => {
    expect(create(journal, 'New')).toBe(3);
    journal.answer(3, 'acknowledged', {made: [['New', 6]]});
    const items = [recordItem('lists', 'Others')];
    journal.note({kind: 'settled', step: 2, there: {items}, absent: {items: []}, made: [['Others', 5]]});
    expect(journal.doubts).toEqual([]);
    await journal.finish(ids);
  });
  expect(one.left()).toEqual({journal: false, lock: true});
  expect(one.locked().made.records).toEqual({
    lists: {
      ...LEADS,
      New: {id: 6, createdFingerprint: 'p'},
      Others: {id: 5, createdFingerprint: 'p'},
    },
  });
});

test('a step without a moment is no doubt: it can be done again', async () => {
  const one = start();
  await one.run(async journal => {
    journal.begin('updates', {items: [memberItem('segments', 'Near', 'a@example.com')]});
    expect(journal.doubts).toEqual([]);
    await journal.finish(ids);
  });
  expect(one.left()).toEqual({journal: false, lock: true});
});

test.each([
  ['another service', {...target, origin: 'https://example.org'}],
  ['another key', {...target, key: 'fedcba9876543210'}],
])('work on %s that was cut off is not taken for this one', async (_, other) => {
  const one = start();
  await breakOff(one);
  const refused = {message: expect.stringContaining('to another account stopped half-way'), exit: 3};
  await expect(one.run(async () => {}, other)).rejects.toMatchObject(refused);
  await expect(madeIn(one.folder, other)).rejects.toMatchObject(refused);
  await one.run(async ({made}) => expect(records(made)).toEqual(LEADS));
});

test('a journal that was killed before its first record is dropped', async () => {
  const one = start();
  writeFileSync(one.journal, '');
  expect(records(await madeIn(one.folder, target))).toEqual({});
  expect(one.left().journal).toBe(false);
  writeFileSync(one.journal, '{"kind":');
  await one.run(async journal => {
    expect(create(journal, 'Leads')).toBe(1);
  });
});

test('what a pull has left half-way is cleaned up before and after the work', async () => {
  const one = start();
  const drafts = join(one.folder, '.emk-pull-drafts');
  mkdirSync(drafts);
  await one.run(async journal => {
    expect(existsSync(drafts)).toBe(false);
    create(journal, 'Leads');
    mkdirSync(drafts);
    await journal.finish(ids);
  });
  expect(existsSync(drafts)).toBe(false);
});

test('a journal that is a link to another place is not followed', async () => {
  const one = start();
  const other = join(temporaryFolder(), 'other');
  writeFileSync(other, '');
  symlinkSync(other, one.journal);
  await expect(one.run(async () => {})).rejects.toMatchObject({message: expect.stringContaining('.emk-apply.jsonl')});
  expect(existsSync(other)).toBe(true);
});

test('a folder is worked on by one run at a time, and is free again after it', async () => {
  const one = start();
  await one.run(async () => {
    await expect(one.run(async () => {})).rejects.toThrow(`the account's files in ${one.folder}`);
  });
  await expect(
    one.run(async () => {
      throw new Error('No.');
    }),
  ).rejects.toThrow('No.');
  expect(await one.run(async () => 'free')).toBe('free');
});
