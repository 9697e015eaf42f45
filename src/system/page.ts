import {existsSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import type {Writable} from 'node:stream';
import {wordFor} from '../words/shell-word.js';
import {findProgram} from './windows-program.js';

/** A program on this terminal that shows text page by page. */
export type Page = {
  readonly text: Writable;
  /** Resolves when the reader has closed the pager, with its exit code. */
  readonly left: Promise<number>;
};

type Machine = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly platform: string;
};

/** Starts the pager of this command line; undefined if there is no such program. `less` scrolls a wide text sideways. */
export async function openPage(command: string, wide: boolean, machine: Machine): Promise<Page | undefined> {
  const pager = pagerOnMachine(command, machine);
  if (pager === undefined) return undefined;
  const {spawn} = await import('node:child_process');
  const child = spawn(pager.program, pager.words, {
    shell: pager.inShell,
    stdio: ['pipe', 'inherit', 'inherit'],
    ...(wide && {env: {...machine.env, LESS: `-S ${machine.env['LESS'] ?? ''}`}}),
  });
  const left = new Promise<number>(resolve => {
    child.on('close', code => resolve(code ?? 0));
    child.on('error', () => resolve(NOT_STARTED));
  });
  return {text: child.stdin, left};
}

/** What a shell says of a program that it cannot start. */
const NOT_STARTED = 126;

type Started = {readonly program: string; readonly words: readonly string[]; readonly inShell: boolean};

/**
 * What to start for a command line, whose path may have blanks; undefined without such a program: a shell would report that
 * only after the text was written and lost. On Windows no shell starts it, because that fills in a %NAME% of a path.
 */
export function pagerOnMachine(command: string, machine: Machine): Started | undefined {
  const isWindows = machine.platform === 'win32';
  const find = (name: string) => (isWindows ? findProgram(machine, name) : onPath(machine, name));
  const text = command.trim();
  const [, , quoted, word = '', options = ''] = /^(?:(["'])(.+?)\1|(\S+))(.*)$/s.exec(text) ?? [];
  const whole = find(text);
  const program = whole ?? find(quoted ?? word);
  if (program === undefined) return undefined;
  const rest = whole === undefined ? options : '';
  return isWindows
    ? {program, words: rest.split(/\s+/).filter(Boolean), inShell: false}
    : {program: `${wordFor.posix(program)}${rest}`, words: [], inShell: true};
}

function onPath({env}: Machine, name: string): string | undefined {
  if (name === '') return undefined;
  const folders = name.includes('/') ? [''] : (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map(folder => join(folder, name)).find(path => existsSync(path));
}
