import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';
import {effectOf, join} from '../../effect/effect.js';
import contacts from '../../endpoints/contacts.js';
import unsubscribes from '../../endpoints/unsubscribes.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import {capital, counted, number, plural} from '../../words/sentence.js';
import {isOpen, isUndone, pastRun} from '../journal/runs.js';
import {assertSameTarget} from '../run/target.js';
import {whyIncomplete} from '../send/listing.js';
import {importService} from '../send/service.js';
import {waitUntilSettled} from '../sync/earlier-runs.js';
import {deleteAdded} from '../undo/delete-added.js';
import {findAdded, requireLooked} from '../undo/find-added.js';
import {agreeToMailAgain, madeUnsubscribes} from '../undo/mail-again.js';
import {toUndoReport, type Undo, type UndoReport, undoInWords} from '../undo/undo-report.js';
import {lockList} from './lock-list.js';

export type UndoInput = {
  readonly id: string;
  readonly force?: boolean | 0 | 1 | undefined;
  readonly max_delete?: number | undefined;
  readonly mail_again?: boolean | 0 | 1 | undefined;
};

/** Deletes exactly the contacts that an import has added, after a yes. */
export const undoImport = (context: Context, input: UndoInput): Promise<UndoReport> =>
  tellingFileTrouble(() => undo(context, input));

async function undo(context: Context, {id, force, max_delete, mail_again}: UndoInput): Promise<UndoReport> {
  const {host, globals} = context;
  const {header} = pastRun(host, id);
  assertSameTarget(await context.account(), header);
  const listId = header.list.id;
  const unlock = await lockList(host, header, listId);
  try {
    const run = pastRun(host, header.id);
    requireLooked(run);
    await waitUntilSettled(context, listId, [run], header.settings.settle);
    context.progress.show({label: `Reading the list of ${header.list.name}`});
    const service = importService(context, listId);
    const found = await findAdded(service, run);
    context.progress.clear();
    if (!found.listing.complete) {
      const why = await whyIncomplete(service, found.listing);
      context.warn(`${capital(why)}, so some contacts of the import may stay.`);
    }
    const changed = found.changed.length;
    const isAsked = changed > 0 && context.ask.possible && !globals.yes && !globals.dryRun;
    const question = `${counted(changed, 'contact')} changed since the import. Delete ${plural(changed, 'it', 'them')} too?`;
    const all = force || (isAsked && (await context.ask.confirm(question)));
    const ids = all ? [...found.unchanged, ...found.changed.map(one => one.id)] : found.unchanged;
    const made = await madeUnsubscribes(context, run);
    const again = (await agreeToMailAgain(context, made, Boolean(mail_again))) ? made : [];
    const plan = {run, found, ids, again};
    const reported = (result: 'planned' | 'undone') =>
      toUndoReport(plan, {result, deleted: 0, mailAgain: 0, failed: 0});
    if (globals.dryRun) {
      await agreeToUndo(context, plan, max_delete);
      return reported('planned');
    }
    for (const line of undoInWords(plan)) context.notice(line);
    const isBegun = isOpen(run) || run.state.open.size > 0 || (run.state.undoing && !isUndone(run));
    if (ids.length + again.length === 0 && !isBegun) return reported('undone');
    return await deleteAdded(context, plan, await agreeToUndo(context, plan, max_delete));
  } finally {
    unlock();
  }
}

/** Agrees to what an undo deletes: contacts, and unsubscribes that the import made. */
function agreeToUndo(
  {agree}: Context,
  {run: {header}, ids, again}: Undo,
  maxDelete: number | undefined,
): Promise<Permit<'deletes'>> {
  const what = `Delete ${plural(ids.length, 'the contact', `the ${number(ids.length)} contacts`)} that ${header.source.name} added to "${header.list.name}"`;
  return agree(
    join(
      effectOf('deletes', contacts, ids.length, {wayBack: 'copy'}),
      effectOf('deletes', unsubscribes, again.length, {wayBack: 'copy'}),
    ),
    ids.length > 0 ? {what, maxDelete} : {settled: 'only unsubscribes go, and that was asked'},
  );
}
