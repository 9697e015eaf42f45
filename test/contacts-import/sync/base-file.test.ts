/** What a file said when it went out is kept as hashes: only who has the key and the whole file can ask it anything. */
import {mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {targetOf} from '../../../src/accounts/target.js';
import type {Account} from '../../../src/api/wire/account.js';
import {type Base, type BaseHead, headIn, readBase, writeBase} from '../../../src/contacts-import/sync/base-file.js';
import {basePath, dropOldBases, findBase, newToken, realPath} from '../../../src/contacts-import/sync/kept-bases.js';
import {hashText, shortHash} from '../../../src/csv/bytes/hash-text.js';
import {peopleKeyOf} from '../../../src/who-left/people-key.js';
import {type FakeRun, startFakeRun} from '../fake-run.js';
import {inFolder} from '../reading.js';

const secret = peopleKeyOf({secretKey: 'sk'});
const head: BaseHead = {origin: 'https://api.example', key: 'pk', type: 1, file: null, fields: ['city', 'state']};
const people = Array.from({length: 60}, (_, at) => hashText(`p${at}@example.com`));
const [ada, bo] = people as [(typeof people)[0], (typeof people)[0]];
const mark = (at: number, field: number): number => shortHash(`${at} ${field}`);

async function written(path = inFolder('one.base')): Promise<Buffer> {
  await writeBase(path, head, secret, async ({add}) => {
    for (const [at, person] of people.entries()) add(person, 100 + at, field => mark(at, field));
  });
  return readFileSync(path);
}

describe('a base', () => {
  let bytes: Buffer;
  beforeEach(async () => {
    bytes = await written();
  });
  const base = (): Base => readBase(bytes, secret) as Base;

  test('finds each person with the id and each cell, and nobody else', () => {
    const read = base();
    expect([read.size, read.head.fields]).toEqual([60, ['city', 'state']]);
    for (const [at, person] of people.entries()) {
      const entry = read.find(person);
      expect(read.idOf(entry)).toBe(100 + at);
      for (const field of [0, 1]) {
        expect(read.was(entry, {person, field, mark: mark(at, field)})).toBe(true);
        expect(read.was(entry, {person, field, mark: mark(at, 1 - field)})).toBe(false);
      }
    }
    expect(read.find(hashText('nobody@example.com'))).toBe(-1);
  });

  test('notes what a cell says now, and the id, of one person alone', () => {
    const read = base();
    const [one, other] = [read.find(ada), read.find(bo)];
    read.put(one, {person: ada, field: 1, mark: 7});
    read.putId(one, 999);
    expect(read.was(one, {person: ada, field: 1, mark: 7})).toBe(true);
    expect(read.was(one, {person: ada, field: 0, mark: mark(0, 0)})).toBe(true);
    expect([read.idOf(one), read.idOf(other)]).toEqual([999, 101]);
    expect(read.was(other, {person: bo, field: 1, mark: mark(1, 1)})).toBe(true);
  });

  test('goes on in the next one entry by entry', async () => {
    const read = base();
    const path = inFolder('next.base');
    await writeBase(path, head, secret, async ({keep}) => keep(read, read.find(bo)));
    const next = readBase(readFileSync(path), secret) as Base;
    expect([next.size, next.find(ada), next.idOf(next.find(bo))]).toEqual([1, -1, 101]);
  });

  test('says nothing when it is torn, of another key or version, or no base', () => {
    const line = bytes.subarray(0, bytes.indexOf('\n'));
    const ofVersion = (version: number): Buffer =>
      Buffer.concat([
        Buffer.from(line.toString().replace('"version":1', `"version":${version}`)),
        bytes.subarray(line.length),
      ]);
    expect(readBase(ofVersion(1), secret)?.size).toBe(60);
    const unread = [
      bytes.subarray(0, -1),
      Buffer.concat([bytes, Buffer.from([0])]),
      ofVersion(9),
      Buffer.from('{"version":1}\n'),
      Buffer.from('{"version":1,"fields":3}\n'),
      Buffer.from('"version"\n'),
      Buffer.from('no base\n'),
      Buffer.from(''),
    ];
    for (const each of unread) expect(readBase(each, secret)).toBeUndefined();
    expect(readBase(bytes, peopleKeyOf({secretKey: 'another'}))).toBeUndefined();
    expect(headIn(Buffer.from('no line'))).toBeUndefined();
    expect(headIn(bytes)?.people).toBe(60);
  });
});

describe('the base of a file', () => {
  let run: FakeRun;
  let account: Account;
  beforeEach(async () => {
    run = startFakeRun();
    account = await run.context.account();
  });
  afterEach(() => run.close());

  const host = () => run.context.host;
  /** Keeps a base about a file, as old as some days. */
  async function keep(about: Partial<BaseHead>, {days = 0, token = newToken()} = {}): Promise<string> {
    const path = basePath(host(), token);
    const whole = {...head, ...targetOf(account), file: realPath(join(run.folder, 'leads.csv')), ...about};
    await writeBase(path, whole, peopleKeyOf(account), async ({add}) => add(ada, 1, () => 1));
    const time = new Date(host().now().getTime() - days * 86_400_000);
    utimesSync(path, time, time);
    return token;
  }
  const found = (headers: readonly string[], file = 'leads.csv', type = 1): string | undefined =>
    findBase(host(), account, {headers, file: join(run.folder, file), type})?.path;

  test('is found by the token in a header, wherever the file is', async () => {
    const token = await keep({file: '/elsewhere.csv'});
    expect(found(['email', `emk_id_${token}`], 'renamed.csv')).toBe(basePath(host(), token));
    expect(found(['email'], 'renamed.csv')).toBeUndefined();
  });

  test('is found by its place, the latest of several', async () => {
    // By name the latest is neither the first nor the last.
    await keep({}, {days: 2, token: '000000000001'});
    const latest = await keep({}, {days: 1, token: '000000000002'});
    await keep({}, {days: 3, token: '000000000003'});
    await keep({file: '/elsewhere.csv'});
    expect(found(['email'])).toBe(basePath(host(), latest));
    symlinkSync(join(run.folder, 'leads.csv'), join(run.folder, 'link.csv'));
    run.write('leads.csv', 'email\n');
    expect(found(['email'], 'link.csv')).toBe(basePath(host(), latest));
    expect(found(['email', `emk_id_${newToken()}`])).toBeUndefined();
  });

  test('is no other list’s, key’s or service’s', async () => {
    for (const about of [{type: 2}, {key: 'other'}, {origin: 'https://other.example'}]) await keep(about);
    expect(found(['email'])).toBeUndefined();
  });

  test('is passed over where it cannot be read', async () => {
    writeFileSync(basePath(host(), newToken()), 'torn');
    mkdirSync(basePath(host(), newToken()));
    const token = await keep({}, {days: 5});
    expect(found(['email'])).toBe(basePath(host(), token));
  });

  test('is kept for ninety days, and nothing else in its folder goes', async () => {
    const [young] = [await keep({}, {days: 89}), await keep({}, {days: 91})];
    const kept = basePath(host(), young);
    const text = kept.replace(/base$/, 'csv');
    writeFileSync(text, 'email\n');
    utimesSync(text, 0, 0);
    dropOldBases(host());
    expect(readdirSync(join(kept, '..')).sort()).toEqual([`${young}.base`, `${young}.csv`]);
  });
});
