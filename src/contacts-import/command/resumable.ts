import {PreflightError, UsageError} from '../../errors.js';
import type {Host} from '../../system/host.js';
import type {Checked} from '../file/contract.js';
import {fileSource, type ImportSource, keptSource} from '../file/source.js';
import {type ImportHeader, importName, type PastRun} from '../journal/runs.js';

export type ResumeInput = {readonly id?: string | undefined; readonly allow_automations?: boolean | 0 | 1 | undefined};

/** The file of an earlier run, or the saved copy of standard input. */
export const sourceOf = (host: Host, {folder, header: {source}}: Pick<PastRun, 'folder' | 'header'>): ImportSource => ({
  ...(source.kept ? keptSource(host, folder) : fileSource(host, source.path)),
  name: source.name,
});

/** Throws if the file changed: the journal names rows by line, and the lines would be other rows. */
export async function assertUnchanged({size, sha256}: Checked, {source}: ImportHeader): Promise<void> {
  if (size === source.size && (await sha256()) === source.sha256) return;
  throw new PreflightError(`${source.name} has changed since its import began, so it cannot be resumed.`, {
    hint: 'Start a new import. emk skips people who are already on the list.',
  });
}

export const alreadyEnded = (header: ImportHeader): UsageError =>
  new UsageError(`The import ${importName(header)} is complete: there is nothing to resume.`, {
    hint: `To see it: emk import status ${header.id}`,
  });
