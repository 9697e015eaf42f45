import {confirmLocalChange} from '../commands/agree.js';
import {type Context, command} from '../commands/command.js';
import {EmkError, KeysError, UsageError} from '../core/errors.js';
import {type InputSource, piecesOfInput} from '../core/system/read-input.js';
import {areMissing} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {operations} from '../endpoints/lists.js';
import {askAccount, type Credentials, isRefusal, refusalInWords} from './ask-account.js';
import {hostOf, lacksApi, sameOrigin, toBaseUrl} from './base-url.js';
import {type Config, guards, type Profile} from './config-file.js';
import {bareKey, LONGEST_KEY, toKey} from './key.js';
import {isProfileName, namedProfile, toProfileName} from './pick-profile.js';
import {configOf, saveConfig, warnIfOverridden} from './save-config.js';

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
    const wanted = nameOf(context, input.name);
    const unit = await gather(context, {...input, name: wanted});
    const name = await freeName(context, wanted, unit);
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

/** The name for the profile. If another service has it, a person is offered one that is free. */
async function freeName(context: Context, name: string, {baseUrl}: Credentials): Promise<string> {
  const {profiles} = configOf(context);
  const before = profiles.get(name);
  const {ask, globals, warn} = context;
  if (!before || sameOrigin(before.baseUrl, baseUrl) || !ask.possible || globals.yes) return name;
  const [first = ''] = hostOf(baseUrl).split(':');
  const offered = [first, ...first.split('.')].find(each => isFreeName(each, profiles)) ?? '';
  context.notice(`The profile "${name}" holds keys for ${hostOf(before.baseUrl)}.`);
  let typed = await ask.text('Name of the new profile:', {initial: offered});
  for (;;) {
    try {
      return toProfileName(typed.trim());
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      warn([error.message, error.hint].filter(Boolean).join(' '));
      typed = await ask.text('Name of the new profile:', {initial: typed});
    }
  }
}

const isFreeName = (name: string, profiles: Config['profiles']): boolean => isProfileName(name) && !profiles.has(name);

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
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of piecesOfInput(host, '-', 'Standard input')) {
    size += bytes.length;
    if (size > LONGEST_KEY)
      throw new UsageError('Standard input is too long for a key.', {hint: 'Pipe in the secret key alone.'});
    chunks.push(bytes);
  }
  const secret = Buffer.concat(chunks).toString('utf8').trim();
  if (secret !== '') return secret;
  throw new UsageError('Standard input is empty, so --secret-key-stdin found no key.', {
    hint: 'Check the command before the pipe.',
  });
}
