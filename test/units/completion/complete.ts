import {execFileSync} from 'node:child_process';
import {mkdtempSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, dirname, join, resolve} from 'node:path';
import {scriptFiles} from '../../../src/help/complete-command.js';

type Shell = 'bash' | 'zsh' | 'fish';

/** What a shell with emk's script offers for the last word of a line, as whole words, sorted. */
export function complete(shell: Shell, line: string): string[] {
  const printed = execFileSync(shell, [...bare[shell], '-c', ask[shell](line)], {
    encoding: 'utf8',
    // In an ASCII locale, fish finds no file in a folder whose name has other letters.
    env: {...process.env, PATH: pathWithEmk, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8'},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Fish also offers what is only similar to the word.
  const begun = line.match(/[^\s"]*$/)?.[0] ?? '';
  const offered = printed.split('\n').filter(word => word !== '' && (shell !== 'fish' || word.startsWith(begun)));
  return [...new Set(offered)].sort();
}

/** A PATH on which the built emk is found. */
const bin = mkdtempSync(join(tmpdir(), 'emk-complete-'));
symlinkSync(resolve('bin/emk.js'), join(bin, 'emk'));
export const pathWithEmk = [bin, dirname(process.execPath), process.env['PATH']].join(delimiter);

const bare: Readonly<Record<Shell, readonly string[]>> = {
  bash: ['--norc', '--noprofile'],
  zsh: ['-f'],
  fish: ['--no-config'],
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A program in the shell's own language that completes a line and prints the candidates. */
const ask: Readonly<Record<Shell, (line: string) => string>> = {
  // Bash splits words at = : and @ too, and replaces only the last part, including an @ before it.
  bash: line => {
    const parts = line.match(/'[^']*'?|[=:@]+|[^\s=:@']+/g) ?? [];
    const open = /\s$/.test(line) ? [...parts, ''] : parts;
    const before = (line.match(/\S*$/)?.[0] ?? '').replace(/[^=:@]*$/, '').replace(/@$/, '');
    return `source ${scriptFiles.bash}
COMP_WORDS=(${open.map(quoted).join(' ')}) COMP_CWORD=${open.length - 1} COMP_LINE=${quoted(line)} COMP_POINT=${line.length}
_emk
for word in "\${COMPREPLY[@]}"; do printf '%s%s\\n' ${quoted(before)} "$word"; done`;
  },
  // Outside of an edited line zsh has no completions, so stand-ins report what would be offered.
  zsh: line => {
    const words = line.match(/(?:'[^']*'|[^\s'])+/g) ?? [];
    const open = /\s$/.test(line) ? [...words, ''] : words;
    return `compdef() {}
source ${scriptFiles.zsh}
words=(${open.map(quoted).join(' ')}) CURRENT=${open.length} PREFIX=${quoted(open.at(-1) ?? '')} IPREFIX=
offer() { local word; for word in "$@"; do [[ $word == \${PREFIX}* ]] && print -r -- "$IPREFIX$word"; done }
_describe() { offer "\${(@)found%%:*}" "\${(@)open%%:*}" }
_files() { offer \${~PREFIX}*(N) }
compset() { IPREFIX+=\${PREFIX[1,$2]} PREFIX=\${PREFIX[$2+1,-1]} }
_emk || true`;
  },
  fish: line => `source ${scriptFiles.fish}
complete -C ${quoted(line)} | string replace -r '\\t.*' ''
true`,
};
