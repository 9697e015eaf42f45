import {posix, win32} from 'node:path';
import {ConfigError} from '../errors.js';
import type {Host} from '../system/host.js';

type FolderHost = Pick<Host, 'env' | 'home' | 'platform' | 'cwd'>;

/** Where profiles and settings are: small, worth a backup, private. */
export const configFolder = (host: FolderHost): string => chosen(host, 'EMK_CONFIG_DIR') ?? standard(host, 'config');

/** Where work in progress is, such as import journals and the sandbox. It belongs to this machine. */
export const stateFolder = (host: FolderHost): string => chosen(host, 'EMK_STATE_DIR') ?? standard(host, 'state');

/** Where emk keeps what it can recreate, such as names and compiled code. */
export function cacheFolder(host: FolderHost): string {
  const {join} = pathOf(host);
  const given = absolute(host, 'XDG_CACHE_HOME');
  if (given !== undefined) return join(given, 'emk');
  // It is not inside the state folder, because clearing the cache must not delete journals.
  return host.platform === 'win32' ? `${standard(host, 'state')}-cache` : join(homeOf(host), '.cache', 'emk');
}

/** Whether the configuration folder belongs to emk alone. A folder that the user chose may be shared. */
export const ownsConfigFolder = (host: FolderHost): boolean => chosen(host, 'EMK_CONFIG_DIR') === undefined;

/** The folders of each system. A Mac has one for everything, so state gets a folder inside it. */
const standards = {
  config: {xdg: 'XDG_CONFIG_HOME', unix: '.config', mac: '', windows: ['APPDATA', 'Roaming']},
  state: {xdg: 'XDG_STATE_HOME', unix: '.local/state', mac: 'state', windows: ['LOCALAPPDATA', 'Local']},
} as const;

function standard(host: FolderHost, what: keyof typeof standards): string {
  const {xdg, unix, mac, windows} = standards[what];
  if (host.platform === 'win32') {
    const [variable, folder] = windows;
    return win32.join(absolute(host, variable) ?? win32.join(homeOf(host), 'AppData', folder), 'emk');
  }
  const given = absolute(host, xdg);
  if (given !== undefined) return posix.join(given, 'emk');
  return host.platform === 'darwin'
    ? posix.join(homeOf(host), 'Library', 'Application Support', 'emk', mac)
    : posix.join(homeOf(host), unix, 'emk');
}

/** The home folder. Without one, emk refuses instead of writing into the current folder. */
function homeOf(host: FolderHost): string {
  if (pathOf(host).isAbsolute(host.home)) return host.home;
  throw new ConfigError('emk cannot find your home folder: HOME is not set, or is not a path.', {
    hint: "Set HOME, or EMK_CONFIG_DIR and EMK_STATE_DIR, the folders for emk's files.",
  });
}

/** A folder that a variable of emk names; it may be relative to the current folder. */
const chosen = (host: FolderHost, variable: string): string | undefined =>
  host.env[variable] ? pathOf(host).resolve(host.cwd, host.env[variable]) : undefined;

/** An absolute path from a variable of the system; the XDG rules ignore relative paths. */
function absolute(host: FolderHost, variable: string): string | undefined {
  const path = host.env[variable];
  return path !== undefined && pathOf(host).isAbsolute(path) ? path : undefined;
}

const pathOf = ({platform}: FolderHost): typeof posix => (platform === 'win32' ? win32 : posix);
