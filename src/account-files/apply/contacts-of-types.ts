import type {ChosenCells} from '../compare/plan.schema.js';
import {contactsFileOf} from '../folder/body-files.js';
import {importItem} from './after-record.js';
import {type AppliedContacts, applyContacts, type ContactsToApply} from './apply-contacts.js';
import {readContactRules} from './contact-rules.js';
import {type ApplyWork, idOf} from './work.js';

/** Updates the contacts of each type from its file. The run that adds them is written down before its first request. */
export async function* applyEach(
  work: Omit<ApplyWork, 'permit' | 'contactsInTypes'> & {readonly permit: ContactsToApply['permit']},
  changes: ReadonlyArray<{readonly type: string; readonly delete: {readonly count: number}}>,
  {
    folder,
    prune,
    settle,
    mine,
  }: {
    readonly folder: string;
    readonly prune: boolean;
    readonly settle: number;
    readonly mine?: ChosenCells;
  },
): AsyncGenerator<AppliedContacts & {readonly type: string}> {
  if (changes.length === 0) return;
  const {context, journal, door, permit} = work;
  work.begins(undefined);
  const rules = await readContactRules(context);
  for (const {type, delete: gone} of changes) {
    const applied = await applyContacts(context, {
      ...{folder, prune, settle},
      permit,
      type: {id: Number(await idOf(work, 'contact-types', type)), name: type},
      path: contactsFileOf(type),
      mayDelete: gone.count,
      allowAutomations: true,
      known: door.known,
      rules,
      mine: mine?.get(type) ?? [],
      began: run => void journal.begin('creates', {items: [importItem(type, run)]}),
    });
    yield {type, ...applied};
    if (applied.error) throw applied.error;
  }
}
