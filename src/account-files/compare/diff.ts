import {resolveAccount} from '../../accounts/resolve.js';
import {configOf} from '../../accounts/save-config.js';
import type {Account} from '../../api/wire/account.js';
import type {Context} from '../../commands/command.js';
import {UsageError} from '../../errors.js';
import {type AccountState, readAccount} from '../account/read-account.js';
import {type KindName, kindNames} from '../kinds/shape.js';
import type {AccountDifference} from './diff.schema.js';
import {differencesIn} from './differences.js';

/** Reads the accounts of two profiles and compares them, each list of each account once. */
export async function diff(
  context: Context,
  [first, second]: readonly [string, string],
  wanted: ReadonlySet<KindName>,
): Promise<readonly AccountDifference[]> {
  // Both profiles are looked up before reading, so that a wrong name is reported at once.
  const accounts = [await accountOf(context, first), await accountOf(context, second)] as const;
  const [before, after] = [await read(context, accounts[0], wanted), await read(context, accounts[1], wanted)];
  return kindNames.flatMap(kind =>
    differencesIn(
      kind,
      (after.kinds.get(kind) ?? []).map(({entry}) => entry),
      before.kinds.get(kind) ?? [],
      {prune: true, mailAgain: true},
    ).map(
      ({name, wanted: there, there: held, fields}): AccountDifference => ({
        ...{kind, name},
        in: there === undefined ? 'first' : held === undefined ? 'second' : 'both',
        fields: there && held ? fields : [],
      }),
    ),
  );
}

const read = (context: Context, account: Account, wanted: ReadonlySet<KindName>): Promise<AccountState> =>
  readAccount({...context, ...context.connect(account)}, wanted);

/** The account of a profile. The environment does not count, because this command names both accounts itself. */
async function accountOf(context: Context, profile: string): Promise<Account> {
  const {globals, host} = context;
  if (globals.sandbox || globals.profile !== undefined || globals.baseUrl !== undefined) {
    throw new UsageError('This compares two profiles, so you cannot name another account.', {
      hint: 'Remove --sandbox, --profile and --base-url.',
    });
  }
  const env = Object.fromEntries(Object.entries(host.env).filter(([name]) => !namesAnAccount.has(name)));
  return resolveAccount({...globals, profile}, {...host, env}, {config: configOf(context), sandbox: context.account});
}

const namesAnAccount = new Set([
  'EMK_BASE_URL',
  'EMK_PUBLIC_KEY',
  'EMK_SECRET_KEY',
  'EMK_SECRET_KEY_FILE',
  'EMK_PROFILE',
]);
