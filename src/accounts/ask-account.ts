import type {Account} from '../api/wire/account.js';
import {BACK} from '../commands/ask.js';
import type {Context} from '../commands/command.js';
import {
  EmkError,
  InterruptedError,
  KeysError,
  NotFoundError,
  RefusedError,
  UnreachableError,
  WentBackError,
} from '../errors.js';
import {inQuotes} from '../words/sentence.js';
import {hostOf, lacksApi, toBaseUrl} from './base-url.js';
import {bareKey, toKey} from './key.js';

/** The base URL and the two keys, which belong together. */
export type Credentials = Pick<Account, 'baseUrl' | 'publicKey' | 'secretKey'>;

/** Asks for an account's base URL and keys until the service accepts them, and only for what is wrong. */
export async function askAccount(
  context: Context,
  given: {readonly [value in keyof Credentials]?: string | undefined},
  trial: (unit: Credentials) => Promise<unknown>,
): Promise<Credentials> {
  const {baseUrl, publicKey, secretKey} = questions(context);
  let unit: Credentials = {
    baseUrl: await valid(context, given.baseUrl, baseUrl),
    publicKey: await valid(context, given.publicKey, publicKey),
    secretKey: await valid(context, given.secretKey, secretKey),
  };
  for (;;) {
    try {
      await trial(unit);
      return unit;
    } catch (error) {
      if (!(error instanceof EmkError) || error instanceof InterruptedError) throw error;
      unit = await corrected(context, unit, error);
    }
  }
}

/** Whether the service refused the keys. Its answer to wrong keys is not documented, so any refusal counts. */
export const isRefusal = (error: EmkError): boolean =>
  error instanceof RefusedError || error instanceof NotFoundError || error instanceof KeysError;

/** Who refused the keys, and why. */
export const refusalInWords = (baseUrl: string, {message}: EmkError): string =>
  /^The service refused/.test(message)
    ? message.replace('The service', hostOf(baseUrl))
    : `${hostOf(baseUrl)} refused the keys: ${inQuotes(message)}.`;

async function corrected(context: Context, unit: Credentials, error: EmkError): Promise<Credentials> {
  const {ask, warn} = context;
  const {baseUrl, publicKey, secretKey} = questions(context);
  if (!(error instanceof KeysError || error instanceof UnreachableError) && lacksApi(unit.baseUrl)) {
    warn(`${unit.baseUrl} gave a wrong answer. ${error.message}`);
    const longer = `${unit.baseUrl}/api`;
    if (await ask.confirm(`Should it be ${longer}?`, true)) return {...unit, baseUrl: longer};
    return {...unit, baseUrl: await valid(context, undefined, baseUrl, unit.baseUrl)};
  }
  if (isRefusal(error)) {
    warn(refusalInWords(unit.baseUrl, error));
    return {
      ...unit,
      publicKey: await valid(context, undefined, publicKey, unit.publicKey),
      secretKey: await valid(context, undefined, secretKey),
    };
  }
  warn([error.message, error.hint].filter(Boolean).join(' '));
  return {...unit, baseUrl: await valid(context, undefined, baseUrl, unit.baseUrl)};
}

type Question = {put(before?: string, how?: 'on the line'): Promise<string>; read(text: string): string};

const questions = ({ask, globals}: Context): {readonly [value in keyof Credentials]: Question} => ({
  baseUrl: {
    put: async before => {
      const question = 'Address of the service (such as mail.example.com/api):';
      const typed = await ask.guided.text(question, {initial: before, canGoBack: true});
      if (typed === BACK) throw new WentBackError('Cancelled.');
      return typed;
    },
    read: text => toBaseUrl(text, text === globals.baseUrl ? '--base-url' : 'your answer', globals),
  },
  publicKey: {
    put: (before, how) => ask.text('Public key:', before, how ?? 'by Enter'),
    read: text => toKey(bareKey(text), 'The public key'),
  },
  secretKey: {put: () => ask.secret('Secret key (not shown):'), read: text => toKey(bareKey(text), 'The secret key')},
});

/** A given value, or the answer to its question, which is repeated until the value is valid. */
async function valid(
  {warn}: Context,
  given: string | undefined,
  {put, read}: Question,
  before?: string,
): Promise<string> {
  let text = given ?? (await put(before));
  for (;;) {
    try {
      return read(text.trim());
    } catch (error) {
      if (!(error instanceof EmkError)) throw error;
      warn([error.message, error.hint].filter(Boolean).join(' '));
      // What was wrong stays in the field, to be corrected.
      text = await put(text, 'on the line');
    }
  }
}
