import {describe, expect, test} from 'vitest';
import {createGuard} from '../../src/accounts/guard.js';
import type {Account} from '../../src/api/wire/account.js';
import type {Ask} from '../../src/ask/terminal/ask.js';
import {answering, nobody} from './fake-context.js';
import {fakeHost} from './fake-host.js';

describe('guard', () => {
  const account = (guard: Account['guard'], source: Account['source'] = 'profile'): Account => ({
    name: source === 'profile' ? 'prod' : source,
    source,
    baseUrl: 'https://mail.example.com/api',
    publicKey: 'pk',
    secretKey: 'sk',
    guard,
  });

  type Scene = {
    readonly account: Account;
    readonly ask?: Ask;
    readonly confirm?: string;
    readonly dryRun?: boolean;
    readonly terminal?: boolean;
    readonly several?: boolean;
  };

  const guarding = ({account, ask = nobody, confirm, dryRun = false, terminal = false, several = true}: Scene) => {
    const said: string[] = [];
    const guard = createGuard({
      account: async () => account,
      ask,
      globals: {confirm, dryRun},
      several,
      host: fakeHost({terminal}),
      notice: sentence => void said.push(sentence),
    });
    return {guard, said};
  };

  test('an open profile passes in silence off a terminal', async () => {
    const {guard, said} = guarding({account: account('none')});
    await guard();
    expect(said).toEqual([]);
  });

  test.each([
    ['profile', 'This changes "prod" on mail.example.com.'],
    ['environment', 'This changes the account of the environment on mail.example.com.'],
  ] as const)('at a terminal the %s and its host are named, once', async (source, sentence) => {
    const {guard, said} = guarding({account: account('none', source), terminal: true});
    await Promise.all([guard(), guard()]);
    await guard();
    expect(said).toEqual([sentence]);
  });

  test('the only profile needs no naming', async () => {
    const {guard, said} = guarding({account: account('none'), terminal: true, several: false});
    await guard();
    expect(said).toEqual([]);
  });

  test('the sandbox needs no naming', async () => {
    const {guard, said} = guarding({account: account('none', 'sandbox'), terminal: true});
    await guard();
    expect(said).toEqual([]);
  });

  test('a read-only profile refuses, whatever is confirmed', async () => {
    for (const scene of [{}, {confirm: 'prod'}, {ask: answering(), terminal: true}]) {
      await expect(guarding({account: account('read-only'), ...scene}).guard()).rejects.toMatchObject({
        exit: 2,
        code: 'preflight',
        message: 'The profile "prod" is read-only, so nothing was sent.',
      });
    }
  });

  test('a dry run sends nothing, so nothing stops it', async () => {
    await guarding({account: account('read-only'), dryRun: true}).guard();
  });

  test('a protected profile wants its name typed, once', async () => {
    const ask = answering('prod ');
    const {guard} = guarding({account: account('protected'), ask, terminal: true});
    await guard();
    await guard();
    expect(ask.questions).toHaveLength(1);
  });

  test('a wrong name is a no', async () => {
    const {guard} = guarding({account: account('protected'), ask: answering('yes')});
    await expect(guard()).rejects.toMatchObject({exit: 130, message: expect.stringContaining('Nothing was changed.')});
  });

  test('a script gives --confirm', async () => {
    await expect(guarding({account: account('protected')}).guard()).rejects.toMatchObject({
      exit: 2,
      hint: expect.stringContaining('--confirm prod'),
    });
    await guarding({account: account('protected'), confirm: 'prod'}).guard();
  });

  test.each(['protected', 'none'] as const)('--confirm of another name stops a %s profile', async guard => {
    await expect(guarding({account: account(guard), confirm: 'staging'}).guard()).rejects.toMatchObject({
      exit: 2,
      message: '--confirm says "staging", but this changes "prod" on mail.example.com.',
    });
  });
});
