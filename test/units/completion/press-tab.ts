/** A shell at a pseudo-terminal, in which Tab is pressed like a person would. */
import {spawn, spawnSync} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {scriptFiles} from '../../../src/help/complete-command.js';

export type TabShell = 'bash' | 'zsh' | 'fish';

/** Whether this machine has the shell, and util-linux's `script` to give it a terminal. */
export const canPressTab = (shell: TabShell): boolean =>
  /util-linux/.test(String(spawnSync('script', ['--version'], {encoding: 'utf8'}).stdout)) &&
  spawnSync(shell, ['-c', 'exit 0']).status === 0;

export type Terminal = {
  /** Types, presses Tab and then Enter, and returns the words with which the shell called emk. */
  tab(line: string, after?: string): Promise<string[]>;
  close(): void;
};

/** Opens a shell with emk's script, in which emk only reports how it was called, unless it is asked for values. */
export async function openTerminal(shell: TabShell, env: Readonly<Record<string, string>>): Promise<Terminal> {
  const folder = mkdtempSync(join(tmpdir(), 'emk-tab-'));
  const told = join(folder, 'told.json');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'emk'),
    `#!${process.execPath}
if (process.argv[2] === 'completion') require(${JSON.stringify(resolve('bin/emk.js'))});
else {
  const {renameSync, writeFileSync} = require('node:fs');
  writeFileSync(${JSON.stringify(`${told}.new`)}, JSON.stringify(process.argv.slice(2)));
  renameSync(${JSON.stringify(`${told}.new`)}, ${JSON.stringify(told)});
}
`,
  );
  chmodSync(join(bin, 'emk'), 0o755);
  const child = spawn('script', ['-qefc', start[shell], '/dev/null'], {
    env: {
      PATH: `${bin}:${process.env['PATH']}`,
      HOME: folder,
      TERM: 'xterm',
      LANG: 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
      ...env,
    },
  });
  let screen = '';
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
  });
  const quiet = async (pause = 150): Promise<void> => {
    for (let before = -1; before !== screen.length; await sleep(pause)) before = screen.length;
  };
  // What is typed before a shell reads lines may be lost.
  while (screen === '') await sleep(10);
  await quiet();
  child.stdin.write(`${setUp[shell]}\n`);
  await quiet();
  return {
    async tab(line, after = '') {
      rmSync(told, {force: true});
      // Keys typed while the shell waits for emk's values are read afterwards.
      child.stdin.write(`${line}\t${after}\r`);
      for (let waits = 0; !existsSync(told) && waits < 1000; waits++) await sleep(10);
      await quiet(20);
      if (!existsSync(told)) throw new Error(`emk was not called. On the screen:\n${screen}`);
      return JSON.parse(readFileSync(told, 'utf8'));
    },
    close() {
      child.stdin.end();
      child.kill();
      try {
        rmSync(folder, {recursive: true, force: true, maxRetries: 10, retryDelay: 100});
      } catch {
        // The shell may still be writing there while it ends, which must not hide the result of a test.
      }
    },
  };
}

const start: Readonly<Record<TabShell, string>> = {
  bash: 'bash --norc --noprofile -i',
  zsh: 'zsh -f -i',
  fish: 'fish --no-config -i',
};

const setUp: Readonly<Record<TabShell, string>> = {
  bash: `stty cols 200; PS1='$ '; source ${resolve(scriptFiles.bash)}`,
  zsh: `stty cols 200; PS1='$ '; autoload -U compinit; compinit -D -u; source ${resolve(scriptFiles.zsh)}`,
  fish: `stty cols 200; function fish_prompt; echo '$ '; end; source ${resolve(scriptFiles.fish)}`,
};
