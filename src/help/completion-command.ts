import {readFileSync} from 'node:fs';
import {command} from '../commands/command.js';
import {refuseUntold} from '../commands/command-formats.js';
import {scriptFiles, shellNames} from './completion/shells.js';
import {packagePath} from './package-path.js';

/** `emk completion bash|zsh|fish|powershell`: prints the completion script of a shell. */
export default command({
  summary: 'Print the completion script of a shell',
  details: `The script asks emk at each Tab. emk knows every command, option and choice, and the names of records that you listed before on this machine, and never asks the network. emk keeps no addresses of people for it, and nothing at all after "emk config set completion-cache off".

Put one line into a file that your shell reads when it starts:

  ~/.bashrc    eval "$(emk completion bash)"
  ~/.zshrc     eval "$(emk completion zsh)", below the line with compinit
  config.fish  emk completion fish | source
  $PROFILE     emk completion powershell | Out-String | Invoke-Expression`,
  takes: {shell: {type: 'text', required: true, choices: shellNames, help: 'Which shell', value: 'shell'}},
  args: ['shell'],
  calls: [],
  examples: ['eval "$(emk completion bash)"', 'emk completion fish | source'],
  gives: 'text',
  async run({globals}, {shell}) {
    if (globals.out === undefined) refuseUntold(globals, 'the script');
    return {kind: 'raw', body: readFileSync(packagePath(scriptFiles[shell]), 'utf8')};
  },
});
