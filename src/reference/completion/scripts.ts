import {toBash} from './bash.js';
import {toFish} from './fish.js';
import type {Stop} from './stops.js';
import {toZsh} from './zsh.js';

/** The function that writes each shell's script. */
export const scripts: {readonly [shell in 'bash' | 'zsh' | 'fish']: (stops: readonly Stop[]) => string} = {
  bash: toBash,
  zsh: toZsh,
  fish: toFish,
};

/** The files of the scripts, under the names that the shells look for. */
export const scriptFiles: {readonly [shell in keyof typeof scripts]: string} = {
  bash: 'completions/emk.bash',
  zsh: 'completions/_emk',
  fish: 'completions/emk.fish',
};
