import {existsSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import type {Writable} from 'node:stream';

/** A program that shows what is written to it page by page, on the terminal of this process. */
export type Page = {
  readonly text: Writable;
  /** Fulfilled once its reader has left it. */
  readonly left: Promise<void>;
};

/** Starts the program of such a command line; nothing where the system has none of that name. */
export async function openPage(
  command: string,
  {env, platform}: {readonly env: Readonly<Record<string, string | undefined>>; readonly platform: string},
): Promise<Page | undefined> {
  const [program = ''] = command.trim().split(/\s+/);
  if (!isThere(program, env['PATH'] ?? '', platform === 'win32')) return undefined;
  const {spawn} = await import('node:child_process');
  const child = spawn(command, {shell: true, stdio: ['pipe', 'inherit', 'inherit']});
  const left = new Promise<void>(resolve => {
    child.on('close', () => resolve());
    child.on('error', () => resolve());
  });
  return {text: child.stdin, left};
}

/** A shell would print that it finds no such program only after the text was written to it, and lost. */
function isThere(program: string, path: string, isWindows: boolean): boolean {
  if (program === '') return false;
  const names = isWindows ? [program, `${program}.exe`, `${program}.com`] : [program];
  const folders = /[\\/]/.test(program) ? [''] : path.split(delimiter).filter(Boolean);
  return folders.some(folder => names.some(name => existsSync(join(folder, name))));
}
