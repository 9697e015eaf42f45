import {join} from 'node:path';
import type {Context} from '../../commands/command.js';
import type {Checked} from '../../contacts-import/file/contract.js';
import {sourceFile} from '../../csv/bytes/source-file.js';
import {counted} from '../../words/sentence.js';
import type {ContactTerms} from '../account/read-account.js';
import {checkContactFile, fieldsWith} from '../compare/contact-file.js';
import type {Staging} from '../folder/write-folder.js';

/**
 * Reads the files of contacts again, as an apply will read them, and warns about contacts that no apply could create
 * again: a useless backup is noticed on the day it is made.
 */
export async function checkContactFiles(
  context: Pick<Context, 'host' | 'globals' | 'progress' | 'warn'>,
  {customFields, countries}: ContactTerms,
  staging: Staging,
  names: Iterable<string>,
): Promise<void> {
  const rules = {fields: fieldsWith(customFields), countries: await countries()};
  for (const name of names) {
    const source = sourceFile(join(staging.folder, name), name, staging.folder);
    const {checked} = await checkContactFile(context, source, rules);
    context.progress.clear();
    if (checked) await warnOfRejected(context, name, checked);
  }
}

async function warnOfRejected({warn}: Pick<Context, 'warn'>, name: string, checked: Checked): Promise<void> {
  const {rejected, repeated} = checked;
  if (rejected > 0) {
    warn(
      `${name}: ${counted(rejected, 'contact')} cannot be restored, because an import refuses the row (${await firstReasons(checked)}).`,
    );
  }
  if (repeated > 0) {
    warn(`${name}: ${counted(repeated, 'contact')} cannot be restored, because an import takes each address once.`);
  }
}

async function firstReasons({rejected, rejectedRows}: Pick<Checked, 'rejected' | 'rejectedRows'>): Promise<string> {
  const first: string[] = [];
  for await (const {line, reason} of rejectedRows()) if (first.length < SHOWN) first.push(`line ${line}: ${reason}`);
  return `${first.join('; ')}${rejected > first.length ? '; and so on' : ''}`;
}

const SHOWN = 3;
