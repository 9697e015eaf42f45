import type {Host} from '../core/system/host.js';
import type {NamesOwner} from './cached-names.js';
import {type Config, emptyConfig} from './config-file.js';
import {readConfig} from './store.js';

/** The account that a line would work on. It never fails, because the line may still be incomplete. */
export function accountOfLine(
  line: readonly string[],
  {env}: Pick<Host, 'env'>,
  config: Config,
): NamesOwner | undefined {
  if (line.includes('--sandbox')) return {source: 'sandbox', baseUrl: '', publicKey: ''};
  const {EMK_BASE_URL: baseUrl, EMK_PUBLIC_KEY: publicKey} = env;
  if (publicKey) return baseUrl ? {source: 'environment', baseUrl, publicKey} : undefined;
  const profileName = given('--profile', line) ?? (env['EMK_PROFILE'] || config.current);
  const profile = profileName === undefined ? undefined : config.profiles.get(profileName);
  return profile && {source: 'profile', baseUrl: profile.baseUrl, publicKey: profile.publicKey};
}

/** The configuration, or an empty one if it cannot be read. A warning says that its file was open to others. */
export function configIfReadable(host: Host, warn?: (sentence: string) => void): Config {
  try {
    return readConfig(host, warn);
  } catch {
    return emptyConfig;
  }
}

function given(option: string, line: readonly string[]): string | undefined {
  const at = line.indexOf(option);
  return at >= 0 ? line[at + 1] : line.find(word => word.startsWith(`${option}=`))?.slice(option.length + 1);
}
