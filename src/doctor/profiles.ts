import {readFileSync, type Stats, statSync} from 'node:fs';
import {hostOf} from '../accounts/base-url.js';
import {type Config, emptyConfig, parseConfig} from '../accounts/config-file.js';
import {keepToSandbox} from '../accounts/keep-to-sandbox.js';
import {findAccount} from '../accounts/resolve.js';
import {configPath} from '../accounts/store.js';
import type {Account} from '../api/wire/account.js';
import type {Context} from '../commands/command.js';
import {closingLine, othersOnList} from '../system/access-list.js';
import {codeOf} from '../system/error-code.js';
import type {Host} from '../system/host.js';
import {andList, counted} from '../words/sentence.js';
import {shellWord} from '../words/shell-word.js';
import {failedLook, good, note, wrong} from './look.js';
import type {Look} from './looks.schema.js';

/** The file of profiles and settings: whether it can be read, and who else can read it. It is not changed. */
export async function lookAtConfig(host: Host): Promise<Looked> {
  try {
    return await lookAtFile(host, configPath(host));
  } catch (error) {
    return {look: failedLook('configuration', error, 'Name a folder in EMK_CONFIG_DIR.'), config: undefined};
  }
}

type Looked = {readonly look: Look; readonly config: Config | undefined};

async function lookAtFile(host: Host, path: string): Promise<Looked> {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) {
      const hint = 'Name another folder in EMK_CONFIG_DIR.';
      return {look: wrong('configuration', `${path} is not a file.`, hint), config: undefined};
    }
    const config = parseConfig(readFileSync(path, 'utf8'), path);
    const look =
      (await lookAtOthers(host, 'configuration', path, stats)) ??
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
export async function lookAtKeys(
  {host, globals}: Context,
  config: Config,
): Promise<{readonly looks: readonly Look[]; readonly account: Account | undefined}> {
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
    return {looks: [look, ...(await keyFileLook(host))], account};
  } catch (error) {
    return {looks: [failedLook('keys', error, 'Log in with "emk login".')], account: undefined};
  }
}

async function keyFileLook(host: Host): Promise<readonly Look[]> {
  const path = host.env['EMK_SECRET_KEY_FILE'];
  const stats = path ? statSync(path, {throwIfNoEntry: false}) : undefined;
  const look = path && stats?.isFile() ? await lookAtOthers(host, 'key file', path, stats) : undefined;
  return look ? [look] : [];
}

/** Who else may open a file that holds keys; nothing to say if nobody may. */
async function lookAtOthers(host: Host, check: string, path: string, {mode}: Stats): Promise<Look | undefined> {
  const close = 'Close it to others with:';
  if (host.platform !== 'win32') {
    const says = `${path} holds keys and is open to other users of this machine.`;
    return (mode & 0o077) === 0 ? undefined : wrong(check, says, `${close} chmod 600 ${shellWord(path)}`);
  }
  const others = await othersOnList(host, path);
  if (others === undefined) {
    const says = `${path} holds keys, and emk cannot tell who else may open it: icacls did not say.`;
    return note(check, says, 'See the "Security" tab of its properties.');
  }
  const says = `${path} holds keys, and others may open it: ${andList(others)}.`;
  return others.length === 0 ? undefined : wrong(check, says, `${close} ${await closingLine(host, path)}`);
}
