import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {maskSecrets} from '../api/wire/secrets.js';
import {maskAddresses} from '../output/messages/mask-addresses.js';
import {stateFolder} from '../own-files/folders.js';
import {makeFolder} from '../system/folder.js';
import type {Host} from '../system/host.js';
import {version} from './version.js';

/** Saves the details of an unexpected error, and returns the report's path if it could be written. */
export function writeBugReport(
  host: Host,
  argv: readonly string[],
  error: unknown,
  maskKeys: (text: string) => string,
): string | undefined {
  const {env, home, now, pid, platform} = host;
  const moment = now().toISOString();
  const text = [
    `emk ${version} on ${platform}, ${moment}`,
    `emk ${argv.map(beginning).join(' ')}`,
    ...chainOf(error).map(each => beginning(each instanceof Error ? (each.stack ?? String(each)) : String(each))),
  ].join('\n\n');
  const keys = [env['EMK_PUBLIC_KEY'], env['EMK_SECRET_KEY']].filter(key => key !== undefined);
  const masked = maskAddresses(maskSecrets(keys)(maskKeys(text)));
  try {
    const folder = join(stateFolder(host), 'reports');
    const path = join(folder, `${moment.replace(/\D/g, '')}-${pid}.txt`);
    makeFolder(folder);
    writeFileSync(path, `${home.length > 1 ? masked.replaceAll(home, '~') : masked}\n`, {mode: 0o600});
    return path;
  } catch {
    return undefined;
  }
}

/** A value may have any size, and a report is read by a person. */
const beginning = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

const LONGEST = 10_000;

function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let each = error; each !== undefined && !chain.includes(each); ) {
    chain.push(each);
    each = each instanceof Error ? each.cause : undefined;
  }
  return chain;
}
