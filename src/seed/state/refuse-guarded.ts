import type {Account} from '../../api/wire/account.js';
import {PreflightError} from '../../errors.js';

/** Refuses accounts that somebody has marked as too important for test data. No option overrides this. */
export function refuseGuarded({guard, name}: Account): void {
  if (guard === 'none') return;
  throw new PreflightError(`The profile "${name}" is ${guard}, and test data has no place there.`, {
    hint: `Nothing was sent. Take another account, or, if that is wrong: emk config set guard none --profile ${name}`,
  });
}
