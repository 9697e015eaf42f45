import {describe, expect, test} from 'vitest';
import type {Account} from '../../src/accounts/account.js';
import type {Ask} from '../../src/commands/ask.js';
import type {Consequence} from '../../src/commands/command.js';
import {createConfirm} from '../../src/commands/confirm.js';
import {createGuard} from '../../src/commands/guard.js';
import {answering, nobody} from './fake-context.js';
import {fakeHost} from './fake-host.js';

const open = async (): Promise<void> => {};

const confirming = (ask: Ask, {yes = false, dryRun = false} = {}, guard = open) =>
  createConfirm(ask, {yes, dryRun}, guard);

describe('confirm', () => {
  const what = 'Delete contact type 12 "Leads"';

  test('asks at a terminal, and yes passes', async () => {
    const ask = answering(true);
    await confirming(ask)({what});
    expect(ask.questions).toEqual(['Delete contact type 12 "Leads"?']);
  });

  test('no is the end of it', async () => {
    await expect(confirming(answering(false))({what})).rejects.toMatchObject({
      exit: 130,
      message: 'Nothing was changed.',
    });
  });

  test('where nobody is, it says what would happen and how to agree', async () => {
    await expect(confirming(nobody)({what})).rejects.toMatchObject({
      exit: 2,
      message: 'This would delete contact type 12 "Leads", and nobody is there to be asked.',
      hint: expect.stringContaining('--yes'),
    });
  });

  test('--yes and --dry-run ask nothing', async () => {
    await confirming(nobody, {yes: true})({what});
    await confirming(answering(), {yes: true})({what});
    await confirming(nobody, {dryRun: true})({what, deletes: 1000});
  });

  test.each([
    ['25 in a script', nobody, {deletes: 25}, undefined],
    ['26 in a script', nobody, {deletes: 26}, 'Deleting more than 25 records in a script needs --max-delete N.'],
    ['26 at a terminal', answering(), {deletes: 26}, undefined],
    ['as many as allowed', nobody, {deletes: 26, maxDelete: 26}, undefined],
    [
      'more than allowed',
      nobody,
      {deletes: 27, maxDelete: 26},
      'This would delete 27 records, and --max-delete allows 26.',
    ],
    [
      'more than allowed, at a terminal',
      answering(),
      {deletes: 3, maxDelete: 2},
      'This would delete 3 records, and --max-delete allows 2.',
    ],
  ] satisfies [string, Ask, Omit<Consequence, 'what'>, string | undefined][])(
    'with --yes, deleting %s',
    async (_what, ask, numbers, message) => {
      const attempt = confirming(ask, {yes: true})({what, ...numbers});
      if (message === undefined) await expect(attempt).resolves.toBeUndefined();
      else await expect(attempt).rejects.toMatchObject({exit: 2, message});
    },
  );

  test('the guard comes before the question, but not in a dry run', async () => {
    const closed = () => Promise.reject(new Error('read-only'));
    const ask = answering(true);
    await expect(confirming(ask, {}, closed)({what})).rejects.toThrow('read-only');
    expect(ask.questions).toEqual([]);
    await confirming(ask, {dryRun: true}, closed)({what});
  });
});

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
  };

  const guarding = ({account, ask = nobody, confirm, dryRun = false, terminal = false}: Scene) => {
    const said: string[] = [];
    const guard = createGuard({
      account: async () => account,
      ask,
      globals: {confirm, dryRun},
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
      message: '--confirm says "staging", but this would change "prod" on mail.example.com.',
    });
  });
});
