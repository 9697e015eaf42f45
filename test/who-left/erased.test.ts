/** The memory of erased people: what it knows, what its file gives away, and what damage does to it. */
import {mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {createAddressHash} from '../../src/address-index/keyed-hash.js';
import type {Account} from '../../src/api/wire/account.js';
import type {Host} from '../../src/system/host.js';
import {erasedHere} from '../../src/who-left/erased.js';
import {erasedInWords} from '../../src/who-left/erased-in-words.js';
import {peopleKeyOf} from '../../src/who-left/people-key.js';
import {forgetErased, rememberErased} from '../../src/who-left/remember-erased.js';
import {fakeHost, temporaryFolder} from '../accounts/fake-host.js';
import {replaceInFs} from '../replace-in-fs.js';

const account: Account = {
  name: 'acme',
  source: 'profile',
  baseUrl: 'https://mail.example/api',
  publicKey: 'public',
  secretKey: 'secret',
  guard: 'none',
};

const at = (given: {readonly state?: string; readonly day?: string; readonly account?: Partial<Account>} = {}) => {
  const {state = temporaryFolder(), day = '2026-11-23'} = given;
  const now = () => new Date(`${day}T12:00:00Z`);
  const host: Host = fakeHost({env: {EMK_STATE_DIR: state}, now});
  return {host, account: async () => ({...account, ...given.account}), state};
};

const fileIn = (state: string): string => {
  const names = readdirSync(join(state, 'erased'));
  expect(names).toHaveLength(1);
  return join(state, 'erased', String(names));
};

const change = (path: string, by: (text: string) => string): void =>
  writeFileSync(path, by(readFileSync(path, 'utf8')));

describe('who was erased', () => {
  test('is known by each spelling of the address, with the latest day', async () => {
    const context = at();
    await rememberErased(context, ['Ann@Example.com ']);
    await rememberErased({...context, ...at({state: context.state, day: '2026-12-01'})}, ['bob@example.com']);
    await rememberErased({...context, ...at({state: context.state, day: '2026-12-02'})}, ['ann@example.com']);
    const {size, day, unreadable} = await erasedHere(context);
    expect([size, unreadable]).toEqual([2, 0]);
    expect([' ANN@example.COM', 'bob@example.com', 'nn@example.com'].map(day)).toEqual([
      '2026-12-02',
      '2026-12-01',
      undefined,
    ]);
  });

  test('is known in both forms of a domain and with composed and separate accents', async () => {
    const context = at();
    await rememberErased(context, ['josé@müller.example']);
    const {day} = await erasedHere(context);
    const spellings = ['josé@xn--mller-kva.example', 'JOSÉ@MÜLLER.example', 'josé@müller.example'.normalize('NFD')];
    expect(spellings.map(day)).toEqual(spellings.map(() => '2026-11-23'));
    expect(day('jose@müller.example')).toBe(undefined);
  });

  test('is written once a day', async () => {
    const context = at();
    await rememberErased(context, ['ann@example.com', 'ANN@example.com']);
    const before = readFileSync(fileIn(context.state), 'utf8');
    await rememberErased(context, ['ann@example.com']);
    expect(readFileSync(fileIn(context.state), 'utf8')).toBe(before);
    expect(before.trim().split('\n')).toHaveLength(2);
  });

  test('is nobody without a file, for which no key is made', async () => {
    const owner = {
      ...account,
      get secretKey(): string {
        throw new Error('The secret key is not needed.');
      },
    };
    const {size, day, unreadable} = await erasedHere({...at(), account: async () => owner});
    expect([size, day('ann@example.com'), unreadable]).toEqual([0, undefined, 0]);
  });

  test('is known to a machine that copied the state folder, and to no other account', async () => {
    const {state, ...context} = at();
    await rememberErased(context, ['ann@example.com']);
    expect((await erasedHere(at({state}))).day('ann@example.com')).toBe('2026-11-23');
    expect(await erasedHere(at({state, account: {publicKey: 'other'}}))).toMatchObject({size: 0, unreadable: 0});
  });

  test('cannot be checked with another secret key, and is counted', async () => {
    const {state, ...context} = at();
    await rememberErased(context, ['ann@example.com', 'bob@example.com']);
    const renewed = at({state, account: {secretKey: 'renewed'}});
    await rememberErased(renewed, ['bob@example.com']);
    const {size, day, unreadable} = await erasedHere(renewed);
    expect([size, day('ann@example.com'), day('bob@example.com'), unreadable]).toEqual([1, undefined, '2026-11-23', 2]);
    expect(await forgetErased(renewed, ['ann@example.com', 'bob@example.com'])).toBe(1);
    expect(await erasedHere(context)).toMatchObject({size: 2, unreadable: 0});
  });

  test('is forgotten in each spelling, and the last one takes the file along', async () => {
    const {state, ...context} = at();
    await rememberErased(context, ['ann@example.com', 'bob@example.com']);
    await rememberErased(at({state, day: '2026-12-01'}), ['ann@example.com']);
    expect(await forgetErased(context, ['ANN@example.com', 'cy@example.com'])).toBe(1);
    expect((await erasedHere(context)).day('ann@example.com')).toBe(undefined);
    expect((await erasedHere(context)).day('bob@example.com')).toBe('2026-11-23');
    expect(await forgetErased(context, ['ann@example.com'])).toBe(0);
    expect(await forgetErased(context, ['bob@example.com'])).toBe(1);
    expect(readdirSync(join(state, 'erased'))).toEqual([]);
  });

  test('can be taken back, without what was known before', async () => {
    const {state, ...context} = at();
    await rememberErased(context, ['ann@example.com']);
    const takeBack = await rememberErased(at({state, day: '2026-12-01'}), ['ann@example.com', 'bob@example.com']);
    await takeBack();
    const {size, day} = await erasedHere(context);
    expect([size, day('ann@example.com')]).toEqual([1, '2026-11-23']);
    await (await rememberErased(context, ['ann@example.com']))();
    expect(await erasedHere(context)).toMatchObject({size: 1});
  });

  test('of the sandbox is known whatever its port', async () => {
    const {state, ...context} = at({account: {source: 'sandbox', baseUrl: 'http://127.0.0.1:1/api'}});
    await rememberErased(context, ['ann@example.com']);
    const later = at({state, account: {source: 'sandbox', baseUrl: 'http://127.0.0.1:2/api'}});
    expect(await erasedHere(later)).toMatchObject({size: 1});
  });
});

describe('the file', () => {
  test('has no address in it, is private, and its hashes need the secret key', async () => {
    const {state, ...context} = at();
    await rememberErased(context, ['ann@example.com']);
    const text = readFileSync(fileIn(state), 'utf8');
    expect(text).not.toMatch(/ann|@|secret|public/);
    expect(statSync(fileIn(state)).mode & 0o777).toBe(0o600);
    const hex = ({high, low}: {readonly high: number; readonly low: number}): string =>
      high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
    const withKey = (secretKey: string): string =>
      hex(createAddressHash(peopleKeyOf({secretKey}).bytes)('ann@example.com'));
    expect(text).toContain(withKey('secret'));
    expect(text).not.toContain(withKey('Secret'));
  });

  test('that a kill cut short keeps the people before, and takes more', async () => {
    const {state, ...context} = at();
    await rememberErased(context, ['ann@example.com', 'bob@example.com']);
    change(fileIn(state), text => text.slice(0, -9));
    expect(await erasedHere(context)).toMatchObject({size: 1});
    await rememberErased(context, ['cy@example.com']);
    const {size, day} = await erasedHere(context);
    expect([size, day('cy@example.com')]).toEqual([2, '2026-11-23']);
  });

  test('that a kill left empty is begun anew', async () => {
    const {state, ...context} = at();
    await rememberErased(context, ['ann@example.com']);
    change(fileIn(state), () => '{"crc"');
    expect(await erasedHere(context)).toMatchObject({size: 0});
    await rememberErased(context, ['ann@example.com']);
    expect(await erasedHere(context)).toMatchObject({size: 1});
  });

  test.each([1, 2, 3])('that is damaged in line %i is refused by its name, and stays', async line => {
    const {state, ...context} = at();
    await rememberErased(context, ['ann@example.com', 'bob@example.com']);
    const path = fileIn(state);
    change(path, text => text.replace(new RegExp(`(?<=^(?:.*\\n){${line - 1}}.{30})[^]`), '#'));
    const damaged = readFileSync(path, 'utf8');
    const refusal = `Line ${line} of ${path} is damaged, so emk can't tell who was erased here.`;
    await expect(erasedHere(context)).rejects.toThrow(refusal);
    await expect(rememberErased(context, ['cy@example.com'])).rejects.toThrow(refusal);
    await expect(forgetErased(context, ['ann@example.com'])).rejects.toThrow(refusal);
    expect(readFileSync(path, 'utf8')).toBe(damaged);
  });

  test('that cannot be read is an error in words', async () => {
    const context = at();
    await rememberErased(context, ['ann@example.com']);
    const path = fileIn(context.state);
    rmSync(path);
    mkdirSync(path);
    await expect(erasedHere(context)).rejects.toThrow("(EISDIR), so it can't tell who was erased here.");
  });

  test('is not missed where nobody knows the home folder', async () => {
    expect(await erasedHere({...at(), host: fakeHost({home: 'nowhere'})})).toMatchObject({size: 0});
  });

  test('that does not fit on the disk is an error in words, and names nobody', async () => {
    const context = at();
    replaceInFs('writeSync', () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), {code: 'ENOSPC'});
    });
    await expect(rememberErased(context, ['ann@example.com'])).rejects.toThrow('The disk is full.');
    expect(await erasedHere(context)).toMatchObject({size: 0});
  });
});

test('words say how many people were erased, and when', () => {
  expect(erasedInWords(['2026-11-23'])).toBe('1 person was erased here on 23 November 2026.');
  expect(erasedInWords(['2026-11-23', '2026-11-23'])).toBe('2 people were erased here on 23 November 2026.');
  expect(erasedInWords(['2026-11-23', '2025-01-02', '2026-03-04'])).toBe(
    '3 people were erased here, the last one on 23 November 2026.',
  );
});
