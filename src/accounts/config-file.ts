import type {Account} from '../api/wire/answer.js';
import {isSettingName, type SettingTexts} from '../commands/globals.js';
import {ConfigError} from '../core/errors.js';
import {requireKnownVersion} from '../core/system/kept-file.js';

export type Guard = Account['guard'];
export const guards = ['none', 'protected', 'read-only'] as const satisfies readonly Guard[];

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

/** Reads the text of the configuration file. A person may have edited it, so every part is checked first. */
export function parseConfig(text: string, path: string): Config {
  const file = asObject(parseJson(text, path), 'The file', path);
  requireKnownVersion(file, `The configuration file ${path}`, {
    or: 'Or name another folder in EMK_CONFIG_DIR, and log in there with "emk login".',
  });
  const profiles = Object.entries(asObject(file['profiles'] ?? {}, '"profiles"', path));
  const settings = Object.entries(asObject(file['settings'] ?? {}, '"settings"', path));
  return {
    current: file['current'] === undefined ? undefined : asText(file['current'], '"current"', path),
    profiles: new Map(profiles.map(([name, value]) => [name, toProfile(value, `The profile "${name}"`, path)])),
    settings: Object.fromEntries(
      settings
        .filter(([name]) => isSettingName(name))
        .map(([name, value]) => [name, asText(value, `The setting "${name}"`, path)]),
    ),
  };
}

/** The configuration in its form on disk. */
export const toFile = ({current, profiles, settings}: Config): Record<string, unknown> => ({
  version: 1,
  ...(current === undefined ? {} : {current}),
  profiles: Object.fromEntries(profiles),
  settings,
});

function toProfile(value: unknown, what: string, path: string): Profile {
  const profile = asObject(value, what, path);
  const guard = profile['guard'] ?? 'none';
  const known = guards.find(word => word === guard);
  if (known === undefined) throw broken(path, `${what} has a guard that must be one of ${guards.join(', ')}`);
  return {
    baseUrl: asText(profile['baseUrl'], `${what}: "baseUrl"`, path),
    publicKey: asText(profile['publicKey'], `${what}: "publicKey"`, path),
    secretKey: asText(profile['secretKey'], `${what}: "secretKey"`, path),
    guard: known,
    ...Object.fromEntries(
      ['timezone', ...standardAnswers]
        .filter(name => profile[name] !== undefined)
        .map(name => [name, asText(profile[name], `${what}: "${name}"`, path)]),
    ),
  };
}

/** Parses JSON without showing the parser's message, which quotes the text around the mistake: that may be a key. */
function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw broken(path, 'It is not JSON');
  }
}

function asObject(value: unknown, what: string, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw broken(path, `${what} is not an object`);
  }
  return Object.fromEntries(Object.entries(value));
}

function asText(value: unknown, what: string, path: string): string {
  if (typeof value !== 'string' || value === '') throw broken(path, `${what} is not a text`);
  return value;
}

const broken = (path: string, why: string): ConfigError =>
  new ConfigError(`The configuration file ${path} is damaged. ${why}.`, {
    hint: 'Fix the file. Or move it away and log in again with "emk login".',
  });
