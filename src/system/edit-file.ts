import {spawn} from 'node:child_process';
import {UsageError} from '../errors.js';
import {codeOf} from './error-code.js';
import type {Host} from './host.js';

/** The person's editor, from the environment variables that other programs use. */
export const editorOf = ({env}: Pick<Host, 'env'>): string | undefined => env['VISUAL'] || env['EDITOR'] || undefined;

/** Opens a file in an editor, hands it the terminal, and waits; returns the editor's exit code. */
export async function editFile(
  {platform, env}: Pick<Host, 'platform' | 'env'>,
  editor: string,
  path: string,
): Promise<number> {
  const isWindows = platform === 'win32';
  // An editor may be a command with options, such as "code --wait".
  const child = isWindows
    ? // The interpreter would fill in a %NAME% of the path, and start an editor of that name in the current folder first.
      spawn(`${editor} "%EDITED_FILE%"`, {
        shell: true,
        stdio: 'inherit',
        env: {...env, EDITED_FILE: path, NoDefaultCurrentDirectoryInExePath: '1'},
      })
    : spawn('sh', ['-c', `${editor} "$@"`, editor, path], {stdio: 'inherit'});
  return new Promise((resolve, reject) => {
    child.on('error', error => reject(codeOf(error) === 'ENOENT' ? noEditor(editor, error) : error));
    child.on('close', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

const noEditor = (editor: string, cause: unknown): UsageError =>
  new UsageError(`emk cannot start the editor "${editor}".`, {
    hint: 'Nothing was changed. Set EDITOR to the command that starts your editor.',
    cause,
  });
