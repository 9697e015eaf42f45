import {type Command, command, type Tree} from '../commands/command.js';
import {shellNames} from './completion/shells.js';

/** `emk completion bash|zsh|fish|powershell`: the script that a shell reads to complete emk's words. */
export const completionCommand = (tree: Tree): Command =>
  command({
    summary: 'Print the completion script of a shell',
    details: `The script knows every command, option and choice by itself. Names of records come from what the lists that you saw left
behind on this machine, never from the network; addresses of people are not kept, and "emk config set completion-cache off"
keeps nothing at all. To have the script in every new shell:

  bash   emk completion bash > ~/.local/share/bash-completion/completions/emk
  zsh    emk completion zsh > "\${fpath[1]}/_emk"
  fish   emk completion fish > ~/.config/fish/completions/emk.fish
  powershell   emk completion powershell >> $PROFILE`,
    takes: {
      shell: {type: 'text', required: true, choices: shellNames, help: 'Which shell', value: 'shell'},
    },
    args: ['shell'],
    calls: [],
    examples: ['eval "$(emk completion bash)"', 'emk completion fish > ~/.config/fish/completions/emk.fish'],
    async run(_context, {shell}) {
      const [{loadTree}, {toStops}, {scripts}] = await Promise.all([
        import('./walk.js'),
        import('./completion/stops.js'),
        import('./completion/scripts.js'),
      ]);
      return {kind: 'raw', body: scripts[shell](await toStops(await loadTree(tree)))};
    },
  });
