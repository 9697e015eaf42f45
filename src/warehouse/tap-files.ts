import {resolve} from 'node:path';
import {isObject} from '../api/answers/is-object.js';
import {jsonOrNothing} from '../api/answers/json-or-nothing.js';
import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {unreadable} from '../csv/bytes/source-file.js';
import {UsageError} from '../errors.js';
import {readInput} from '../system/read-input.js';

/** Reads a file of JSON that a runner passes; undefined if it passes none. */
export async function readObject({host}: Pick<Context, 'host'>, file: string | undefined): Promise<Loose | undefined> {
  if (file === undefined) return undefined;
  const path = resolve(host.cwd, file);
  const bytes = await readInput(host, path, file).catch(unreadable(path));
  const value = jsonOrNothing(bytes.toString());
  if (isObject(value)) return value;
  throw new UsageError(`${file} does not hold a JSON object.`, {hint: 'Check what the runner has written there.'});
}

/** The streams that a configuration names. Keys do not belong there, because runners keep and log what they pass. */
export function streamsIn(config: Loose, {notice}: Pick<Context, 'notice'>): readonly string[] | undefined {
  for (const [name, value] of Object.entries(config)) {
    if (/key|secret|token|password/i.test(name) && value) {
      throw new UsageError(`The configuration of the tap contains "${name}".`, {
        hint: 'Remove it: emk takes keys from its profile, or from EMK_PUBLIC_KEY and EMK_SECRET_KEY.',
      });
    }
    if (name !== 'streams') notice(`emk does not use "${name}" of the configuration.`);
  }
  const {streams} = config;
  return streams === undefined ? undefined : toNames([streams].flat().join(','));
}

/** `contacts, segments` as names. */
export const toNames = (text: string): readonly string[] => text.match(/[^\s,]+/g) ?? [];
