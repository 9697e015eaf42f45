import type {AccountState} from '../account-files/account/read-account.js';
import type {ApplyJournal} from '../account-files/apply/apply-journal.js';
import type {Change} from '../account-files/compare/plan.schema.js';
import type {Entry, KindName} from '../account-files/kinds/shape.js';
import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import type {KeptKind} from '../commands/keeping/keeping.js';
import {type EmkError, NotFoundError} from '../errors.js';
import {andList} from '../words/sentence.js';
import type {Copied} from './read-copy.js';
import type {TodaysNames} from './todays-names.js';

/** A record of a copy. */
export type Copy = {readonly kind: KeptKind; readonly record: Loose};

/** A comparison of a copy with the account: what it starts from, and what it has found. */
export type Comparing = {
  readonly context: Context;
  readonly copied: Copied;
  readonly made: ApplyJournal['made'];
  readonly others: ReadonlySet<string>;
  readonly names: TodaysNames;
  readonly recordsOf: (kind: KeptKind) => readonly Loose[];
  readonly held: AccountState['kinds'];
  readonly changes: Change[];
  readonly about: Map<Change, readonly Copy[]>;
  readonly serviceNames: Map<Change, string>;
  readonly there: Copy[];
  readonly failed: Array<Copy & {readonly error: EmkError}>;
};

/** Plans a change that brings these records back. */
export function add({changes, about}: Comparing, change: Change, copies: readonly Copy[]): void {
  changes.push(change);
  about.set(change, copies);
}

/** The change of a record that lacks some of its parts. */
export const updateOf = (kind: KindName, name: string, key: string, added: readonly Entry[]): Change => ({
  ...{action: 'update', kind, name},
  fields: [{key, added, removed: []}],
});

/** Whether a record refers to something that is gone, which is its error. */
export function isGone({names, failed}: Comparing, copy: Copy, more: readonly string[] = []): boolean {
  const gone = [...new Set([...names.gone(), ...more])];
  if (gone.length === 0) return false;
  const needed = gone.map(words => {
    const back = names.copyWith(words);
    return back === undefined ? words : `${words} (its copy is ${back})`;
  });
  const error = new NotFoundError(`It needs what is gone: ${andList(needed)}.`, {
    hint: 'Bring that back first. To see what there is: emk undo --list',
  });
  failed.push({...copy, error});
  return true;
}
