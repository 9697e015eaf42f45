import type {Account} from '../api/wire/answer.js';
import {orBack} from '../ask/terminal/ask.js';
import type {Context} from '../commands/command.js';
import {EmkError, InterruptedError, KeysError, NotFoundError, RefusedError, UnreachableError} from '../core/errors.js';
import {inQuotes} from '../core/words/sentence.js';
import {hostOf, lacksApi, toBaseUrl} from './base-url.js';
import {bareKey, toKey} from './key.js';

/** The base URL and the two keys, which belong together. */
export type Credentials = Pick<Account, 'baseUrl' | 'publicKey' | 'secretKey'>;

/** Asks for an account's base URL and keys until the service accepts them, and only for what is wrong. */
export async function askAccount(
  context: Context,
  given: Texts,
  trial: (unit: Credentials) => Promise<unknown>,
): Promise<Credentials> {
  const wanted = parts.filter(part => read(context, part, given[part]) === undefined);
  let unit = await answers(context, wanted, given);
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

const parts = ['baseUrl', 'publicKey', 'secretKey'] as const;

type Part = (typeof parts)[number];

type Texts = {readonly [part in Part]?: string | undefined};

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
  if (!(error instanceof KeysError || error instanceof UnreachableError) && lacksApi(unit.baseUrl)) {
    warn(`${unit.baseUrl} gave a wrong answer. ${error.message}`);
    const longer = `${unit.baseUrl}/api`;
    if (await ask.confirm(`Should it be ${longer}?`, {standard: true})) return {...unit, baseUrl: longer};
    return answers(context, ['baseUrl'], unit);
  }
  if (isRefusal(error)) {
    warn(refusalInWords(unit.baseUrl, error));
    return answers(context, parts, unit, 'publicKey');
  }
  warn([error.message, error.hint].filter(Boolean).join(' '));
  return answers(context, ['baseUrl'], unit);
}

/** Asks for parts in order, or from one on that was refused. Esc goes back a question, and from the first one leaves. */
async function answers(context: Context, wanted: readonly Part[], before: Texts, refused?: Part): Promise<Credentials> {
  const texts: {[part in Part]?: string | undefined} = {...before};
  for (let at = refused ? wanted.indexOf(refused) : 0; at < wanted.length; ) {
    const part = wanted[at] as Part;
    const answer = await orBack(
      () => valid(context, part, texts[part], part === refused),
      error => {
        if (at === 0) throw error;
      },
    );
    if (answer !== undefined) texts[part] = answer;
    at += answer === undefined ? -1 : 1;
  }
  const [baseUrl = '', publicKey = '', secretKey = ''] = parts.map(part => read(context, part, texts[part]));
  return {baseUrl, publicKey, secretKey};
}

/** The answer to the question for a part, which is repeated until emk can read it. */
async function valid(context: Context, part: Part, before: string | undefined, isRefused: boolean): Promise<string> {
  let text = await puts[part](context.ask, before, isRefused);
  // What was wrong stays in the field, to be corrected.
  while (read(context, part, text) === undefined) text = await puts[part](context.ask, text, false);
  return text;
}

type Put = (ask: Context['ask'], before: string | undefined, isRefused: boolean) => Promise<string>;

const puts: {readonly [part in Part]: Put} = {
  baseUrl: (ask, initial) => ask.text('Address of the service (such as mail.example.com/api):', {initial}),
  async publicKey(ask, initial, isRefused) {
    if (!isRefused) return ask.text('Public key:', {initial});
    // A key is pasted, so nothing else may be on the line.
    const typed = await ask.text('Public key:', {help: 'Enter keeps your last answer', mayBeEmpty: true});
    return typed === '' ? (initial ?? '') : typed;
  },
  secretKey: ask => ask.secret('Secret key (not shown):'),
};

/** A text as the part that it should be; undefined if it is none, and then emk says why. */
function read({globals, warn}: Context, part: Part, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    if (part !== 'baseUrl') return toKey(bareKey(text), part === 'publicKey' ? 'The public key' : 'The secret key');
    return toBaseUrl(text.trim(), text === globals.baseUrl ? '--base-url' : 'your answer', globals);
  } catch (error) {
    if (!(error instanceof EmkError)) throw error;
    warn([error.message, error.hint].filter(Boolean).join(' '));
    return undefined;
  }
}
