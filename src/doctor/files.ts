import {accessSync, constants, readFileSync, type Stats, statSync} from 'node:fs';
import {dirname} from 'node:path';
import {hostOf} from '../accounts/base-url.js';
import {type Config, emptyConfig, parseConfig} from '../accounts/config-file.js';
import {keepToSandbox} from '../accounts/keep-to-sandbox.js';
import {findAccount} from '../accounts/resolve.js';
import {configPath} from '../accounts/store.js';
import type {Account} from '../api/wire/account.js';
import type {Context} from '../commands/command.js';
import {cacheFolder, configFolder, ownsConfigFolder, stateFolder} from '../own-files/folders.js';
import {codeOf} from '../system/error-code.js';
import type {Host} from '../system/host.js';
import {counted} from '../words/sentence.js';
import {shellWord} from '../words/shell-word.js';
import {failedLook, good, note, wrong} from './looks.js';
import type {Look} from './looks.schema.js';

type Folder = {
  readonly check: string;
  /** The folder's path; an error if it is unknown. */
  readonly find: (host: Host) => string;
  readonly variable: string;
  readonly needed: boolean;
  readonly private: boolean;
};

/** The folders that emk uses: whether it can write to them, and who else can. */
export const lookAtFolders = (host: Host): readonly Look[] =>
  [
    {
      check: 'config folder',
      find: configFolder,
      variable: 'EMK_CONFIG_DIR',
      needed: true,
      private: ownsConfigFolder(host),
    },
    {check: 'state folder', find: stateFolder, variable: 'EMK_STATE_DIR', needed: true, private: true},
    {check: 'cache folder', find: cacheFolder, variable: 'XDG_CACHE_HOME', needed: false, private: false},
  ].map(folder => folderLook(host, folder));

function folderLook(host: Host, folder: Folder): Look {
  const {check, find, variable, needed} = folder;
  const another = `Set ${variable} to a folder of your own.`;
  const missing = (says: string, hint = another): Look =>
    needed ? wrong(check, says, hint) : note(check, says, `emk works without it. ${another}`);
  let path = '';
  try {
    path = find(host);
    const stats = statSync(path, {throwIfNoEntry: false});
    if (stats?.isDirectory() === false) return wrong(check, `${path} is not a folder.`, another);
    mustBeWritable(stats ? path : nearestFolder(path));
    return stats ? modeLook(host, folder, path, stats) : good(check, `emk creates ${path} when it needs it.`);
  } catch (error) {
    const isNot = codeOf(error) === 'ENOTDIR' ? 'a folder' : 'written to';
    if (path !== '') return missing(`${path} cannot be ${isNot} (${codeOf(error)}).`);
    const {says, hint} = failedLook(check, error, another);
    return missing(says, hint);
  }
}

function modeLook({platform}: Host, folder: Folder, path: string, {mode}: Stats): Look {
  const {check} = folder;
  const close = `Close it to others with: chmod 700 ${path}`;
  if (platform === 'win32') return good(check, `${path} can be written to.`);
  if ((mode & 0o022) !== 0) return wrong(check, `${path} can be written to by other users of this machine.`, close);
  if (folder.private && (mode & 0o044) !== 0) {
    return note(check, `${path} can be read by other users of this machine.`, close);
  }
  return good(check, (mode & 0o077) === 0 ? `Only you can open ${path}.` : `${path} can be written to.`);
}

const mustBeWritable = (path: string): void => accessSync(path, constants.W_OK | constants.X_OK);

function nearestFolder(path: string): string {
  const above = dirname(path);
  return above === path || statSync(above, {throwIfNoEntry: false}) ? above : nearestFolder(above);
}

/** The file of profiles and settings: whether it can be read, and who else can read it. It is not changed. */
export function lookAtConfig(host: Host): Looked {
  try {
    return lookAtFile(host, configPath(host));
  } catch (error) {
    return {look: failedLook('configuration', error, 'Name a folder in EMK_CONFIG_DIR.'), config: undefined};
  }
}

type Looked = {readonly look: Look; readonly config: Config | undefined};

function lookAtFile(host: Host, path: string): Looked {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) {
      const hint = 'Name another folder in EMK_CONFIG_DIR.';
      return {look: wrong('configuration', `${path} is not a file.`, hint), config: undefined};
    }
    const config = parseConfig(readFileSync(path, 'utf8'), path);
    const look =
      openToOthers(host, 'configuration', path, stats) ??
      good('configuration', `${path} holds ${profilesIn(config)}.`, {profiles: config.profiles.size});
    return {look, config};
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR')
      return {
        look: good('configuration', `There is no ${path} yet: emk has saved nothing so far.`),
        config: emptyConfig,
      };
    return {look: failedLook('configuration', error, `Check who owns ${path}.`), config: undefined};
  }
}

function profilesIn({profiles, current}: Config): string {
  const count = counted(profiles.size, 'profile');
  return current === undefined ? `${count}, none of them current` : `${count}; "${current}" is the current one`;
}

/** The account that a command would use, and the source of each value. No key is shown. */
export function lookAtKeys(
  {host, globals}: Context,
  config: Config,
): {readonly looks: readonly Look[]; readonly account: Account | undefined} {
  try {
    keepToSandbox(globals, host);
    const {name, source, guard, baseUrl, publicKey, secretKey} = findAccount(globals, host, config);
    const from = [...new Set([baseUrl.from, publicKey.from, secretKey.from])];
    const says = `${name} on ${hostOf(baseUrl.value)}, from ${from.join(', ')}${guard === 'none' ? '' : `; it is ${guard}`}.`;
    const facts = {
      base_url: baseUrl.value,
      base_url_from: baseUrl.from,
      public_key_from: publicKey.from,
      secret_key_from: secretKey.from,
      guard,
    };
    const account = {
      name,
      source,
      guard,
      baseUrl: baseUrl.value,
      publicKey: publicKey.value,
      secretKey: secretKey.value,
    };
    const unusedProfile = source === 'environment' ? config.current : undefined;
    const look =
      unusedProfile === undefined
        ? good('keys', says, facts)
        : note('keys', says, `Unset ${from.join(', ')} to use the profile "${unusedProfile}".`, facts);
    return {looks: [look, ...keyFileLook(host)], account};
  } catch (error) {
    return {looks: [failedLook('keys', error, 'Log in with "emk auth login".')], account: undefined};
  }
}

function keyFileLook(host: Host): readonly Look[] {
  const path = host.env['EMK_SECRET_KEY_FILE'];
  const stats = path ? statSync(path, {throwIfNoEntry: false}) : undefined;
  const look = path && stats?.isFile() ? openToOthers(host, 'key file', path, stats) : undefined;
  return look ? [look] : [];
}

/** A file that holds keys and that other users may open. On Windows the folder decides. */
function openToOthers({platform}: Host, check: string, path: string, {mode}: Stats): Look | undefined {
  if (platform === 'win32' || (mode & 0o077) === 0) return undefined;
  const says = `${path} holds keys and is open to other users of this machine.`;
  return wrong(check, says, `Close it to others with: chmod 600 ${shellWord(path)}`);
}
