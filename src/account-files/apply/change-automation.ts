import {census} from '../../identity/census.js';
import {pause, setLive} from '../../resources/automations/live.js';
import {canonicalText} from '../compare/compare-entries.js';
import {kinds} from '../kinds/kinds.js';
import type {Entry, Value} from '../kinds/shape.js';
import {membersIn} from './change-people.js';
import {addEmails, removeEmails} from './emails.js';
import {goesLive} from './waiting-changes.js';
import {type ApplyWork, idOf, type Task} from './work.js';

/** Updates the emails of an automation, and pauses it if it should not be live. */
export async function changeAutomation(work: ApplyWork, {change}: Task): Promise<void> {
  const {name, fields} = change;
  const utr = await idOf(work, 'automations', name);
  const {added, removed} = membersIn(fields, 'emails');
  const old = emailsOf(work, name, removed);
  if (fields.some(({key}) => key === 'live') && !fields.some(goesLive) && work.accountRecord('automations', name))
    await pause.run(work.context, {utr} as never);
  await addEmails(work, name, utr, added);
  await removeEmails(work, name, utr, old);
}

/** Sets an automation live, after its checks. */
export async function goLive(work: ApplyWork, {change}: Task): Promise<void> {
  const utr = String(await idOf(work, 'automations', change.name));
  await setLive.run(work.context, {utr, ...work.rules} as never);
}

/** The utrs of emails in the account; of two equal emails, each is used once. */
function emailsOf({accountRecord}: ApplyWork, name: string, removed: readonly Value[]): readonly string[] {
  const there = accountRecord('automations', name);
  const emails = (there?.entry['emails'] ?? []) as readonly Entry[];
  const left = census(emails.keys(), at => emailPrint(emails[at] as Entry));
  return removed.flatMap(email => {
    const at = left.take(emailPrint(email as Entry));
    return at === undefined ? [] : [String(there?.below[at]?.['utr'])];
  });
}

/** An email as one text, equal for all that mean the same. */
const emailPrint = (email: Entry): string => canonicalText(kinds.automations.keys['emails']?.below ?? {}, email);
