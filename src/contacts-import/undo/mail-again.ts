import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';
import {reportOf} from '../../commands/verbs/removal-report.js';
import {removeRecords} from '../../commands/verbs/remove-records.js';
import unsubscribes, {operations} from '../../endpoints/unsubscribes.js';
import type {Done} from '../../output/results/result.js';
import {mailAgainInWords, somePeople} from '../../who-left/mail-again.js';
import {peopleKeyOf, personHash} from '../../who-left/people-key.js';
import type {PastRun} from '../journal/runs.js';

/** An unsubscribe that a sync made, and that is still there. */
export type MadeUnsubscribe = {readonly id: number; readonly address: string};

/** Finds exactly the unsubscribes that a sync made: one that a person made since or before has another entry. */
export async function madeUnsubscribes(context: Context, {state}: PastRun): Promise<readonly MadeUnsubscribe[]> {
  const unsubscribed = state.made;
  if (unsubscribed.size === 0) return [];
  const hashOf = personHash(peopleKeyOf(await context.account()).bytes);
  const found: MadeUnsubscribe[] = [];
  const ids = new Set(unsubscribed.values());
  await forEachRecord(context.stream(operations.list), ({id, email_address: address}) => {
    if (ids.has(id) && unsubscribed.get(hashOf(address)) === id) found.push({id, address});
  });
  return found;
}

/** Whether these people get mail again: a person is asked, and a script says it with an option. */
export async function agreeToMailAgain(
  context: Context,
  made: readonly MadeUnsubscribe[],
  isAllowed: boolean,
): Promise<boolean> {
  if (made.length === 0) return false;
  const {ask, globals} = context;
  const what = mailAgainInWords(somePeople(made.map(({address}) => address)));
  if (isAllowed) {
    context.notice(`${what}.`);
    return true;
  }
  if (ask.possible && !globals.yes && !globals.dryRun)
    return ask.confirm(`The sync unsubscribed people. Without that, ${what}. Take these unsubscribes back?`);
  context.notice(`What the sync unsubscribed stays. With --mail-again, ${what}.`);
  return false;
}

/** Takes unsubscribes back, with a copy of each. */
export async function subscribeAgain(
  context: Context,
  permit: Permit<'deletes'>,
  made: readonly MadeUnsubscribe[],
): Promise<Done> {
  const ids = made.map(({id}) => id);
  const doomed = {of: unsubscribes, listInput: {}, permit, kept: 'copy', by: 'given', untiring: true} as const;
  const removed = await removeRecords(context, doomed, ids);
  return reportOf(unsubscribes.noun, ids, context.globals.dryRun ? 'Would delete' : 'gone', removed, removed.nameOf);
}
