import type {Account} from '../api/wire/answer.js';
import type {Context} from '../change/context.js';
import {DeclinedError, PreflightError, UsageError} from '../core/errors.js';
import {shellWord} from '../core/words/shell-word.js';
import {isInside} from './account.js';
import {hostOf} from './key.js';

type Needs = Pick<Context, 'account' | 'ask' | 'globals' | 'host' | 'notice'> & {
  /** Whether there are several accounts to mistake for each other. */
  readonly several: boolean;
};

/** Creates the guard, which runs before each request that is no read and asks at most once: it refuses changes under a read-only profile, and asks for the name of a protected one. */
export function createGuard(needs: Needs): () => Promise<void> {
  let passed: Promise<void> | undefined;
  return () => {
    passed ??= needs.globals.dryRun ? Promise.resolve() : check(needs);
    return passed;
  };
}

async function check({account: find, ask, globals, host, several, notice}: Needs): Promise<void> {
  const account = await find();
  refuseReadOnly(account);
  const {confirm} = globals;
  if (confirm !== undefined && confirm !== account.name) {
    throw new UsageError(`--confirm says "${confirm}", but this changes ${called(account)}.`, {
      hint: 'Nothing was changed. Check --profile and --confirm.',
    });
  }
  if (several && host.stderr.isTTY && account.source !== 'sandbox' && !isInside(host))
    notice(`This changes ${called(account)}.`, {kind: 'account', name: account.name});
  if (account.guard !== 'protected' || confirm !== undefined) return;
  if (!ask.possible) {
    throw new UsageError(`The profile "${account.name}" is protected: to change it, confirm its name.`, {
      hint: `Nothing was changed. In a script, add --confirm ${account.name}.`,
    });
  }
  const answer = await ask.text(`The profile is protected. Type its name (${account.name}) to change it:`);
  if (answer.trim() === account.name) return;
  throw new DeclinedError(`The profile's name is "${account.name}". Nothing was changed.`);
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
