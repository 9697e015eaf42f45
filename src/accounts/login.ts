import type {Account} from '../api/wire/answer.js';
import {orBack} from '../change/ask.js';
import {confirmLocalChange} from '../commands/agree.js';
import {type Context, command} from '../commands/command.js';
import {
  EmkError,
  InterruptedError,
  KeysError,
  NotFoundError,
  RefusedError,
  UnreachableError,
  UsageError,
} from '../core/errors.js';
import {type InputSource, readInput} from '../core/system/read-input.js';
import {areMissing, inQuotes} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {operations} from '../endpoints/lists.js';
import {namedProfile, toProfileName, warnIfOverridden} from './account.js';
import {bareKey, hostOf, LONGEST_KEY, lacksApi, sameOrigin, toBaseUrl, toKey} from './key.js';
import {type Config, configOf, guards, type Profile, saveConfig} from './store.js';

/** Saves the keys of an account under a name once the service has accepted them. */
export const login = command({
  summary: 'Log in: check the keys of an account and save them as a profile',
  details:
    "emk asks for what you don't give, and again for what turns out wrong; the secret key stays hidden. It tries the " +
    'keys with a request that changes nothing, and saves them only if the service accepts them.\n\nThe first profile ' +
    'becomes the current one, which commands use if you name no other. A later one becomes current only with ' +
    '"emk switch", so other scripts stay on their account.\n\nA secret key is never an option, because other users of the ' +
    'machine can read command lines: pipe it in, or its file, with --secret-key-stdin.',
  takes: {
    name: {type: 'text', help: 'Name of the profile (default: default)', value: 'name'},
    public_key: {type: 'text', help: 'Public key, from your account page', value: 'key'},
    secret_key_stdin: {type: 'flag', help: 'Read the secret key from standard input'},
    guard: {
      type: 'text',
      choices: guards,
      help: 'protected: emk asks for its name before a change; read-only: no changes at all',
      value: 'guard',
    },
  },
  args: ['name'],
  examples: [
    'emk login',
    'emk login prod --base-url https://mail.example.com/api --guard protected',
    'pass show mail/secret | emk login ci --base-url https://mail.example.com/api --public-key pk_123 --secret-key-stdin',
  ],
  calls: [operations.list],
  gives: 'done',
  run: async (context, input) => {
    const name = nameOf(context, input.name);
    const unit = await gather(context, {...input, name});
    const before = configOf(context).profiles.get(name);
    const isSameService = before !== undefined && sameOrigin(before.baseUrl, unit.baseUrl);
    if (before && !isSameService) {
      await confirmLocalChange(
        context,
        `Replace the profile "${name}", which holds keys for ${hostOf(before.baseUrl)}, by keys for ${hostOf(unit.baseUrl)}`,
      );
    }
    // What the profile says beside the keys stays, as long as it is about the same service.
    const kept = isSameService ? before : undefined;
    const profile: Profile = {...kept, ...unit, guard: input.guard ?? before?.guard ?? 'none'};
    const after = withProfile(configOf(context), {name, profile});
    if (after.current === name) warnIfOverridden(context, name);
    const saved = await saveConfig(context, now => withProfile(now, {name, profile}), {
      name,
      sentence: `Logged in to ${hostOf(profile.baseUrl)}. ${whichIsCurrent(name, after)}`,
    });
    if (context.ask.possible && input.public_key === undefined) context.answered({public_key: unit.publicKey});
    return saved;
  },
});

type LoggedIn = {readonly name: string; readonly profile: Profile};

/** Adds a profile. Only the first becomes current by itself, because other scripts work on the current one. */
const withProfile = (now: Config, {name, profile}: LoggedIn): Config => ({
  ...now,
  current: now.profiles.size === 0 ? name : now.current,
  profiles: new Map([...now.profiles, [name, profile]]),
});

function whichIsCurrent(name: string, {current, profiles}: Config): string {
  if (current === name) return `The profile "${name}" is the current one.`;
  const profile = current === undefined ? undefined : profiles.get(current);
  const still = profile
    ? `The current profile is still "${current}" (${hostOf(profile.baseUrl)}).`
    : 'No profile is current.';
  return `The keys are saved as the profile "${name}". ${still} To switch, run "emk switch ${shellWord(name)}".`;
}

function nameOf({globals, host}: Context, argument: string | undefined): string {
  if (globals.sandbox) {
    throw new UsageError('The sandbox has no keys to log in with.', {hint: 'Remove --sandbox.'});
  }
  if (argument !== undefined && globals.profile !== undefined && argument !== globals.profile) {
    throw new UsageError(`The profile is named twice: "${argument}" and "${globals.profile}".`, {
      hint: `Name it once: emk login ${shellWord(argument)}`,
    });
  }
  return toProfileName(argument ?? namedProfile(globals, host) ?? 'default');
}

