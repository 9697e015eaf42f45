import {readAccount} from '../../account-files/account/read-account.js';
import type {Applied} from '../../account-files/apply/apply.js';
import {type ComparedFiles, compareFiles} from '../../account-files/compare/compare-folder.js';
import type {AccountFiles} from '../../account-files/folder/read-files.js';
import {kinds} from '../../account-files/kinds/kinds.js';
import type {Context} from '../../commands/command.js';
import {isShared} from '../file/run-name.js';

/** Whether everything that runs share exists already, as in all runs but the first. */
export async function hasShared(context: Context, files: AccountFiles): Promise<boolean> {
  const account = await readAccount(context, new Set());
  for (const [kind, {entries}] of sharedIn(files)) {
    const there = await account.idsOf(kind);
    if (entries.some(({entry}) => !there.has(String(entry[kinds[kind].identity])))) return false;
  }
  return true;
}

/** Makes missing records that all runs share, one run at a time on this machine: they cannot be deleted. */
export async function makeShared(
  context: Context,
  files: AccountFiles,
  apply: (compare: () => Promise<ComparedFiles>) => Promise<Applied>,
): Promise<void> {
  if (await hasShared(context, files)) return;
  const {error} = await apply(async () => {
    const compared = await compareFiles(context, sharedIn(files), {prune: false});
    const changes = compared.plan.changes.filter(({action}) => action === 'create');
    return {...compared, plan: {...compared.plan, changes}};
  });
  if (error && !(await hasShared(context, files))) throw error;
}

/** The records that runs share, without the people in them, who belong to one run each. */
const sharedIn = (files: AccountFiles): AccountFiles =>
  new Map(
    [...files]
      .filter(([kind]) => isShared(kind))
      .map(([kind, file]) => {
        const entries = file.entries.map(({entry: {recipients: _, ...entry}, ...placed}) => ({...placed, entry}));
        return [kind, {...file, entries}] as const;
      }),
  );
