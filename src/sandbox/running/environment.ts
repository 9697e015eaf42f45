import type {Host} from '../../system/host.js';
import {parseFaults} from '../http/faults/fault-text.js';
import {parseSettings} from './settings-text.js';
import type {StartOptions} from './start.js';

/** The sandbox's settings from environment variables, for commands without options for them. */
export function environmentOptions({env}: Pick<Host, 'env'>): Pick<StartOptions, 'faults' | 'settings' | 'clock'> {
  const {EMK_SANDBOX_FAULTS: faults = '', EMK_SANDBOX_SETTINGS: settings = '', EMK_SANDBOX_CLOCK: clock} = env;
  return {
    faults: parseFaults(faults).map(({text}) => text),
    settings: parseSettings(settings.split(/[;\n]/).filter(part => part.trim() !== '')),
    ...(clock ? {clock} : {}),
  };
}