type Typed = {
  readonly name: string;
  readonly public_key?: string | undefined;
  readonly secret_key_stdin?: boolean | 0 | 1 | undefined;
};

/** The base URL and the keys, accepted by the service. */
async function gather(context: Context, {name, public_key, secret_key_stdin: isPiped}: Typed): Promise<Credentials> {
  const {ask, globals, host} = context;
  const given = {baseUrl: globals.baseUrl, publicKey: public_key};
  const attempt = (unit: Credentials): Promise<unknown> =>
    context.connect({name, source: 'profile', guard: 'none', ...unit}).call(operations.list);
  if (ask.possible) {
    return askAccount(context, {...given, secretKey: isPiped ? await readSecret(host) : undefined}, attempt);
  }
  const {baseUrl, publicKey} = given;
  if (baseUrl === undefined || publicKey === undefined || !isPiped) {
    throw new UsageError(
      `${areMissing([
        ...(baseUrl === undefined ? ['--base-url'] : []),
        ...(publicKey === undefined ? ['--public-key'] : []),
        ...(isPiped ? [] : ['--secret-key-stdin']),
      ])}.`,
      {
        hint:
          'Add them, or run "emk login" at a terminal, where emk asks. A secret key is never an option: ' +
          '--secret-key-stdin takes it from a pipe or a file, as in --secret-key-stdin < FILE.',
      },
    );
  }
  const unit: Credentials = {
    baseUrl: toBaseUrl(baseUrl, '--base-url', globals),
    publicKey: toKey(bareKey(publicKey), 'The public key'),
    secretKey: toKey(bareKey(await readSecret(host)), 'The secret key'),
  };
  await tryOnce(context, unit, attempt);
  return unit;
}

/** Sends one request with the keys. The answer to wrong keys is not documented, so any refusal counts as wrong keys. */
async function tryOnce(
  context: Context,
  unit: Credentials,
  attempt: (unit: Credentials) => Promise<unknown>,
): Promise<void> {
  try {
    await attempt(unit);
  } catch (error) {
    if (!(error instanceof EmkError)) throw error;
    if (isRefusal(error)) {
      throw new KeysError(refusalInWords(unit.baseUrl, error), {
        hint: 'Nothing was saved. Copy both keys from your account page and try again.',
        fields: error.fields,
        cause: error,
      });
    }
    context.warn(`Nothing was saved.${lacksApi(unit.baseUrl) ? ` Should the base URL be ${unit.baseUrl}/api?` : ''}`);
    throw error;
  }
}

/** Reads a secret from standard input, so that neither the command line nor the shell's history shows it. */
async function readSecret(host: InputSource): Promise<string> {
  if (host.stdin.isTTY) {
    throw new UsageError('--secret-key-stdin reads from a pipe, but standard input is a terminal.', {
      hint: 'Remove it, and emk asks for the key without showing it.',
    });
  }
  const secret = (await readInput(host, '-', 'Standard input')).toString('utf8').trim();
  if (secret.length > LONGEST_KEY)
    throw new UsageError('Standard input is too long for a key.', {hint: 'Pipe in the secret key alone.'});
  if (secret !== '') return secret;
  throw new UsageError('Standard input is empty, so --secret-key-stdin found no key.', {
    hint: 'Check the command before the pipe.',
  });
}

// ── Asking a person ─────────────────────────────────────────────────────────

/** The base URL and the two keys, which belong together. */
type Credentials = Pick<Account, 'baseUrl' | 'publicKey' | 'secretKey'>;

/** Asks for an account's base URL and keys until the service accepts them, and only for what is wrong. */
async function askAccount(
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
const isRefusal = (error: EmkError): boolean =>
  error instanceof RefusedError || error instanceof NotFoundError || error instanceof KeysError;

/** Who refused the keys, and why. */
const refusalInWords = (baseUrl: string, {message}: EmkError): string =>
  /^The service refused/.test(message)
    ? message.replace('The service', hostOf(baseUrl))
    : `${hostOf(baseUrl)} refused the keys: ${inQuotes(message)}.`;

/** Asks again for what the service did not accept. */
async function corrected(context: Context, unit: Credentials, error: EmkError): Promise<Credentials> {
  const {warn} = context;
  if (!(error instanceof KeysError || error instanceof UnreachableError) && lacksApi(unit.baseUrl)) {
    warn(`${unit.baseUrl} gave a wrong answer. ${error.message}`);
    return answers(context, ['baseUrl'], {...unit, baseUrl: `${unit.baseUrl}/api`});
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
