import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {targetOf} from '../../accounts/target.js';
import type {Context} from '../../commands/command.js';
import {toEmkError} from '../../commands/stopping.js';
import {type EmkError, UsageError} from '../../errors.js';
import {requireFolder} from '../../system/plain-file.js';
import {idsByName, readAccount} from '../account/read-account.js';
import {naming} from '../compare/without-used.js';
import {type KindName, kindNames} from '../kinds/kind-names.js';
import {calm} from './calm.js';
import {settleDoubts, waitForDoubts} from './settle.js';
import {type Standing, standingOf} from './standing.js';
import {type TakenBack, type Taking, takeBack} from './take-back.js';
import {countAdded} from './undo-contacts.js';
import {type Workbook, withWorkbook} from './workbook.js';

export type DestroyOptions = {readonly folder: string; readonly settle: number};

/** What is about to be deleted, and what of it was, and the error that ended the work early. */
export type Destroyed = TakenBack & {readonly standing: Standing; readonly error: EmkError | undefined};

/** Deletes what the applies of a folder have created, each only while it is what it was then, once `agree` has returned. */
export async function destroy(
  context: Context,
  {folder, settle}: DestroyOptions,
  agree: (standing: Standing) => Promise<void>,
): Promise<Destroyed> {
  const root = resolve(context.host.cwd, folder);
  if (!existsSync(root)) {
    throw new UsageError(`There is no folder ${folder}.`, {hint: 'Name the folder that was applied.'});
  }
  await requireFolder(root, folder);
  const target = targetOf(await context.account());
  return withWorkbook(context.host, root, target, workbook => destroyWith(context, workbook, settle, agree));
}

async function destroyWith(
  context: Context,
  workbook: Workbook,
  settle: number,
  agree: (standing: Standing) => Promise<void>,
): Promise<Destroyed> {
  const nothing: TakenBack = {deleted: [], kept: [], members: 0, contacts: 0};
  await waitForDoubts(context, workbook.doubts, settle);
  const account = await readAccount(context, kindsOf(workbook));
  if (!context.globals.dryRun) settleDoubts(workbook, account);
  const standing = standingOf(workbook.made, account, run => countAdded(context.host, run));
  if (context.globals.dryRun) return {...nothing, standing, error: undefined};
  if (standing.records.length + standing.members.length + standing.imports.length > 0) await agree(standing);
  const taken: Taking = {deleted: [], kept: [...standing.kept], members: 0, contacts: 0};
  let error: EmkError | undefined;
  try {
    await takeBack(calm(context), workbook, standing, taken);
  } catch (thrown) {
    error = toEmkError(thrown, context.host);
    if (!error) throw thrown;
  }
  const ids = idsByName(account);
  for (const {kind, name} of taken.deleted) (ids.get(kind) as Map<string, unknown>).delete(name);
  await workbook.finish(ids);
  return {...taken, standing, error};
}

/** The kinds that something was made of, or may have been, and those whose records may use it. */
function kindsOf({made, doubts}: Workbook): ReadonlySet<KindName> {
  const met = new Set([...made.records.keys(), ...made.members.keys(), ...doubts.map(({kind}) => kind)]);
  if (made.imports.size > 0) met.add('contact-types');
  const isUsable = met.has('contact-types') || met.has('senders');
  return new Set(kindNames.filter(kind => met.has(kind) || (isUsable && naming.includes(kind))));
}
