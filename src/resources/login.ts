import {namedProfile, warnIfOverridden} from '../accounts/account.js';
import {hostOf, sameOrigin, toBaseUrl, toKey} from '../accounts/key.js';
import {type Config, configOf, guards, type Profile, saveConfig} from '../accounts/store.js';
import type {Account} from '../api/wire/answer.js';
import {confirmLocalChange} from '../change/agree.js';
import {orBack} from '../change/ask.js';
import type {Context} from '../change/context.js';
import {command} from '../commands/command.js';
import {KeysError, NotFoundError, RefusedError, UsageError} from '../core/errors.js';
import type {Host} from '../core/system/host.js';
import {readInput} from '../core/system/read-input.js';
import {areMissing, inQuotes, orList} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {operations} from '../endpoints/lists.js';

/** Saves the keys of an account under a name once the service has accepted them. */
export const login = command({
  summary: 'Log in: check the keys of an account and save them as a profile',
  details:
    "emk asks for what you don't give, and again for keys that turn out wrong; the secret key stays hidden. It tries the " +
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
  async run(context, {name: typed, public_key: publicKey, secret_key_stdin: isPiped, guard}) {
    const name = nameOf(context, typed);
    const {baseUrl} = context.globals;
    const unit =
      context.ask.possible && !isPiped
        ? await askAccount(context, name, {baseUrl, publicKey})
        : await accepted(context, name, await piped(context.host, {baseUrl, publicKey}, Boolean(isPiped)));
    const before = configOf(context).profiles.get(name);
    const isSameService = before !== undefined && sameOrigin(before.baseUrl, unit.baseUrl);
    if (before && !isSameService) {
      await confirmLocalChange(
        context,
        `Replace the profile "${name}", which holds keys for ${hostOf(before.baseUrl)}, by keys for ${hostOf(unit.baseUrl)}`,
      );
    }
    // What the profile says beside the keys stays, as long as it is about the same service.
    const profile = {...(isSameService ? before : {}), ...unit, guard: guard ?? before?.guard ?? 'none'};
    const after = withProfile(configOf(context), name, profile);
    if (after.current === name) warnIfOverridden(context, name);
    const sentence = `Logged in to ${hostOf(profile.baseUrl)}. ${whichIsCurrent(name, after)}`;
    const saved = await saveConfig(context, now => withProfile(now, name, profile), {name, sentence});
    if (context.ask.possible && publicKey === undefined) context.answered({public_key: unit.publicKey});
    return saved;
  },
});

/** Adds a profile. Only the first becomes current by itself, because other scripts work on the current one. */
const withProfile = (now: Config, name: string, profile: Profile): Config => ({
  ...now,
  current: now.profiles.size === 0 ? name : now.current,
  profiles: new Map([...now.profiles, [name, profile]]),
});

