import {closeSync, writeSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {resolve} from 'node:path';
import {UsageError} from '../../errors.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import type {Host} from '../../system/host.js';
import {writeWhole} from '../../system/whole-file.js';
import {variableLine} from '../../words/shell-word.js';
import type {Served} from '../running/served.schema.js';
import type {Sandbox} from '../running/start.js';
import {variablesOf} from './child-environment.js';

type Keyed = Pick<Sandbox, 'baseUrl' | 'publicKey' | 'secretKey'>;

/** The form for an address and its keys: for people, as a line of JSON, or as lines for a shell. */
export type Form = 'words' | 'json' | 'exports';

export function announcement(sandbox: Keyed, form: Form): string {
  const {baseUrl, publicKey, secretKey} = sandbox;
  if (form === 'json') return `${JSON.stringify({ready: true, baseUrl, publicKey, secretKey} satisfies Served)}\n`;
  if (form === 'exports')
    return Object.entries(variablesOf(sandbox))
      .map(([name, value]) => `${variableLine(name, value)}\n`)
      .join('');
  return `The sandbox is ready.\n  address     ${baseUrl}\n  public key  ${publicKey}\n  secret key  ${secretKey}\n`;
}

/** Reports through an open descriptor that the sandbox answers. */
export function signalReady(descriptor: number): void {
  try {
    writeSync(descriptor, 'ready\n');
    if (descriptor > 2) closeSync(descriptor);
  } catch (cause) {
    throw new UsageError(`emk cannot write to file descriptor ${descriptor}.`, {
      cause,
      hint: 'Open it for the sandbox: emk sandbox serve --ready-fd 3 3>ready',
    });
  }
}

/**
 * Writes a file that exists while the sandbox answers, and returns the function that removes it. It appears complete,
 * so a waiting program can read it at once.
 */
export async function writeReadyFile(
  {cwd}: Pick<Host, 'cwd'>,
  file: string,
  text: string,
): Promise<() => Promise<void>> {
  const path = resolve(cwd, file);
  await tellingFileTrouble(() => writeWhole(path, [text]));
  return () => rm(path, {force: true});
}
