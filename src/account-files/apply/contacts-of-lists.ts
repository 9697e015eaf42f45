import {contactsFileOf} from '../folder/body-files.js';
import {importItem} from './after-record.js';
import {type AppliedContacts, applyContacts} from './apply-contacts.js';
import {readContactRules} from './contact-rules.js';
import {type ApplyWork, idOf} from './work.js';

/** Adds the people of each file to its list. The run that adds them is written down before its first request. */
export async function* applyEach(
  work: ApplyWork,
  changes: ReadonlyArray<{readonly list: string}>,
  {folder, settle}: {readonly folder: string; readonly settle: number},
): AsyncGenerator<AppliedContacts & {readonly list: string}> {
  if (changes.length === 0) return;
  const {context, journal, door, permit} = work;
  work.begins(undefined);
  const rules = await readContactRules(context);
  for (const {list} of changes) {
    const applied = await applyContacts(context, {
      ...{folder, settle},
      permit,
      list: {id: Number(await idOf(work, 'lists', list)), name: list},
      path: contactsFileOf(list),
      allowAutomations: true,
      known: door.known,
      rules,
      began: run => void journal.begin('creates', {items: [importItem(list, run)]}),
    });
    yield {list, ...applied};
    if (applied.error) throw applied.error;
  }
}
