import {statSync} from 'node:fs';
import {resolve} from 'node:path';
import type {Context} from '../commands/command.js';
import {PreflightError, UsageError} from '../errors.js';
import type {ServerOptions} from './server-options.js';
import type {Allowed, Permission} from './tool.js';

/** What the options of the server allow. The guard of a profile is above them: what it forbids is not allowed at all. */
export async function allowedBy(context: Context, options: ServerOptions): Promise<Allowed> {
  const {folder = [], 'allow-sends': sends, 'max-recipients': maxRecipients} = options;
  const unattended = sends === 'unattended';
  if (unattended && maxRecipients === undefined) {
    throw new UsageError('--allow-sends=unattended needs --max-recipients.', {
      hint: 'Say how many people one mailing may reach at most, as in --max-recipients 500.',
    });
  }
  const wanted: readonly Permission[] = [
    ...(options['allow-writes'] ? (['writes'] as const) : []),
    ...(sends === undefined ? [] : (['sends'] as const)),
  ];
  return {
    permissions: new Set([
      ...(wanted.length > 0 && (await mayChange(context)) ? wanted : []),
      ...(folder.length > 0 ? (['folder'] as const) : []),
    ]),
    folders: folder.map(path => existing(resolve(context.host.cwd, path), path)),
    automations: options['allow-automations'] === true,
    sends: {unattended, maxRecipients},
    masksAddresses: options['mask-addresses'] === true,
  };
}

async function mayChange({mayChange, warn}: Context): Promise<boolean> {
  try {
    await mayChange();
    return true;
  } catch (error) {
    if (!(error instanceof PreflightError || error instanceof UsageError)) throw error;
    warn(`The agent may only read: ${error.message} ${error.hint ?? ''}`.trim());
    return false;
  }
}

function existing(path: string, given: string): string {
  if (statSync(path, {throwIfNoEntry: false})?.isDirectory()) return path;
  throw new UsageError(`There is no folder ${given}.`, {hint: 'Name a folder that exists, as in --folder lists.'});
}
