import {resolve} from 'node:path';
import type {Context} from '../../commands/command.js';
import {UsageError} from '../../errors.js';
import {clockOf} from '../../report/clock.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import {readAccount} from '../account/read-account.js';
import {refuseMistakes} from '../folder/mistakes.js';
import {readFiles} from '../folder/read-files.js';
import type {KindName} from '../kinds/kind-names.js';
import {danglingReferences, refusedValues, withoutIncomplete} from './check-wanted.js';
import {compareContacts} from './compare-contacts.js';
import {type Plan, planOf, withContacts} from './plan-of.js';

export type PlanOptions = {
  readonly folder: string;
  readonly wanted: ReadonlySet<KindName>;
  readonly prune: boolean;
  /** Whether the files of contacts are compared too. */
  readonly contacts: boolean;
};

/** Reads the files and the account, and says what would have to change. It sends nothing that changes anything. */
export async function plan(context: Context, {folder, wanted, prune, contacts}: PlanOptions): Promise<Plan> {
  const root = resolve(context.host.cwd, folder);
  const files = await tellingFileTrouble(() => readFiles(root, wanted, 'texts'));
  if (files.size === 0) {
    throw new UsageError(`There are no files of an account in ${folder}.`, {
      hint: 'Make them with: emk account pull. Or give the folder that they are in.',
    });
  }
  const account = await readAccount(context, new Set(files.keys()));
  refuseMistakes(await danglingReferences(files, account, {prune}));
  const entries = [...files].map(([kind, file]) => [kind, file.entries.map(({entry}) => entry)] as const);
  const terms = {prune, shown: clockOf(context).shown};
  const made = withoutIncomplete(planOf(new Map(entries), account, terms), files);
  refuseMistakes(refusedValues(files, made));
  if (!contacts) return made;
  const types = files.get('contact-types')?.entries.map(({entry}) => String(entry['name'])) ?? [];
  return withContacts(made, await compareContacts(context, root, types, await account.contactTerms()), prune);
}
