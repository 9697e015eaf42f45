import {allRecords, forEachRecord, noneIfNotFound} from '../../api/answers/record-sources.js';
import type {Context} from '../../commands/command.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as recipients} from '../../endpoints/segment-recipients.js';
import {operations as segments} from '../../endpoints/segments.js';
import {operations as groups} from '../../endpoints/unsubscribe-groups.js';
import {operations as unsubscribers} from '../../endpoints/unsubscribers.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {concurrently} from '../../work/concurrently.js';
import type {Everywhere} from './everywhere.schema.js';

/** The lists to read for it. */
export const everywhereReads = [
  contacts.list,
  segments.list,
  recipients.list,
  unsubscribers.list,
  groups.list,
] as const;

/** Looks for an address in every list of people. */
export async function readEverywhere(context: Context, email: string): Promise<Everywhere> {
  const wanted = foldAddress(email);
  const isWanted = (address: string | null): boolean => foldAddress(address ?? '') === wanted;
  const [ofLists, ofSegments, gone] = await Promise.all([
    inLists(context, isWanted),
    inSegments(context, isWanted),
    inUnsubscribers(context, isWanted),
  ]);
  return {email: ofLists[0]?.email ?? email, contacts: ofLists, segments: ofSegments, ...gone};
}

type IsWanted = (address: string | null) => boolean;

const inLists = ({stream}: Context, isWanted: IsWanted): Promise<Everywhere['contacts']> =>
  allRecords(stream(contacts.list), one => isWanted(one.email) && isNotDeleted(one));

/** The segments of a person. The service lists the people of one segment at a time. */
async function inSegments({call, stream}: Context, isWanted: IsWanted): Promise<Everywhere['segments']> {
  const all = (await call(segments.list)).filter(isNotDeleted);
  const each = await concurrently(AT_A_TIME, all, async ({id, segment_name}) => {
    const found: Array<Everywhere['segments'][number]> = [];
    await forEachRecord(
      noneIfNotFound(stream(recipients.list, {segment_id: id})),
      ({id: recipient_id, email, created_at}) => {
        if (isWanted(email)) found.push({id, segment_name, recipient_id, since: created_at});
      },
    );
    return found;
  });
  return each.flat();
}

/** Enough parallel requests to hide delays, and few enough for the service's limits. */
const AT_A_TIME = 4;

async function inUnsubscribers(
  {call, stream}: Context,
  isWanted: IsWanted,
): Promise<Pick<Everywhere, 'unsubscribed' | 'groups_left'>> {
  let unsubscribed: Everywhere['unsubscribed'] = null;
  const leaving: {id: number; since: string}[] = [];
  await forEachRecord(
    stream(unsubscribers.list),
    ({id, email_address, unsubscribe_groups_id: group, created_at: since}) => {
      if (!isWanted(email_address)) return;
      if (group === null) unsubscribed = {id, since};
      else leaving.push({id: group, since});
    },
  );
  const names = new Map(
    leaving.length === 0 ? [] : (await call(groups.list)).map(({id, group_name}) => [id, group_name]),
  );
  return {
    unsubscribed,
    groups_left: leaving.map(({id, since}) => ({id, group_name: names.get(id) ?? `group ${id}`, since})),
  };
}
