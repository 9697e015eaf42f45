import {contactsFileOf} from '../folder/body-files.js';
import {importItem} from './after-record.js';
import {type AppliedContacts, applyContacts} from './apply-contacts.js';
import {readContactRules} from './contact-rules.js';
import {type ApplyWork, idOf} from './work.js';

/** Adds the people of each file to its list. The run that adds them is written down before its first request. */
export async function* applyEach(
  work: ApplyWork,
  changes: ReadonlyArray<{readonly type: string}>,
  {folder, settle}: {readonly folder: string; readonly settle: number},
): AsyncGenerator<AppliedContacts & {readonly type: string}> {
  if (changes.length === 0) return;
  const {context, journal, door, permit} = work;
  work.begins(undefined);
  const rules = await readContactRules(context);
  for (const {type} of changes) {
    const applied = await applyContacts(context, {
      ...{folder, settle},
      permit,
      type: {id: Number(await idOf(work, 'lists', type)), name: type},
      path: contactsFileOf(type),
      allowAutomations: true,
      known: door.known,
      rules,
      began: run => void journal.begin('creates', {items: [importItem(type, run)]}),
    });
    yield {type, ...applied};
    if (applied.error) throw applied.error;
  }
}
