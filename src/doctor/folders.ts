import {accessSync, constants, type Stats, statSync} from 'node:fs';
import {dirname} from 'node:path';
import {cacheFolder, configFolder, ownsConfigFolder, stateFolder} from '../own-files/folders.js';
import {codeOf} from '../system/error-code.js';
import type {Host} from '../system/host.js';
import {failedLook, good, note, wrong} from './look.js';
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
