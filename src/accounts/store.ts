/** What emk remembers between runs: profiles with their keys, and settings. */

import {chmodSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import type {Account} from '../api/wire/answer.js';
import type {Context} from '../change/context.js';
import {isSettingName, type SettingTexts} from '../commands/globals.js';
import {ConfigError} from '../core/errors.js';
import {configFolder, ownsConfigFolder} from '../core/own-files/folders.js';
import {codeOf, makeFolder, reasons} from '../core/system/files.js';
import type {Host} from '../core/system/host.js';
import {requireKnownVersion} from '../core/system/kept-file.js';
import {isObject, jsonOrNothing} from '../core/words/values.js';
import {doneResult, type Result} from '../output/results/result.js';

export const guards = ['none', 'protected', 'read-only'] as const satisfies readonly Account['guard'][];

/** A base URL with its keys, saved under a name. */
export type Profile = Omit<Account, 'name' | 'source'> & {
  /** The time zone of the account, as the service's web pages show it. */
  readonly timezone?: string | undefined;
} & {readonly [name in StandardAnswer]?: string | undefined};

/** What a profile answers where a line does not: by name, as it would be typed. */
const standardAnswers = ['sender', 'group', 'country', 'test-to'] as const;

export type StandardAnswer = (typeof standardAnswers)[number];

/** Everything that emk remembers between runs. */
export type Config = {
  readonly current: string | undefined;
  readonly profiles: ReadonlyMap<string, Profile>;
  readonly settings: SettingTexts;
};

export const emptyConfig: Config = {current: undefined, profiles: new Map(), settings: {}};

export const configPath = (host: Host): string => join(configFolder(host), 'config.json');

/**
 * Reads the profiles and settings without loading conf, because every run does. Makes the file private, unless nobody
 * would be told.
 */
export function readConfig(host: Host, warn?: (sentence: string) => void): Config {
  const path = placeOf(host);
  if (path === undefined) return emptyConfig;
  try {
    const text = readFileSync(path, 'utf8');
    if (warn) closeToOthers(host, path, warn);
    return parseConfig(text, path);
  } catch (error) {
    // Of a folder such as /dev/null, too, nothing can be read.
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return emptyConfig;
    throw asConfigError(error, 'read', path);
  }
}

/** The configuration, or an empty one if it cannot be read. */
export function configIfReadable(host: Host, warn?: (sentence: string) => void): Config {
  try {
    return readConfig(host, warn);
  } catch {
    return emptyConfig;
  }
}

export const configOf = ({host, warn}: Pick<Context, 'host' | 'warn'>): Config => readConfig(host, warn);

/** Saves a change to the profiles and settings; a dry run only says what would change. */
export async function saveConfig(
  {host, globals, notice}: Context,
  change: (now: Config) => Config,
  {name, sentence}: {readonly name: string; readonly sentence: string},
): Promise<Result> {
  if (globals.dryRun) {
    notice(`Without --dry-run: ${sentence}`);
    return {kind: 'nothing'};
  }
  await changeConfig(host, change);
  return doneResult(sentence, name);
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
    // Completion reads the configuration at each Tab, and should not load what only a change needs.
    const [{default: Conf}, {withLock}] = await Promise.all([import('conf'), import('../core/system/lock.js')]);
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
  const [reason = `the system says ${code}`] = reasons[code] ?? [];
  return new ConfigError(
    `The configuration file ${path} cannot be ${verb === 'read' ? 'read' : 'written'}: ${reason}.`,
    {hint: 'Check who owns the file and its folder, or name another folder in EMK_CONFIG_DIR.', cause: error},
  );
}

// ── The file ────────────────────────────────────────────────────────────────

/** Reads the text of the configuration file. A person may have edited it, so every part is checked first. */
export function parseConfig(text: string, path: string): Config {
  const broken = (why: string): ConfigError =>
    new ConfigError(`The configuration file ${path} is damaged. ${why}.`, {
      hint: 'Fix the file. Or move it away and log in again with "emk login".',
    });
  const objectIn = (value: unknown, what: string): Readonly<Record<string, unknown>> => {
    if (isObject(value)) return value;
    throw broken(`${what} is not an object`);
  };
  const textIn = (value: unknown, what: string): string => {
    if (typeof value === 'string' && value !== '') return value;
    throw broken(`${what} is not a text`);
  };
  const profileIn = (value: unknown, what: string): Profile => {
    const profile = objectIn(value, what);
    const guard = guards.find(word => word === (profile['guard'] ?? 'none'));
    if (guard === undefined) throw broken(`${what} has a guard that must be one of ${guards.join(', ')}`);
    const names = ['timezone', ...standardAnswers].filter(name => profile[name] !== undefined);
    const texts = ['baseUrl', 'publicKey', 'secretKey', ...names].map(name => [
      name,
      textIn(profile[name], `${what}: "${name}"`),
    ]);
    return {...Object.fromEntries(texts), guard};
  };
  // The parser's own message would quote the text around the mistake, which may be a key.
  const parsed = jsonOrNothing(text.replace(/^\uFEFF/, ''));
  if (parsed === undefined) throw broken('It is not JSON');
  const file = objectIn(parsed, 'The file');
  const or = 'Or name another folder in EMK_CONFIG_DIR, and log in there with "emk login".';
  requireKnownVersion(file, `The configuration file ${path}`, or);
  const {current, profiles = {}, settings = {}} = file;
  const kept = Object.entries(objectIn(settings, '"settings"')).filter(([name]) => isSettingName(name));
  return {
    current: current === undefined ? undefined : textIn(current, '"current"'),
    profiles: new Map(
      Object.entries(objectIn(profiles, '"profiles"')).map(([name, value]) => [
        name,
        profileIn(value, `The profile "${name}"`),
      ]),
    ),
    settings: Object.fromEntries(kept.map(([name, value]) => [name, textIn(value, `The setting "${name}"`)])),
  };
}

/** The configuration in its form on disk. */
const toFile = ({current, profiles, settings}: Config): Record<string, unknown> => ({
  version: 1,
  ...(current === undefined ? {} : {current}),
  profiles: Object.fromEntries(profiles),
  settings,
});
