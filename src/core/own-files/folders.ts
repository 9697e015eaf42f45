import {posix, win32} from 'node:path';
import {ConfigError} from '../errors.js';
import type {Host} from '../system/host.js';

type Place = Pick<Host, 'env' | 'home' | 'platform' | 'cwd'>;

/** Where profiles and settings are: small, worth a backup, private. */
export const configFolder = (host: Place): string =>
  chosen(host, 'EMK_CONFIG_DIR') ??
  standard(host, {xdg: 'XDG_CONFIG_HOME', unix: ['.config'], windows: 'APPDATA', windowsFolder: 'Roaming'});

/** Where work in progress is, such as import journals and the sandbox. It belongs to this machine. */
export const stateFolder = (host: Place): string => chosen(host, 'EMK_STATE_DIR') ?? local(host);

/** Where emk keeps what it can recreate, such as names and compiled code. */
export function cacheFolder(host: Place): string {
  const {join} = pathOf(host);
  const given = absolute(host, host.env['XDG_CACHE_HOME']);
  if (given !== undefined) return join(given, 'emk');
  // It is not inside the state folder, because clearing the cache must not delete journals.
  return host.platform === 'win32' ? `${local(host)}-cache` : join(homeOf(host), '.cache', 'emk');
}

/** Whether the configuration folder belongs to emk alone. A folder that the user chose may be shared. */
export const ownsConfigFolder = (host: Place): boolean => chosen(host, 'EMK_CONFIG_DIR') === undefined;

const local = (host: Place): string =>
  standard(host, {xdg: 'XDG_STATE_HOME', unix: ['.local', 'state'], windows: 'LOCALAPPDATA', windowsFolder: 'Local'});

type Standard = {
  readonly xdg: string;
  readonly unix: readonly string[];
  readonly windows: string;
  readonly windowsFolder: string;
};

function standard(host: Place, names: Standard): string {
  if (host.platform === 'win32') {
    const base = absolute(host, host.env[names.windows]) ?? win32.join(homeOf(host), 'AppData', names.windowsFolder);
    return win32.join(base, 'emk');
  }
  const xdg = absolute(host, host.env[names.xdg]);
  if (xdg !== undefined) return posix.join(xdg, 'emk');
  if (host.platform === 'darwin')
    return posix.join(homeOf(host), 'Library', 'Application Support', 'emk', ...macFolder(names));
  return posix.join(homeOf(host), ...names.unix, 'emk');
}

/** The home folder. Without one, emk refuses instead of writing into the current folder. */
function homeOf(
  host: Place,
  hint = "Set HOME, or EMK_CONFIG_DIR and EMK_STATE_DIR, the folders for emk's files.",
): string {
  if (pathOf(host).isAbsolute(host.home)) return host.home;
  throw new ConfigError('emk cannot find your home folder: HOME is not set, or is not a path.', {hint});
}

/** The parts of a path on a Mac, which has one folder for everything; state gets a folder inside it. */
const macFolder = ({xdg}: Standard): string[] => (xdg === 'XDG_STATE_HOME' ? ['state'] : []);

/** A folder that a variable of emk names; it may be relative to the current folder. */
const chosen = (host: Place, variable: string): string | undefined =>
  host.env[variable] ? pathOf(host).resolve(host.cwd, host.env[variable]) : undefined;

/** An absolute path from an XDG variable; the XDG rules ignore relative paths. */
const absolute = (host: Place, path: string | undefined): string | undefined =>
  path !== undefined && pathOf(host).isAbsolute(path) ? path : undefined;

const pathOf = ({platform}: Place): typeof posix => (platform === 'win32' ? win32 : posix);
