import {targetOf} from '../../accounts/target.js';
import {forEachRecord} from '../../api/answers/record-sources.js';
import {operations} from '../../endpoints/unsubscribers.js';
import {dateInWords} from '../../records/dates/spoken-words.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {hashAddresses} from '../../who-left/hashed-addresses.js';
import {peopleKeyOf, personHash} from '../../who-left/people-key.js';
import type {WhoLeft} from '../../who-left/read-who-left.js';
import {people, plural} from '../../words/sentence.js';
import type {Checked} from '../file/contract.js';
import {runsThatMade} from '../journal/open-runs.js';
import type {Job} from '../run/job.js';
import type {UnsubscribedBySync} from './sync-result.schema.js';

/**
 * The people of a file who get no mail because an earlier sync unsubscribed them, by the sync. Who left by another wish
 * since has another entry, and does not count.
 */
export async function unsubscribedBySync(
  {context, account, type}: Pick<Job, 'context' | 'account' | 'type'>,
  {goodKeys}: Checked,
  {fully}: WhoLeft,
): Promise<readonly UnsubscribedBySync[]> {
  const left = hashAddresses();
  if (fully.size > 0) {
    await forEachRecord(goodKeys(), ({address}) => {
      if (fully.has(address)) left.add(address);
    });
  }
  const {origin, key} = targetOf(account);
  const runs = (left.size === 0 ? [] : runsThatMade(context.host)).filter(
    ({header, state}) =>
      state.made.size > 0 && header.type.id === type.id && header.origin === origin && header.key === key,
  );
  if (runs.length === 0) return [];
  const hashOf = personHash(peopleKeyOf(account).bytes);
  const counts = new Map<string, number>();
  await forEachRecord(context.stream(operations.list), ({id, email_address: address}) => {
    if (!left.has(foldAddress(address))) return;
    const hash = hashOf(address);
    const run = runs.find(({state}) => state.made.get(hash) === id);
    if (run) counts.set(run.header.id, (counts.get(run.header.id) ?? 0) + 1);
  });
  return runs.flatMap(({header}) => {
    const count = counts.get(header.id);
    return count === undefined ? [] : [{sync: header.id, started: header.started, people: count}];
  });
}

/** Says that people of the file get no mail although the file has them, and how they would again. */
export const unsubscribedInWords = (bySync: readonly UnsubscribedBySync[]): string[] =>
  bySync.map(
    ({sync, started, people: count}) =>
      `  ${people(count)} in the file ${plural(count, 'is', 'are')} unsubscribed, by the sync of ${dateInWords(Date.parse(started))}. ` +
      `To take that back: emk import undo ${sync}`,
  );
