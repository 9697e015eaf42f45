import type {Globals} from '../commands/globals.js';
import {ConfigError, UsageError} from '../errors.js';
import type {Host} from '../system/host.js';
import {namedProfile} from './pick-profile.js';

/** Refuses what leads out of a sandbox: a script in it that names a profile would change a real account. */
export function keepToSandbox(
  globals: Pick<Globals, 'sandbox' | 'profile' | 'baseUrl'>,
  host: Pick<Host, 'env'>,
): void {
  if (globals.sandbox) refuseBesideFlag(globals, host);
  else if (isInside(host)) refuseInsideRun(globals, host);
}

/** Refuses `--sandbox` beside another account: it means the account on this machine. */
function refuseBesideFlag(globals: Pick<Globals, 'profile' | 'baseUrl'>, host: Pick<Host, 'env'>): void {
  if (isInside(host)) {
    throw new UsageError('You are in a sandbox already: this runs inside "emk sandbox run".', {
      hint: 'Remove --sandbox.',
    });
  }
  const {profile, baseUrl} = globals;
  const flag = profile !== undefined ? '--profile' : baseUrl !== undefined ? '--base-url' : undefined;
  if (flag !== undefined) {
    throw new UsageError(`--sandbox and ${flag} name two different accounts.`, {hint: `Remove --sandbox or ${flag}.`});
  }
  const name = namedProfile(globals, host);
  if (name === undefined) return;
  throw new UsageError(`--sandbox and EMK_PROFILE, which names "${name}", are two different accounts.`, {
    hint: 'Unset EMK_PROFILE for this command (EMK_PROFILE= emk --sandbox …), or remove --sandbox.',
  });
}

/** Whether this runs inside `emk sandbox run`, where everything goes to a sandbox. */
export const isInside = ({env}: Pick<Host, 'env'>): boolean => Boolean(env['EMK_SANDBOX_RUN']);

function refuseInsideRun(globals: Pick<Globals, 'profile'>, host: Pick<Host, 'env'>): void {
  const name = namedProfile(globals, host);
  if (name !== undefined) {
    const from = globals.profile === undefined ? 'EMK_PROFILE' : '--profile';
    throw new UsageError(`${from} names "${name}", but this runs inside "emk sandbox run".`, {
      hint: `Remove ${from}: everything there goes to the sandbox.`,
    });
  }
  if (!keyVariables.some(variable => host.env[variable])) {
    throw new ConfigError(
      'This runs inside "emk sandbox run", but the sandbox\'s keys are gone from the environment.',
      {hint: 'Pass EMK_BASE_URL, EMK_PUBLIC_KEY and EMK_SECRET_KEY on to emk.'},
    );
  }
}

const keyVariables = ['EMK_PUBLIC_KEY', 'EMK_SECRET_KEY', 'EMK_SECRET_KEY_FILE'];
