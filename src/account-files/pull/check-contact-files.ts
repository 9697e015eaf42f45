import {join} from 'node:path';
import {targetOf} from '../../accounts/target.js';
import type {Context} from '../../commands/command.js';
import type {Checked} from '../../contacts-import/file/contract.js';
import {writeBaseOf} from '../../contacts-import/sync/write-base.js';
import {sourceFile} from '../../csv/bytes/source-file.js';
import {peopleKeyOf} from '../../who-left/people-key.js';
import {counted} from '../../words/sentence.js';
import type {ContactTerms} from '../account/read-account.js';
import {checkContactFile, fieldsWith, termsOf} from '../compare/contact-file.js';
import {baseFileOf} from '../folder/contact-base.js';
import type {Staging} from '../folder/write-folder.js';
import type {WrittenContacts} from './contact-files.js';

/**
 * Reads the files of contacts again, as an apply will read them. Writes a base beside each, by which an apply can tell what
 * a person changed, and warns about contacts that no apply could create again: a useless backup is noticed on the day it
 * is made. Returns the paths of the bases.
 */
export async function checkContactFiles(
  context: Pick<Context, 'host' | 'globals' | 'progress' | 'warn' | 'account'>,
  {customFields, countries}: ContactTerms,
  staging: Staging,
  written: ReadonlyMap<string, WrittenContacts>,
): Promise<readonly string[]> {
  const rules = {fields: fieldsWith(customFields), countries: await countries()};
  const account = await context.account();
  const bases: string[] = [];
  for (const [name, {type, ids}] of written) {
    const {checked} = await checkContactFile(
      context,
      sourceFile(join(staging.folder, name), name, staging.folder),
      rules,
    );
    const base = baseFileOf(name);
    bases.push(base);
    await writeBaseOf(checked && {...termsOf(checked, rules), checked, ids}, {
      path: await staging.draft(base),
      about: {...targetOf(account), type, file: null},
      key: peopleKeyOf(account),
    });
    context.progress.clear();
    if (checked) await warnOfRejected(context, name, checked);
  }
  return bases;
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
