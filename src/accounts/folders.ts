import {posix, win32} from 'node:path';
import {ConfigError} from '../errors.js';
import type {Host} from '../system/host.js';

type Place = Pick<Host, 'env' | 'home' | 'platform' | 'cwd'>;

/** Where profiles and settings are kept: small, worth a backup, private. */
export const configFolder = (host: Place): string =>
  chosen(host, 'EMK_CONFIG_DIR') ??
  standard(host, {xdg: 'XDG_CONFIG_HOME', unix: ['.config'], windows: 'APPDATA', windowsFolder: 'Roaming'});

/** Where work in progress is kept, such as import journals and the sandbox: it belongs to this machine. */
export const stateFolder = (host: Place): string =>
  chosen(host, 'EMK_STATE_DIR') ??
  standard(host, {xdg: 'XDG_STATE_HOME', unix: ['.local', 'state'], windows: 'LOCALAPPDATA', windowsFolder: 'Local'});

/** Where things are kept that emk can do without and make again, beside the code that a run compiled for the next. */
export function cacheFolder(host: Place): string {
  const {join} = pathOf(host);
  const given = absolute(host, host.env['XDG_CACHE_HOME']);
  if (given !== undefined) return join(given, 'emk');
  if (host.platform !== 'win32') return join(homeOf(host), '.cache', 'emk');
  return join(absolute(host, host.env['LOCALAPPDATA']) ?? join(homeOf(host), 'AppData', 'Local'), 'emk');
}

/** Whether the configuration folder is emk's own, rather than one that the user pointed at and may share. */
export const ownsConfigFolder = (host: Place): boolean => chosen(host, 'EMK_CONFIG_DIR') === undefined;

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

/** Without a home, everything would lie in whichever folder emk was started in. */
export function homeOf(
  host: Place,
  hint = 'Set HOME, or say where emk keeps its files: EMK_CONFIG_DIR and EMK_STATE_DIR.',
): string {
  if (pathOf(host).isAbsolute(host.home)) return host.home;
  throw new ConfigError('Nobody knows your home folder: HOME is not set, or is no path.', {hint});
}

/** A Mac has one folder for both; state gets a folder inside it. */
const macFolder = ({xdg}: Standard): string[] => (xdg === 'XDG_STATE_HOME' ? ['state'] : []);

/** A folder named for emk alone may be relative to where emk was started. */
const chosen = (host: Place, variable: string): string | undefined =>
  host.env[variable] ? pathOf(host).resolve(host.cwd, host.env[variable]) : undefined;

/** The XDG rules say that a relative path is to be ignored. */
const absolute = (host: Place, path: string | undefined): string | undefined =>
  path !== undefined && pathOf(host).isAbsolute(path) ? path : undefined;

const pathOf = ({platform}: Place): typeof posix => (platform === 'win32' ? win32 : posix);
