import {toBash} from './bash.js';
import {toFish} from './fish.js';
import {toPowerShell} from './powershell.js';
import type {ShellName} from './shells.js';
import type {Stop} from './stops.js';
import {toZsh} from './zsh.js';

export const scripts: {readonly [shell in ShellName]: (stops: readonly Stop[]) => string} = {
  bash: toBash,
  zsh: toZsh,
  fish: toFish,
  powershell: toPowerShell,
};

/** The file names of the scripts that the shells look for. */
export const scriptFiles: {readonly [shell in ShellName]: string} = {
  bash: 'completions/emk.bash',
  zsh: 'completions/_emk',
  fish: 'completions/emk.fish',
  powershell: 'completions/emk.ps1',
};
