import type {Operation, Param} from '../../api/describe/schema.js';
import {importOptions} from '../../contacts-import/command/options.js';
import {UsageError} from '../../errors.js';
import type {Pruning} from '../compare/compare-entries.js';
import {isKindName, type KindName, kindNames} from '../kinds/shape.js';

export const folderParam = {
  type: 'text',
  value: 'dir',
  help: 'Folder of the files (default: this one)',
} as const satisfies Param;

export const kindParams = {
  only: {type: 'text', many: true, choices: kindNames, help: 'Only records of this kind'},
  except: {type: 'text', many: true, choices: kindNames, help: 'Skip records of this kind', rare: true},
} as const satisfies Record<string, Param>;

export async function readsWithContacts(): Promise<readonly Operation[]> {
  const [{accountReads}, {operations}] = await Promise.all([
    import('../account/read-account.js'),
    import('../../endpoints/contacts.js'),
  ]);
  return [...accountReads, operations.list];
}

/** How many rows of the files of contacts may be skipped. */
export const maxErrorsParam = {
  ...importOptions.max_errors,
  help: 'Continue if the import rejects at most this many contacts (default: 0)',
  rare: true,
} as const satisfies Param;

/** Deletes unsubscribes with the rest of what is in no file. */
export const mailAgainParam = {
  type: 'flag',
  help: 'With --prune: also delete unsubscribes that are in no file, so that these people get mail again',
  rare: true,
  decides: 'checks',
} as const satisfies Param;

/** What the line says of records that are in no file. */
export function toPruning(prune: Flag, mail_again: Flag): Pruning {
  if (mail_again && !prune) {
    throw new UsageError('--mail-again works only with --prune.', {
      hint: 'Nothing was changed. Add --prune, or remove --mail-again.',
    });
  }
  return {prune: Boolean(prune), mailAgain: Boolean(mail_again)};
}

type Flag = boolean | 0 | 1 | undefined;

export function kindsWanted(only: readonly string[] = [], except: readonly string[] = []): ReadonlySet<KindName> {
  const wanted = (only.length > 0 ? only : kindNames).filter(name => !except.includes(name)).filter(isKindName);
  if (wanted.length > 0) return new Set(wanted);
  throw new UsageError('--only and --except together exclude every kind of record.', {
    hint: 'Remove --only or --except.',
  });
}
