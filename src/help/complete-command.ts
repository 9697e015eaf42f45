import {readFileSync} from 'node:fs';
import {command} from '../commands/command.js';
import {refuseUntold} from '../commands/command-formats.js';
import {packagePath} from './topics.js';

/**
 * The completion script of each shell. A script knows no word of emk: at each Tab it gives `emk completion answer` the
 * line up to the cursor, and offers what that prints (`complete.ts` says in which form).
 */
export const scriptFiles = {
  bash: 'completions/emk.bash',
  zsh: 'completions/_emk',
  fish: 'completions/emk.fish',
  powershell: 'completions/emk.ps1',
} as const;

const shells = Object.keys(scriptFiles) as Array<keyof typeof scriptFiles>;

/** `emk completion bash|zsh|fish|powershell`: prints the completion script of a shell. */
export default command({
  summary: 'Print the completion script of a shell',
  details: `The script asks emk at each Tab. emk knows every command, option and choice, and the names of records that you listed before on this machine, and never asks the network. emk keeps no addresses of people for it.

Put one line into a file that your shell reads when it starts:

  ~/.bashrc    eval "$(emk completion bash)"
  ~/.zshrc     eval "$(emk completion zsh)", below the line with compinit
  config.fish  emk completion fish | source
  $PROFILE     emk completion powershell | Out-String | Invoke-Expression`,
  takes: {shell: {type: 'text', required: true, choices: shells, help: 'Which shell', value: 'shell'}},
  args: ['shell'],
  calls: [],
  examples: ['eval "$(emk completion bash)"', 'emk completion fish | source'],
  gives: 'text',
  async run({globals}, {shell}) {
    if (globals.out === undefined) refuseUntold(globals, 'the script');
    return {kind: 'raw', body: readFileSync(packagePath(scriptFiles[shell]), 'utf8')};
  },
});
