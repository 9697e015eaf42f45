import type {Context} from '../commands/command.js';
import {andList} from '../words/list.js';
import {keysIn} from './environment.js';

/** Warns if the next command will not use the profile just chosen, because the environment names another account. */
export function warnIfOverridden({host, warn}: Pick<Context, 'host' | 'warn'>, profile: string): void {
  const keys = keysIn(host);
  if (keys.length > 0) warn(`The environment (${andList(keys)}) still overrides every profile.`);
  const fromEnvironment = host.env['EMK_PROFILE'];
  if (fromEnvironment && fromEnvironment !== profile) warn(`EMK_PROFILE still names the profile "${fromEnvironment}".`);
}
