import {command} from '../commands/command.js';
import {refuseUntold} from '../commands/command-formats.js';
import {notTogether, UsageError} from '../errors.js';
import {orList} from '../words/sentence.js';
import {shellNames, shellOf} from './completion/shells.js';

/** `emk completion bash|zsh|fish|powershell`: the completion script of a shell, printed or installed. */
export default command({
  summary: 'Print or install the completion script of a shell',
  details: `The script asks emk at each Tab. emk knows every command, option and choice, and the names of records that you listed before on this machine, and never asks the network. emk keeps no addresses of people for it, and nothing at all after "emk config set completion-cache off".

--install puts the script where your shell looks for it, and --uninstall removes it; both ask first. By hand, put one line into a file that your shell reads when it starts:

  ~/.bashrc    eval "$(emk completion bash)"
  ~/.zshrc     eval "$(emk completion zsh)", below the line with compinit
  config.fish  emk completion fish | source
  $PROFILE     emk completion powershell | Out-String | Invoke-Expression`,
  takes: {
    shell: {
      type: 'text',
      choices: shellNames,
      help: 'Which shell; without it, --install takes yours',
      value: 'shell',
    },
    install: {type: 'flag', help: 'Put the script where the shell looks for it'},
    uninstall: {type: 'flag', help: 'Remove what --install put there'},
  },
  args: ['shell'],
  calls: [],
  examples: ['emk completion --install', 'eval "$(emk completion bash)"', 'emk completion fish --uninstall'],
  gives: ['text', 'done'],
  async run(context, input) {
    const {env} = context.host;
    const {install, uninstall} = input;
    if (install && uninstall) throw notTogether('--install', '--uninstall');
    const isPrinted = !(install || uninstall);
    const shell = input.shell ?? shellMeant(isPrinted ? undefined : shellOf(env));
    if (isPrinted && context.globals.out === undefined) refuseUntold(context.globals, 'the script');
    if (uninstall) return (await import('./completion/install.js')).uninstall(context, shell);
    const {[shell]: script} = (await import('./completion/scripts.js')).scripts;
    if (isPrinted) return {kind: 'raw', body: script};
    return (await import('./completion/install.js')).install(context, shell, script);
  },
});

function shellMeant<S>(shell: S | undefined): S {
  if (shell !== undefined) return shell;
  throw new UsageError('emk cannot tell which shell you use.', {hint: `Name it: ${orList(shellNames)}.`});
}
