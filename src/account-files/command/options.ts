import type {Operation, Param} from '../../api/describe/schema.js';
import {importOptions} from '../../contacts-import/command/options.js';
import {UsageError} from '../../errors.js';
import {isKindName, type KindName, kindNames} from '../kinds/kind-names.js';

export const folderParam = {
  type: 'text',
  value: 'dir',
  help: 'Folder of the files (default: this one)',
} as const satisfies Param;

export const kindParams = {
  only: {type: 'text', many: true, choices: kindNames, help: 'Only records of this kind'},
  except: {type: 'text', many: true, choices: kindNames, help: 'Skip records of this kind'},
} as const satisfies Record<string, Param>;

export async function readsWithContacts(): Promise<readonly Operation[]> {
  const [{accountReads}, {operations}] = await Promise.all([
    import('../account/account-reads.js'),
    import('../../endpoints/contacts.js'),
  ]);
  return [...accountReads, operations.list];
}

/** How many rows of the files of contacts may be skipped. */
export const maxErrorsParam = {
  ...importOptions.max_errors,
  help: 'Continue if the import rejects at most this many contacts (default: 0)',
} as const satisfies Param;

export function kindsWanted(only: readonly string[] = [], except: readonly string[] = []): ReadonlySet<KindName> {
  const wanted = (only.length > 0 ? only : kindNames).filter(name => !except.includes(name)).filter(isKindName);
  if (wanted.length > 0) return new Set(wanted);
  throw new UsageError('--only and --except together exclude every kind of record.', {
    hint: 'Remove --only or --except.',
  });
}
