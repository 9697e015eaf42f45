import type {Account} from '../api/wire/answer.js';
import type {Ask} from '../change/ask.js';
import type {Context} from '../commands/command.js';
import type {Globals} from '../commands/globals.js';
import {DeclinedError, PreflightError, UsageError} from '../core/errors.js';
import type {Host} from '../core/system/host.js';
import {shellWord} from '../core/words/shell-word.js';
import {isInside} from './account.js';
import {hostOf} from './key.js';

/** Runs before each request that is not a read, and asks at most once. */
type GuardWrites = () => Promise<void>;

type Needs = {
  readonly account: () => Promise<Account>;
  readonly ask: Pick<Ask, 'possible' | 'text'>;
  readonly globals: Pick<Globals, 'confirm' | 'dryRun'>;
  readonly host: Pick<Host, 'stderr' | 'env'>;
  /** Whether there are several accounts to mistake for each other. */
  readonly several: boolean;
  readonly notice: Context['notice'];
};

/** Creates the guard: it refuses changes under a read-only profile, and asks for the name of a protected one. */
export function createGuard(needs: Needs): GuardWrites {
  let passed: Promise<void> | undefined;
  return () => {
    passed ??= needs.globals.dryRun ? Promise.resolve() : check(needs);
    return passed;
  };
}

async function check({account: find, ask, globals, host, several, notice}: Needs): Promise<void> {
  const account = await find();
  refuseReadOnly(account);
  if (globals.confirm !== undefined && globals.confirm !== account.name) throw otherName(account, globals.confirm);
  if (several && host.stderr.isTTY && account.source !== 'sandbox' && !isInside(host))
    notice(`This changes ${called(account)}.`, {kind: 'account', name: account.name});
  if (account.guard !== 'protected' || globals.confirm !== undefined) return;
  if (!ask.possible) throw needsName(account);
  const answer = await ask.text(`The profile is protected. Type its name (${account.name}) to change it:`);
  if (answer.trim() !== account.name) {
    throw new DeclinedError(`The profile's name is "${account.name}". Nothing was changed.`);
  }
}

/** Refuses any change of an account whose profile allows none. */
export function refuseReadOnly({guard, name}: Account): void {
  if (guard !== 'read-only') return;
  throw new PreflightError(`The profile "${name}" is read-only, so nothing was sent.`, {
    hint: `Use another profile, or allow changes with "emk config set guard none --profile ${shellWord(name)}".`,
  });
}

const called = ({name, source, baseUrl}: Account): string =>
  `${source === 'environment' ? 'the account of the environment' : `"${name}"`} on ${hostOf(baseUrl)}`;

const needsName = ({name}: Account): UsageError =>
  new UsageError(`The profile "${name}" is protected: to change it, confirm its name.`, {
    hint: `Nothing was changed. In a script, add --confirm ${name}.`,
  });

const otherName = (account: Account, given: string): UsageError =>
  new UsageError(`--confirm says "${given}", but this changes ${called(account)}.`, {
    hint: 'Nothing was changed. Check --profile and --confirm.',
  });
