import type {Account} from '../../api/wire/account.js';
import {PreflightError} from '../../errors.js';
import {shellWord} from '../../words/shell-word.js';

/** Refuses accounts that somebody has marked as too important for test data. No option overrides this. */
export function refuseGuarded({guard, name}: Account): void {
  if (guard === 'none') return;
  throw new PreflightError(`The profile "${name}" is ${guard}, so emk creates no test data there.`, {
    hint: `Nothing was sent. Choose another account. If the guard is wrong: emk config set guard none --profile ${shellWord(name)}`,
  });
}
