import type {Account} from '../api/account.js';
import {type Context, command} from '../commands/command.js';
import {operations} from '../endpoints/contact-types.js';
import {EmkError, KeysError, NotFoundError, RefusedError, UsageError} from '../errors.js';
import {hostOf, lacksApi, sameOrigin, toBaseUrl} from './base-url.js';
import {configOf, confirmHere, keep} from './change.js';
import {guards, type Profile} from './config-file.js';
import {toKey} from './key.js';
import {warnIfOutranked} from './outranked.js';
import {namedProfile, toProfileName} from './pick-profile.js';
import {readSecret} from './read-secret.js';

/** Keeps the keys of an account under a name, once the service has accepted them. */
export const login = command({
  summary: 'Check the keys of an account and keep them as a profile',
  details:
    'Asks for what is not given, the secret key hidden. The keys are tried with a request that changes nothing, and only ' +
    'kept when the service takes them. The profile becomes the current one. A secret key is never an option, since other ' +
    'users of a machine can read command lines: pipe it in with --secret-key-stdin.',
  takes: {
    name: {type: 'text', help: 'Name of the profile (default)', value: 'name'},
    public_key: {type: 'text', help: 'Public key, from the account page of the service', value: 'key'},
    secret_key_stdin: {type: 'flag', help: 'Read the secret key from standard input'},
    guard: {
      type: 'text',
      choices: guards,
      help: 'protected: its name is asked for before a change; read-only: no changes at all',
      value: 'guard',
    },
  },
  args: ['name'],
  examples: [
    'emk auth login',
    'emk auth login prod --base-url https://mail.example.com/api --guard protected',
    'pass show mail/secret | emk auth login ci --base-url https://mail.example.com/api --public-key pk_123 --secret-key-stdin',
  ],
  calls: [operations.list],
  run: async (context, input) => {
    const name = nameOf(context, input.name);
    const before = configOf(context).profiles.get(name);
    const gathered = await gather(context, {...input, guard: input.guard ?? before?.guard ?? 'none'});
    const isSameService = before !== undefined && sameOrigin(before.baseUrl, gathered.baseUrl);
    const profile = {...gathered, ...(isSameService && before.timezone !== undefined && {timezone: before.timezone})};
    if (before && !isSameService) {
      await confirmHere(
        context,
        `Replace the profile "${name}", which holds keys for ${hostOf(before.baseUrl)}, by keys for ${hostOf(profile.baseUrl)}`,
      );
    }
    await tryKeys(context, {name, source: 'profile', ...profile});
    warnIfOutranked(context, name);
    return keep(context, now => ({...now, current: name, profiles: new Map([...now.profiles, [name, profile]])}), {
      name,
      sentence: `Logged in to ${hostOf(profile.baseUrl)}. The profile "${name}" is the current one.`,
    });
  },
});

function nameOf({globals, host}: Context, argument: string | undefined): string {
  if (globals.sandbox) {
    throw new UsageError('The sandbox has no keys to log in with.', {hint: 'Leave --sandbox out.'});
  }
  if (argument !== undefined && globals.profile !== undefined && argument !== globals.profile) {
    throw new UsageError(`The profile is named twice: "${argument}" and "${globals.profile}".`, {
      hint: 'Give one name.',
    });
  }
  return toProfileName(argument ?? namedProfile(globals, host) ?? 'default');
}

type Given = {
  readonly public_key?: string | undefined;
  readonly secret_key_stdin?: boolean | 0 | 1 | undefined;
  readonly guard: Profile['guard'];
};

async function gather({ask, globals, host}: Context, {public_key, secret_key_stdin, guard}: Given): Promise<Profile> {
  const missing = [
    ...(globals.baseUrl === undefined ? ['--base-url'] : []),
    ...(public_key === undefined ? ['--public-key'] : []),
    ...(secret_key_stdin ? [] : ['--secret-key-stdin']),
  ];
  if (missing.length > 0 && !ask.possible) {
    throw new UsageError(`Missing: ${missing.join(', ')}.`, {
      hint: 'Pass them, or run "emk auth login" at a terminal, which asks. The secret key comes through a pipe, never as an option.',
    });
  }
  const from = globals.baseUrl === undefined ? 'your answer' : '--base-url';
  const baseUrl = toBaseUrl(
    globals.baseUrl ?? (await ask.text('Base URL (such as https://mail.example.com/api):')).trim(),
    from,
    globals,
  );
  const publicKey = toKey((public_key ?? (await ask.text('Public key:'))).trim(), 'The public key');
  const secret = secret_key_stdin ? await readSecret(host) : await ask.secret('Secret key (not shown):');
  return {baseUrl, publicKey, secretKey: toKey(secret.trim(), 'The secret key'), guard};
}

/** The service's answer to wrong keys is not documented, so any refusal of this request counts as a refusal of the keys. */
async function tryKeys(context: Context, account: Account): Promise<void> {
  try {
    await context.connect(account).call(operations.list);
  } catch (error) {
    if (error instanceof RefusedError || error instanceof NotFoundError || error instanceof KeysError) {
      throw new KeysError(`${hostOf(account.baseUrl)} refused the keys: ${error.message}`, {
        hint: 'Nothing was saved. Copy both keys from the account page of the service and try again.',
        fields: error.fields,
        cause: error,
      });
    }
    if (error instanceof EmkError) {
      context.warn(
        `Nothing was saved.${lacksApi(account.baseUrl) ? ` Should the base URL be ${account.baseUrl}/api?` : ''}`,
      );
    }
    throw error;
  }
}
