import {existsSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import type {Writable} from 'node:stream';

/** A program on this terminal that shows text page by page. */
export type Page = {
  readonly text: Writable;
  /** Resolves when the reader has closed the pager, with its exit code. */
  readonly left: Promise<number>;
};

/** Starts the pager of this command line; undefined if there is no such program. `less` scrolls a wide text sideways. */
export async function openPage(
  command: string,
  wide: boolean,
  {env, platform}: {readonly env: Readonly<Record<string, string | undefined>>; readonly platform: string},
): Promise<Page | undefined> {
  const [program = ''] = command.trim().split(/\s+/);
  if (!isThere(program, env['PATH'] ?? '', platform === 'win32')) return undefined;
  const {spawn} = await import('node:child_process');
  const child = spawn(command, {
    shell: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    ...(wide && {env: {...env, LESS: `-S ${env['LESS'] ?? ''}`}}),
  });
  const left = new Promise<number>(resolve => {
    child.on('close', code => resolve(code ?? 0));
    child.on('error', () => resolve(NOT_STARTED));
  });
  return {text: child.stdin, left};
}

/** What a shell says of a program that it cannot start. */
const NOT_STARTED = 126;

/** Looks for the program first: a shell would report that it is missing only after the text was written and lost. */
function isThere(program: string, path: string, isWindows: boolean): boolean {
  if (program === '') return false;
  const names = isWindows ? [program, `${program}.exe`, `${program}.com`] : [program];
  const folders = /[\\/]/.test(program) ? [''] : path.split(delimiter).filter(Boolean);
  return folders.some(folder => names.some(name => existsSync(join(folder, name))));
}
