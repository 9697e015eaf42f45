import type {Account} from '../api/wire/answer.js';
import {orBack} from '../change/ask.js';
import {confirmLocalChange} from '../commands/agree.js';
import {type Context, command} from '../commands/command.js';
import {
  EmkError,
  ForeignAnswerError,
  InterruptedError,
  KeysError,
  NotFoundError,
  RefusedError,
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

/** The base URL and the two keys, which belong together. */
type Credentials = Pick<Account, 'baseUrl' | 'publicKey' | 'secretKey'>;

/** The base URL and the keys, accepted by the service. */
async function gather(context: Context, {name, public_key, secret_key_stdin: isPiped}: Typed): Promise<Credentials> {
  const {ask, globals, host} = context;
  const {baseUrl} = globals;
  if (ask.possible && !isPiped) return askAccount(context, name, {baseUrl, publicKey: public_key});
  const missing = [
    ...(baseUrl === undefined ? ['--base-url'] : []),
    ...(public_key === undefined ? ['--public-key'] : []),
    ...(isPiped ? [] : ['--secret-key-stdin']),
  ];
  if (missing.length > 0) {
    throw new UsageError(`${areMissing(missing)}.`, {
      hint:
        'Add them, or run "emk login" at a terminal, where emk asks. A secret key is never an option: ' +
        '--secret-key-stdin takes it from a pipe or a file, as in --secret-key-stdin < FILE.',
    });
  }
  return accepted(context, name, {baseUrl, publicKey: public_key, secretKey: await readSecret(host)});
}

/** Sends one request with the keys. The answer to wrong keys is not documented, so any refusal counts as wrong keys. */
async function accepted(context: Context, name: string, texts: Texts): Promise<Credentials> {
  const unit = {
    baseUrl: read(context, 'baseUrl', texts.baseUrl),
    publicKey: read(context, 'publicKey', texts.publicKey),
    secretKey: read(context, 'secretKey', texts.secretKey),
  };
  try {
    await context.connect({name, source: 'profile', guard: 'none', ...unit}).call(operations.list);
    return unit;
  } catch (error) {
    if (error instanceof ForeignAnswerError && lacksApi(unit.baseUrl))
      context.warn(`Should the base URL be ${unit.baseUrl}/api?`);
    if (!(error instanceof RefusedError || error instanceof NotFoundError || error instanceof KeysError)) throw error;
    const {message, fields} = error;
    const says = /^The service refused/.test(message)
      ? message.replace('The service', hostOf(unit.baseUrl))
      : `${hostOf(unit.baseUrl)} refused the keys: ${inQuotes(message)}.`;
    const hint = 'Nothing was saved. Copy both keys from your account page and try again.';
    throw new KeysError(says, {hint, fields, cause: error});
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

const parts = ['baseUrl', 'publicKey', 'secretKey'] as const;

type Part = (typeof parts)[number];

type Texts = {readonly [part in Part]?: string | undefined};

/** Asks for what the line lacks, and then for all of it until the service accepts it. */
async function askAccount(context: Context, name: string, given: Texts): Promise<Credentials> {
  let texts = await answers(
    context,
    parts.filter(part => given[part] === undefined),
    given,
  );
  for (;;) {
    try {
      return await accepted(context, name, texts);
    } catch (error) {
      if (!(error instanceof EmkError) || error instanceof InterruptedError) throw error;
      context.warn([error.message, error.hint].filter(Boolean).join(' '));
      const baseUrl = error instanceof ForeignAnswerError ? read(context, 'baseUrl', texts.baseUrl) : undefined;
      // What is missing is the answer that Enter gives.
      texts = await answers(context, parts, {
        ...texts,
        ...(baseUrl && lacksApi(baseUrl) && {baseUrl: `${baseUrl}/api`}),
      });
    }
  }
}

/** Asks for parts in order. Esc goes back a question, and from the first one leaves. */
async function answers(context: Context, wanted: readonly Part[], before: Texts): Promise<Texts> {
  const texts: {[part in Part]?: string | undefined} = {...before};
  for (let at = 0; at < wanted.length; ) {
    const part = wanted[at] as Part;
    const answer = await orBack(
      () => puts[part](context, texts[part]),
      error => {
        if (at === 0) throw error;
      },
    );
    if (answer !== undefined) texts[part] = answer;
    at += answer === undefined ? -1 : 1;
  }
  return texts;
}

const puts: {readonly [part in Part]: (context: Context, before: string | undefined) => Promise<string>} = {
  baseUrl: (context, initial) =>
    context.ask.text('Address of the service (such as mail.example.com/api):', {
      initial,
      problem: text => problemOf(context, 'baseUrl', text),
    }),
  async publicKey(context, before) {
    // A key is pasted, so nothing else may be on the line.
    const typed = await context.ask.text('Public key:', {
      problem: text => (text === '' && before ? undefined : problemOf(context, 'publicKey', text)),
      ...(before && {help: 'Enter keeps your last answer', mayBeEmpty: true}),
    });
    return typed || before || '';
  },
  secretKey: ({ask}) => ask.secret('Secret key (not shown):'),
};

function problemOf(context: Context, part: Part, text: string): string | undefined {
  try {
    read(context, part, text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** A text as the part that it should be. */
function read({globals}: Context, part: Part, text = ''): string {
  if (part !== 'baseUrl') return toKey(bareKey(text), part === 'publicKey' ? 'The public key' : 'The secret key');
  return toBaseUrl(text.trim(), text === globals.baseUrl ? '--base-url' : 'your answer', globals);
}
