import {readFileSync, statSync} from 'node:fs';
import {hostOf} from '../accounts/base-url.js';
import {type Config, emptyConfig, parseConfig} from '../accounts/config-file.js';
import {keepToSandbox} from '../accounts/keep-to-sandbox.js';
import {findAccount} from '../accounts/resolve.js';
import {configPath} from '../accounts/store.js';
import type {Account} from '../api/wire/account.js';
import type {Context} from '../commands/command.js';
import {codeOf} from '../system/error-code.js';
import type {Host} from '../system/host.js';
import {counted} from '../words/count.js';
import {failedLook} from './failed-look.js';
import {good, note, wrong} from './look.js';
import type {Look} from './looks.schema.js';

/** The file of profiles and settings: whether it can be read, and who else can read it. It is not changed. */
export function lookAtConfig(host: Host): {readonly look: Look; readonly config: Config | undefined} {
  try {
    return lookAtFile(host, configPath(host));
  } catch (error) {
    return {look: failedLook('configuration', error, 'Name a folder in EMK_CONFIG_DIR.'), config: undefined};
  }
}

function lookAtFile(host: Host, path: string): ReturnType<typeof lookAtConfig> {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) {
      const hint = 'Name another folder in EMK_CONFIG_DIR.';
      return {look: wrong('configuration', `${path} is not a file.`, hint), config: undefined};
    }
    const config = parseConfig(readFileSync(path, 'utf8'), path);
    const isOpen = host.platform !== 'win32' && (stats.mode & 0o077) !== 0;
    const look = isOpen
      ? wrong(
          'configuration',
          `${path} holds keys and is open to other users of this machine.`,
          `Close it to others with: chmod 600 ${path}`,
        )
      : good('configuration', `${path} holds ${profilesIn(config)}.`, {profiles: config.profiles.size});
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
  return current === undefined ? `${count}, of which none is current` : `${count}; "${current}" is the current one`;
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

/** The file of a key: others must not be able to read it. */
function keyFileLook({env, platform}: Host): readonly Look[] {
  const path = env['EMK_SECRET_KEY_FILE'];
  const stats = path ? statSync(path, {throwIfNoEntry: false}) : undefined;
  if (platform === 'win32' || !stats?.isFile() || (stats.mode & 0o044) === 0) return [];
  return [
    wrong(
      'key file',
      `${path} holds a key and is open to other users of this machine.`,
      `Close it to others with: chmod 600 ${path}`,
    ),
  ];
}