function whichIsCurrent(name: string, {current}: Config): string {
  if (current === name) return `The profile "${name}" is the current one.`;
  const still = current === undefined ? 'No profile is current.' : `The current profile is still "${current}".`;
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

/** The base URL and the two keys, which belong together. */
const parts = ['baseUrl', 'publicKey', 'secretKey'] as const;

type LoginPart = (typeof parts)[number];

type LoginTexts = {readonly [part in LoginPart]?: string | undefined};

/** The texts of a script: the secret comes through a pipe, so that neither a command line nor a history shows it. */
async function piped(host: Host, {baseUrl, publicKey}: LoginTexts, isPiped: boolean): Promise<LoginTexts> {
  const missing = [
    ...(baseUrl === undefined ? ['--base-url'] : []),
    ...(publicKey === undefined ? ['--public-key'] : []),
    ...(isPiped ? [] : ['--secret-key-stdin']),
  ];
  if (missing.length > 0) {
    throw new UsageError(`${areMissing(missing)}.`, {
      hint:
        'Add them, or run "emk login" at a terminal, where emk asks. A secret key is never an option: ' +
        '--secret-key-stdin takes it from a pipe or a file, as in --secret-key-stdin < FILE.',
    });
  }
  if (host.stdin.isTTY) {
    throw new UsageError('--secret-key-stdin reads from a pipe, but standard input is a terminal.', {
      hint: 'Remove it, and emk asks for the key without showing it.',
    });
  }
  return {baseUrl, publicKey, secretKey: (await readInput(host, '-', 'Standard input')).toString('utf8')};
}

/** Sends one request with the keys. The answer to wrong keys is not documented, so any refusal counts as wrong keys. */
async function accepted(context: Context, name: string, texts: LoginTexts): Promise<Pick<Account, LoginPart>> {
  const unit = {
    baseUrl: read(context, 'baseUrl', texts.baseUrl),
    publicKey: read(context, 'publicKey', texts.publicKey),
    secretKey: read(context, 'secretKey', texts.secretKey),
  };
  try {
    await context.connect({name, source: 'profile', guard: 'none', ...unit}).call(operations.list);
    return unit;
  } catch (error) {
    if (!(error instanceof RefusedError || error instanceof NotFoundError || error instanceof KeysError)) throw error;
    const {message, fields} = error;
    const host = hostOf(unit.baseUrl);
    const isSaid = error instanceof KeysError;
    throw new KeysError(
      isSaid ? message.replace('The service', host) : `${host} refused the keys: ${inQuotes(message)}.`,
      {
        hint: 'Nothing was saved. Copy both keys from your account page and try again.',
        fields,
        cause: error,
      },
    );
  }
}

/** A text as the part that it should be. */
function read({globals}: Context, part: LoginPart, text = ''): string {
  if (part !== 'baseUrl') return toKey(text.trim(), part === 'publicKey' ? 'The public key' : 'The secret key');
  return toBaseUrl(text.trim(), text === globals.baseUrl ? '--base-url' : 'your answer', globals);
}

// ── Asking a person ─────────────────────────────────────────────────────────

/** Asks for what the line lacks, and for the keys again until the service accepts them. */
async function askAccount(context: Context, name: string, given: LoginTexts): Promise<Pick<Account, LoginPart>> {
  const missing = parts.filter(part => given[part] === undefined);
  let texts = await answers(context, missing, given);
  for (;;) {
    try {
      return await accepted(context, name, texts);
    } catch (error) {
      if (!(error instanceof KeysError)) throw error;
      context.warn(`${error.message} ${error.hint}`);
      texts = await answers(context, ['publicKey', 'secretKey'], texts);
    }
  }
}

/** Asks for parts in order. Esc goes back a question, and from the first one leaves. */
async function answers(context: Context, wanted: readonly LoginPart[], before: LoginTexts): Promise<LoginTexts> {
  const texts: {[part in LoginPart]?: string | undefined} = {...before};
  for (let at = 0; at < wanted.length; ) {
    const part = wanted[at] as LoginPart;
    const answer = await orBack(
      () => askPart(context, part, texts[part]),
      error => {
        if (at === 0) throw error;
      },
    );
    if (answer !== undefined) texts[part] = answer;
    at += answer === undefined ? -1 : 1;
  }
  return texts;
}

async function askPart(context: Context, part: LoginPart, before: string | undefined): Promise<string> {
  const {ask} = context;
  if (part === 'secretKey') return ask.secret('Secret key (not shown):');
  const problem = (text: string): string | undefined => {
    try {
      read(context, part, text);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  return part === 'baseUrl'
    ? ask.text('Address of the service (such as mail.example.com/api):', {initial: before, problem})
    : ask.text('Public key:', {problem});
}

/** Checks the name of a new profile: it appears in messages and command lines, so it must be one plain word. */
function toProfileName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name) && !reserved.includes(name)) return name;
  throw new UsageError(`A profile cannot be called "${name}".`, {
    hint: `Use letters, digits, dots, hyphens and underscores, and not ${orList(reserved)}.`,
  });
}

const reserved = ['environment', 'sandbox'];
