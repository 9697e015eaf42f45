import {targetOf} from '../../accounts/target.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';
import type {EmkError} from '../../errors.js';
import {itemsIn} from '../../work/state.js';
import {toEmkError} from '../../work/stop-errors.js';
import {idsByName, readAccount} from '../account/read-account.js';
import {kindsWithReferences} from '../compare/keep-used.js';
import {isEmpty, knowsAccount, readLockFile} from '../folder/made.js';
import {entriesOf, existingFolder, readFiles} from '../folder/read-files.js';
import {kinds} from '../kinds/kinds.js';
import {type KindName, kindNames} from '../kinds/shape.js';
import {type ApplyJournal, withApplyJournal} from './apply-journal.js';
import {type DeletedMade, deleteMade} from './delete-made.js';
import {type FoundMade, findMade} from './find-made.js';
import {settleDoubts, waitForDoubts} from './settle-doubts.js';
import {countAdded} from './undo-contacts.js';
import {withoutQuestions} from './without-questions.js';

export type DestroyOptions = {readonly folder: string; readonly settle: number};

/** What should be deleted, what was deleted, and the error that ended the work early, if any. */
export type Destroyed = DeletedMade & {
  readonly found: FoundMade;
  readonly error: EmkError | undefined;
  /** How many records of the files are in the account, if no lock file here says what was made in it. */
  readonly unknownHere?: number;
};

/** Deletes what the applies of a folder have created, if it was not changed since, after `agree` has returned. */
export async function destroy(
  context: Context,
  {folder, settle}: DestroyOptions,
  agree: (found: FoundMade) => Promise<Permit>,
): Promise<Destroyed> {
  const root = await existingFolder(context.host, folder, 'Name the folder that was applied.');
  const target = targetOf(await context.account());
  return withApplyJournal(context.host, root, target, async journal => {
    const isUnknown =
      isEmpty(journal.made) && journal.doubts.length === 0 && !knowsAccount(await readLockFile(root), target);
    const unknownHere = isUnknown ? await countThere(context, root) : undefined;
    const destroyed = await destroyWith(context, journal, settle, agree);
    return {...destroyed, ...(unknownHere !== undefined && {unknownHere})};
  });
}

/** How many records of the files are in the account, made from here or not. */
async function countThere(context: Context, root: string): Promise<number> {
  const files = await readFiles(root, new Set(kindNames), 'paths');
  const account = await readAccount(context, new Set(files.keys()));
  return [...files.keys()].reduce((count, kind) => {
    const names = new Set(account.kinds.get(kind)?.map(({name}) => name));
    return count + entriesOf(files, kind).filter(entry => names.has(String(entry[kinds[kind].identity]))).length;
  }, 0);
}

async function destroyWith(
  context: Context,
  journal: ApplyJournal,
  settle: number,
  agree: (found: FoundMade) => Promise<Permit>,
): Promise<Destroyed> {
  const nothing: DeletedMade = {deleted: [], kept: [], members: [], contacts: 0};
  await waitForDoubts(
    context,
    journal.doubts.map(({since}) => since),
    settle,
  );
  const account = await readAccount(context, kindsOf(journal));
  if (!context.globals.dryRun) settleDoubts(journal, account);
  const found = findMade(journal.made, account, run => countAdded(context.host, run));
  if (context.globals.dryRun) return {...nothing, found, error: undefined};
  const isNothing = found.records.length + found.members.length + found.imports.length === 0;
  const permit = isNothing ? undefined : await agree(found);
  const taken: DeletedMade = {deleted: [], kept: [...found.kept], members: [], contacts: 0};
  let error: EmkError | undefined;
  try {
    if (permit) await deleteMade({context: withoutQuestions(context, permit), journal, permit}, found, taken);
  } catch (thrown) {
    error = toEmkError(thrown, context.host);
  }
  const ids = idsByName(account);
  for (const {kind, name} of taken.deleted) (ids.get(kind) as Map<string, unknown>).delete(name);
  await journal.finish(ids);
  return {...taken, found, error};
}

/** The kinds of everything that was made or may have been, and the kinds whose records may use it. */
function kindsOf({made, doubts}: ApplyJournal): ReadonlySet<KindName> {
  const met = new Set([
    ...made.records.keys(),
    ...made.members.keys(),
    ...doubts.flatMap(({about}) => itemsIn(about).map(({kind}) => kind as KindName)),
  ]);
  if (made.imports.size > 0) met.add('lists');
  const isUsable = met.has('lists') || met.has('senders');
  return new Set(kindNames.filter(kind => met.has(kind) || (isUsable && kindsWithReferences.includes(kind))));
}
