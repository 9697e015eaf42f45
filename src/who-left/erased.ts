import {rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {fileNameOf} from '../accounts/target.js';
import type {Account} from '../api/wire/account.js';
import type {Context} from '../commands/command.js';
import {ConfigError, EmkError} from '../errors.js';
import {stateFolder} from '../own-files/folders.js';
import {codeOf} from '../system/error-code.js';
import type {Host} from '../system/host.js';
import type {Erased} from './erased-file.js';

/** Reads who was erased. Most accounts have nobody: then no key is made, and nothing more is loaded. */
export async function erasedHere({host, account}: Pick<Context, 'host' | 'account'>): Promise<Erased> {
  const owner = await account();
  const path = placeOf(host, owner);
  try {
    if (path === undefined || statSync(path).size === 0) return nobody;
    const [{readErased}, {peopleKeyOf}] = await Promise.all([import('./erased-file.js'), import('./people-key.js')]);
    return readErased(path, peopleKeyOf(owner));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return nobody;
    if (error instanceof EmkError || code === '') throw error;
    throw new ConfigError(`emk cannot read ${path} (${code}), so it can't tell who was erased here.`, {
      hint: 'Check who owns that file and its folder.',
      cause: error,
    });
  }
}

const nobody: Erased = {size: 0, days: [], day: () => undefined, unreadable: 0};

/** The file; undefined without a home folder, where emk keeps nothing. */
function placeOf(host: Host, owner: Account): string | undefined {
  try {
    return erasedPath(host, owner);
  } catch {
    return undefined;
  }
}

type Owner = Pick<Account, 'source' | 'baseUrl' | 'publicKey'>;

/** The file of an account. The sandbox always has the same one, because its port and keys may change. */
export const erasedPath = (host: Host, owner: Owner): string =>
  pathOf(host, owner.source === 'sandbox' ? owner.source : fileNameOf(owner));

/** Forgets who was erased from the sandbox, whose people are new after a reset. */
export const forgetErasedInSandbox = (host: Host): void => rmSync(pathOf(host, 'sandbox'), {force: true});

const pathOf = (host: Host, name: string): string => join(stateFolder(host), 'erased', `${name}.jsonl`);
