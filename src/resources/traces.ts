import {forEachRecord} from '../api/answers/record-sources.js';
import type {Loose, Source} from '../api/describe/schema.js';
import {concurrently} from '../change/work/concurrently.js';
import type {Context} from '../commands/command.js';
import {sayHowMany} from '../commands/find-record.js';
import {listedRecords} from '../commands/records.js';
import contacts from '../endpoints/contacts.js';
import groupRecipients from '../endpoints/group-recipients.js';
import {operations as groups} from '../endpoints/groups.js';
import notifications from '../endpoints/notifications.js';
import segmentRecipients from '../endpoints/segment-recipients.js';
import {operations as segments} from '../endpoints/segments.js';
import {operations as senders} from '../endpoints/senders.js';
import unsubscribes from '../endpoints/unsubscribes.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {isNotDeleted} from '../records/fields/path.js';

/** Every place of an account in which an address can be. */
type Where = 'segment' | 'contact' | 'notification' | 'group' | 'unsubscribes' | 'second address' | 'sender';

/** A record that contains the address, and its list. */
export type Trace = {
  readonly where: Where;
  readonly id: number;
  /** The list, segment, group or person that it belongs to. */
  readonly of: string;
  /** The id of that list, if its records are listed by it. */
  readonly under?: number;
  readonly record: Loose;
};

/** The collections of the places whose records can be deleted; other records are not only about the person. */
export const erasable = {
  segment: segmentRecipients,
  contact: contacts,
  notification: notifications,
  group: groupRecipients,
  unsubscribes: unsubscribes,
} as const;

/** Searches the whole account for an address. */
export async function tracesOf(context: Context, address: string): Promise<Trace[]> {
  const wanted = foldAddress(address);
  const isWanted = (value: unknown): boolean => foldAddress(String(value ?? '')) === wanted;
  const {call, progress} = context;
  progress.show({label: `Looking for ${address}`});
  const look = async (source: Source, placeOf: (one: Loose) => Place | false, under?: Under): Promise<Trace[]> => {
    const found: Trace[] = [];
    let count = 0;
    await forEachRecord(listedRecords(context, source, under?.input), record => {
      count += 1;
      const place = placeOf(record);
      if (place) found.push({...place, id: Number(record['id']), ...(under && {under: under.id}), record});
    });
    sayHowMany(context, source, count);
    return found;
  };
  const ofLists = await look(contacts, one => isNotDeleted(one) && placeOfContact(one, isWanted));
  const ofSegments = await concurrently(
    AT_A_TIME,
    (await call(segments.list)).filter(isNotDeleted),
    ({id, segment_name: of}) =>
      look(segmentRecipients, ({email}) => isWanted(email) && {where: 'segment', of}, {id, input: {segment_id: id}}),
  );
  const notified = (one: Loose): Place | false =>
    isWanted(one['email_address']) && {where: 'notification', of: String(one['email_owner'])};
  const ofNotified = await look(notifications, notified);
  const ofGroups = await concurrently(AT_A_TIME, await call(groups.list), ({id, group_name: of}) => {
    const placeOf = ({email_address}: Loose): Place | false => isWanted(email_address) && {where: 'group', of};
    return look(groupRecipients, placeOf, {id, input: {groupId: id}});
  });
  // People who left only a group are found in the group.
  const ofAll = await look(
    unsubscribes,
    ({email_address, unsubscribe_groups_id: group}) =>
      isWanted(email_address) && group === null && {where: 'unsubscribes', of: 'all mail'},
  );
  const ofSenders = (await call(senders.list))
    .filter(one => [one.from_email, one.reply_to_email].some(isWanted))
    .map((one): Trace => ({where: 'sender', id: one.id, of: one.nickname, record: one}));
  progress.clear();
  return [...ofLists, ...ofSegments.flat(), ...ofNotified, ...ofGroups.flat(), ...ofAll, ...ofSenders];
}

/** Enough parallel requests to hide delays, and few enough for the service's limits. */
const AT_A_TIME = 4;

type Place = Pick<Trace, 'where' | 'of'>;

type Under = {readonly id: number; readonly input: Loose};

function placeOfContact(one: Loose, isWanted: (value: unknown) => boolean): Place | false {
  const type = one['contact_type'] as Loose | undefined;
  const list = String(type?.['name'] ?? `list ${String(one['contact_type_id'])}`);
  if (isWanted(one['email'])) return {where: 'contact', of: list};
  return isWanted(one['alt_email']) && {where: 'second address', of: String(one['email'])};
}
