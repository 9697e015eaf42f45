import type {Operation, Param} from '../../api/describe/schema.js';
import {importOptions} from '../../contacts-import/command/options.js';
import {UsageError} from '../../errors.js';
import {isKindName, type KindName, kindNames} from '../kinds/kind-names.js';

/** The folder that the files of an account are in. */
export const folderParam = {
  type: 'text',
  value: 'dir',
  help: 'Folder of the files (this one)',
} as const satisfies Param;

/** Which kinds of record a command is about. */
export const kindParams = {
  only: {type: 'text', many: true, choices: kindNames, help: 'Only this kind of record'},
  except: {type: 'text', many: true, choices: kindNames, help: 'All but this kind of record'},
} as const satisfies Record<string, Param>;

/** What reading an account with its contacts calls. */
export async function readsWithContacts(): Promise<readonly Operation[]> {
  const [{accountReads}, {operations}] = await Promise.all([
    import('../account/account-reads.js'),
    import('../../endpoints/contacts.js'),
  ]);
  return [...accountReads, operations.list];
}

/** How many rows of the files of contacts may be left out. */
export const maxErrorsParam = {
  ...importOptions.max_errors,
  help: 'How many contacts may be left out because an import rejects their rows (0)',
} as const satisfies Param;

/** The kinds that are meant by these options. */
export function kindsWanted(only: readonly string[] = [], except: readonly string[] = []): ReadonlySet<KindName> {
  const wanted = (only.length > 0 ? only : kindNames).filter(name => !except.includes(name)).filter(isKindName);
  if (wanted.length > 0) return new Set(wanted);
  throw new UsageError('--only and --except leave no kind of record.', {hint: 'Leave one of them out.'});
}
