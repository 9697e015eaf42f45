import {chmodSync, readdirSync, rmSync, statSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {ConfigError} from '../core/errors.js';
import {configFolder, ownsConfigFolder} from '../core/own-files/folders.js';
import {codeOf, isFile, makeFolder} from '../core/system/files.js';
import type {Host} from '../core/system/host.js';
import {readOwnFile} from '../core/system/kept-file.js';
import {withLock} from '../core/system/lock.js';
import {type Config, emptyConfig, parseConfig, toFile} from './config-file.js';

export const configPath = (host: Host): string => join(configFolder(host), 'config.json');

/**
 * Reads the profiles and settings without loading conf, because every run does. Makes the file private, unless nobody
 * would be told.
 */
export function readConfig(host: Host, warn?: (sentence: string) => void): Config {
  const path = placeOf(host);
  if (path === undefined) return emptyConfig;
  try {
    const text = readOwnFile(path).toString();
    if (warn) closeToOthers(host, path, warn);
    return parseConfig(text, path);
  } catch (error) {
    // A file in place of the configuration folder is a mistake; /dev/null means that there is no configuration.
    if (codeOf(error) === 'ENOTDIR' && isFile(dirname(path))) throw asConfigError(error, 'read', path);
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return emptyConfig;
    throw asConfigError(error, 'read', path);
  }
}

/** The path of the configuration; undefined without a home folder, where nothing can be saved. */
function placeOf(host: Host): string | undefined {
  try {
    return configPath(host);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/**
 * Changes the profiles and settings by `change`. Runs take turns, so that no change is lost. On Windows the file is as
 * private as its folder, which is the person's own.
 */
export async function changeConfig(host: Host, change: (now: Config) => Config): Promise<void> {
  const path = configPath(host);
  try {
    prepareFolder(host, dirname(path));
    const {default: Conf} = await import('conf');
    await withLock(host, `${path}.lock`, 'the configuration', async () => {
      const conf = new Conf<Record<string, unknown>>({
        cwd: dirname(path),
        configName: basename(path, '.json'),
        projectSuffix: '',
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
        deserialize: text => toFile(parseConfig(text, path)),
      });
      conf.store = toFile(change(parseConfig(JSON.stringify(conf.store), path)));
      removeDrafts(path);
    });
  } catch (error) {
    throw asConfigError(error, 'write', path);
  }
}

/** Deletes drafts: a run that was killed while writing leaves one, with every key in it. */
function removeDrafts(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(`${basename(path)}.tmp-`)) rmSync(join(dirname(path), name), {force: true});
  }
}

/** Creates the folder. emk's own folder becomes private; a folder that the user chose may be shared on purpose. */
function prepareFolder(host: Host, folder: string): void {
  makeFolder(folder);
  if (host.platform !== 'win32' && ownsConfigFolder(host) && isOpen(folder)) chmodSync(folder, 0o700);
}

function closeToOthers(host: Host, path: string, warn: (sentence: string) => void): void {
  if (host.platform === 'win32' || !isOpen(path)) return;
  try {
    chmodSync(path, 0o600);
    warn(`${path} holds keys and was open to other users of this machine. It is private now.`);
  } catch {
    warn(`${path} holds keys and is open to other users of this machine. Make it private with "chmod 600".`);
  }
}

const isOpen = (path: string): boolean => (statSync(path).mode & 0o077) !== 0;

function asConfigError(error: unknown, verb: 'read' | 'write', path: string): unknown {
  const code = codeOf(error);
  if (!/^E[A-Z]+$/.test(code)) return error;
  const {reason, hint} = troubles[code] ?? {reason: `the system says ${code}`, hint: OWNER};
  return new ConfigError(
    `The configuration file ${path} cannot be ${verb === 'read' ? 'read' : 'written'}: ${reason}.`,
    {hint: `${hint}, or name another folder in EMK_CONFIG_DIR.`, cause: error},
  );
}

const OWNER = 'Check who owns the file and its folder';
const ROOM = 'Make room';

/** What error codes of the system mean here, and what helps. */
const troubles: Readonly<Record<string, {readonly reason: string; readonly hint: string}>> = {
  EROFS: {reason: 'it is on a read-only file system', hint: 'Make it writable'},
  EACCES: {reason: 'you may not', hint: OWNER},
  EPERM: {reason: 'you may not', hint: OWNER},
  EISDIR: {reason: 'it is a folder', hint: 'Move that folder'},
  ENOTDIR: {reason: 'a part of its path is a file, not a folder', hint: 'Check the path'},
  EEXIST: {reason: 'its folder is a file', hint: 'Move that file'},
  ENOENT: {reason: 'its folder cannot be created', hint: 'Create that folder'},
  ENOSPC: {reason: 'the disk is full', hint: ROOM},
  EDQUOT: {reason: 'your disk quota is used up', hint: ROOM},
  EMFILE: {reason: 'too many files are open', hint: 'Close some programs'},
};
