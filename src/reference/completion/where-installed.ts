import {posix, win32} from 'node:path';
import {homeOf} from '../../own-files/folders.js';
import type {Host} from '../../system/host.js';
import type {ShellName} from './shells.js';

/** Where a shell looks for emk's completion, and what else it may need. */
export type Installed = {
  readonly path: string;
  /** The line to add to a file of the user; without one, the whole file is emk's. */
  readonly line?: string;
  /** What remains to be done by hand. */
  readonly hint: string;
};

/** The place that belongs to the user alone, so that no administrator is needed. */
export function whereInstalled(shell: ShellName, host: Host): Installed {
  const {env, platform} = host;
  const {join, isAbsolute} = platform === 'win32' ? win32 : posix;
  const home = (): string => homeOf(host, 'Set HOME, so that there is a place for the script.');
  const folder = (variable: string, ...standard: string[]): string => {
    const given = env[variable];
    return given && isAbsolute(given) ? given : join(home(), ...standard);
  };
  const data = () => folder('XDG_DATA_HOME', '.local', 'share');
  const config = () => folder('XDG_CONFIG_HOME', '.config');
  const functions = () => join(data(), 'zsh', 'site-functions');
  switch (shell) {
    case 'bash':
      return {
        path: join(env['BASH_COMPLETION_USER_DIR'] || join(data(), 'bash-completion'), 'completions', 'emk'),
        hint: 'A new bash has it, where bash-completion is installed.',
      };
    case 'zsh':
      return {
        path: join(functions(), '_emk'),
        hint: `A new zsh has it if its fpath names that folder: put fpath=(${functions()} $fpath) before compinit in ~/.zshrc.`,
      };
    case 'fish':
      return {path: join(config(), 'fish', 'completions', 'emk.fish'), hint: 'A new fish has it.'};
    case 'powershell':
      return {
        path: join(
          platform === 'win32' ? join(home(), 'Documents', 'PowerShell') : join(config(), 'powershell'),
          'Microsoft.PowerShell_profile.ps1',
        ),
        line: 'emk completion powershell | Out-String | Invoke-Expression # completion for emk',
        hint: 'A new PowerShell has it, if its $PROFILE is that file.',
      };
  }
}
