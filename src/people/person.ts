import {forEachRecord} from '../api/answers/record-sources.js';
import {record} from '../api/describe/operation.js';
import type {Loose, RecordOf, Source} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {listedRecords, readRecord} from '../change/records/read.js';
import {concurrently} from '../change/work/concurrently.js';
import {sayHowMany} from '../commands/find-record.js';
import {idOfText, parseReference} from '../commands/parameters.js';
import {readOwnFields, shownZone} from '../commands/view.js';
import {NotFoundError, UsageError} from '../core/errors.js';
import {
  about,
  listOf as arrayOf,
  boolean,
  integer,
  object,
  optional,
  type TypeOf,
  text,
} from '../core/json-schema/describe.js';
import {andList} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {audienceOf} from '../endpoints/audience.js';
import contacts, {operations, contact as shape} from '../endpoints/contacts.js';
import groupRecipients from '../endpoints/group-recipients.js';
import {operations as groupOperations} from '../endpoints/groups.js';
import mailings, {type mailing, operations as mailingOperations} from '../endpoints/mailings.js';
import notifications from '../endpoints/notifications.js';
import segmentRecipients from '../endpoints/segment-recipients.js';
import {operations as segmentOperations} from '../endpoints/segments.js';
import {operations as senderOperations} from '../endpoints/senders.js';
import unsubscribes, {leftEverything} from '../endpoints/unsubscribes.js';
import type {Result} from '../output/results/result.js';
import {isMoment} from '../records/dates/clock.js';
import {isAddress} from '../records/fields/email-address.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {isNotDeleted} from '../records/fields/path.js';
import {compact, toReadable} from '../records/fields/readable.js';
import {schemaOfShape} from '../records/fields/record-schema.js';
import {toFields, wholeSheet} from '../records/view/select.js';

type ShownPerson = {
  readonly contact: string;
  readonly mailing?: string | undefined;
  readonly columns?: string | undefined;
};

/** Shows one contact by its id, or all that the account knows about an address. */
export async function showPerson(
  context: Context,
  {contact: given, mailing: utr, columns}: ShownPerson,
): Promise<Result> {
  const id = idOfText(given, true);
  if (id !== undefined) {
    if (utr !== undefined)
      throw new UsageError('--mailing is about an address, and this is an id.', {
        hint: `Give the address. To see it: emk contacts show ${id}`,
      });
    return contactResult(context, Number(id), columns);
  }
  const {text: address} = parseReference(given);
  if (!isAddress(address)) {
    throw new NotFoundError(`"${address}" is neither an id nor an address.`, {
      hint: `To look by name, place or any other part: emk contacts find ${shellWord(address)}`,
    });
  }
  refuseRows(context, address, columns);
  const send = utr === undefined ? undefined : await readRecord(context, mailings, mailingOperations.details, {utr});
  const traces = await tracesOf(context, address);
  if (traces.length === 0 && !send) {
    throw new NotFoundError(`emk found nothing about ${address}.`, {
      hint: `Check the spelling. To search for a part of an address or name: emk contacts find ${shellWord(address.split('@')[0] ?? '')}`,
    });
  }
  const person = personOf(address, traces);
  const data = send ? {...person, mailing: aboutMailing(send, person, sinceIn(context))} : person;
  return context.reader === 'people' ? sheetOf(data, sinceIn(context)) : {kind: 'data', data, text: ''};
}

/** An address may be several contacts in several lists, so it is no row and has no single id. */
function refuseRows({reader}: Context, address: string, columns: string | undefined): void {
  if (columns === undefined && reader !== 'rows') return;
  const where = shellWord(`email=${address}`);
  throw new UsageError('An address shows lists, segments and unsubscribes, so it has no columns and prints no rows.', {
    hint: `Use -o json. To list only its contacts: emk contacts list --where ${where}`,
  });
}

async function contactResult(context: Context, id: number, columns: string | undefined): Promise<Result> {
  const asked = toFields(columns, {shape, sheet: wholeSheet(shape, 'fullname', 'email'), mayBeOwn: true});
  const paths = columns === undefined ? [] : (asked?.columns.map(path => ({path, option: '--columns'})) ?? []);
  const own = await readOwnFields(context, shape, paths);
  return {
    kind: 'record',
    record: await readRecord(context, contacts, operations.details, {contact_id: id}),
    shape: operations.details.returns.shape,
    key: 'id',
    fields: columns !== undefined && asked && own ? {...asked, columns: asked.columns.map(own.pathOf)} : asked,
  };
}

function personOf(given: string, traces: readonly Trace[]): PersonDocument {
  const all = (place: Trace['where']): Trace[] => traces.filter(({where}) => where === place);
  const since = ({record: {created_at}}: Trace): string => String(created_at);
  const members = (place: Trace['where']) =>
    all(place).map(one => ({id: Number(one.under), name: one.of, recipient_id: one.id, since: since(one)}));
  const named = (place: Trace['where']) => all(place).map(({id, of: name}) => ({id, name}));
  const records = (place: Trace['where']) =>
    all(place).map(trace => trace.record as PersonDocument['contacts'][number]);
  const held = records('contact');
  return {
    address: held[0]?.email ?? given,
    contacts: held,
    unsubscribes: all('unsubscribes').map(one => ({id: one.id, since: since(one)})),
    groups: members('group'),
    segments: members('segment'),
    second_addresses: records('second address'),
    notifications: named('notification'),
    senders: named('sender'),
  };
}

type Since = (moment: string) => string;

const sinceIn =
  (context: Context): Since =>
  moment =>
    `since ${toReadable('timestamp', shownZone(context))(moment)}`;

/** Why a person gets a mailing or does not, from what the account says now. */
function aboutMailing(
  send: RecordOf<typeof mailing>,
  {address, contacts: held, segments, groups, unsubscribes}: PersonDocument,
  since: Since,
): NonNullable<PersonDocument['mailing']> {
  const {utr, single_send_name: name, unsubscribe_group_id: group, sent_at} = send;
  const places = new Map<string, string>([
    ...held.map(one => [`contacts_${one.contact_type_id}`, `${listOf(one)} (${since(one.created_at)})`] as const),
    ...segments.map(one => [`segments_${one.id}`, `segment ${one.name} (${since(one.since)})`] as const),
  ]);
  const among = (targets: unknown): string[] => audienceOf(targets).flatMap(each => places.get(each) ?? []);
  const [included, excluded] = [among(send.recipient_id), among(send.exclude_specific_recipient_id)];
  const reasons = [
    ...(included.length === 0 ? ['is in none of the lists and segments that it goes to'] : []),
    ...excluded.map(place => `is in the excluded ${place}`),
    ...unsubscribes.map(one => `unsubscribed from all mail (${since(one.since)})`),
    ...groups
      .filter(({id}) => id === Number(group))
      .map(one => `unsubscribed from its group ${one.name} (${since(one.since)})`),
  ];
  const gets = reasons.length === 0;
  // The service does not say who got a mailing.
  const [goes, goesNot, now] = isMoment(sent_at)
    ? ['would go', 'would not go', ', as the account is now']
    : ['goes', 'does not go', ''];
  const why = gets
    ? `Mailing "${name}" ${goes} to ${address}, who is in ${andList(included)}${now}.`
    : `Mailing "${name}" ${goesNot} to ${address}${now}: this person ${andList(reasons)}.`;
  return {utr, name, gets, why};
}

const listOf = ({contact_type, contact_type_id}: PersonDocument['contacts'][number]): string =>
  compact(contact_type) || `list ${contact_type_id}`;

/** What people see of an address: its contact if there is one, then where else it is. */
function sheetOf(person: PersonDocument, since: Since): Result {
  const {contacts: held, mailing: about, unsubscribes} = person;
  const [only, ...others] = held;
  const places = (all: PersonDocument['groups']): string =>
    all.map(each => `${each.name} (${since(each.since)})`).join('; ') || 'none';
  const optional = (name: string, values: readonly string[]) =>
    values.length === 0 ? {} : {[name]: values.join('; ')};
  const shown = {
    ...optional('mailing', about ? [about.why] : []),
    ...(only && others.length === 0
      ? only
      : {email: person.address, fullname: [...new Set(held.map(({fullname}) => fullname))].join(', ')}),
    lists: held.map(one => `${listOf(one)} (${since(one.created_at)})`).join('; ') || 'none',
    segments: places(person.segments),
    unsubscribed: unsubscribes.map(one => `from all mail, ${since(one.since)}`).join('; ') || 'no',
    groups_left: places(person.groups),
    ...optional(
      'second_address_of',
      person.second_addresses.map(({id, email}) => email ?? `contact ${id}`),
    ),
    ...optional(
      'notifications',
      person.notifications.map(({name}) => name),
    ),
    ...optional(
      'senders',
      person.senders.map(({name}) => name),
    ),
  };
  return {
    kind: 'record',
    record: shown,
    shape: sheetShape,
    key: 'id',
    fields: toFields(undefined, {shape: sheetShape, sheet}),
  };
}

const sheetShape = record({
  mailing: 'text',
  ...shape,
  lists: 'text',
  segments: 'text',
  unsubscribed: 'text',
  groups_left: 'text',
  second_address_of: 'text',
  notifications: 'text',
  senders: 'text',
});

/** The lists say the one of a contact too, and since when. */
const sheet = wholeSheet(sheetShape, 'mailing', 'fullname', 'email').filter(name => !/^contact_type/.test(name));

const member = object({id: integer, name: text, recipient_id: integer, since: text});
const named = object({id: integer, name: text});

/** Everything that the account knows of one address. */
const person = object({
  address: text,
  contacts: about(
    'The contacts with this address, as the service lists them: one for each list',
    arrayOf(schemaOfShape(shape)),
  ),
  unsubscribes: about('When it unsubscribed from all mail', arrayOf(object({id: integer, since: text}))),
  groups: about('The groups that it unsubscribed from', arrayOf(member)),
  segments: arrayOf(member),
  second_addresses: about('The contacts that have it as their second address', arrayOf(schemaOfShape(shape))),
  notifications: about('Where it gets notifications of the account', arrayOf(named)),
  senders: about('The senders that mail from it or get its replies', arrayOf(named)),
  mailing: optional(object({utr: text, name: text, gets: boolean, why: text})),
});

export default person;

type PersonDocument = TypeOf<typeof person>;

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

/** Searches the whole account for an address. */
export async function tracesOf(context: Context, address: string): Promise<Trace[]> {
  const wanted = foldAddress(address);
  const isWanted = (value: unknown): boolean => foldAddress(String(value ?? '')) === wanted;
  const {call, progress} = context;
  progress.show({label: `Looking for ${address}`});
  const look = async (source: Source, placeOf: (one: Loose) => TracePlace | false, under?: Under): Promise<Trace[]> => {
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
    (await call(segmentOperations.list)).filter(isNotDeleted),
    ({id, segment_name: of}) =>
      look(segmentRecipients, ({email}) => isWanted(email) && {where: 'segment', of}, {id, input: {segment_id: id}}),
  );
  const notified = (one: Loose): TracePlace | false =>
    isWanted(one['email_address']) && {where: 'notification', of: String(one['email_owner'])};
  const ofNotified = await look(notifications, notified);
  const ofGroups = await concurrently(AT_A_TIME, await call(groupOperations.list), ({id, group_name: of}) => {
    const placeOf = ({email_address}: Loose): TracePlace | false => isWanted(email_address) && {where: 'group', of};
    return look(groupRecipients, placeOf, {id, input: {groupId: id}});
  });
  // People who left only a group are found in the group.
  const ofAll = await look(
    unsubscribes,
    one => isWanted(one['email_address']) && leftEverything(one) && {where: 'unsubscribes', of: 'all mail'},
  );
  const ofSenders = (await call(senderOperations.list))
    .filter(one => [one.from_email, one.reply_to_email].some(isWanted))
    .map((one): Trace => ({where: 'sender', id: one.id, of: one.nickname, record: one}));
  progress.clear();
  return [...ofLists, ...ofSegments.flat(), ...ofNotified, ...ofGroups.flat(), ...ofAll, ...ofSenders];
}

/** Enough parallel requests to hide delays, and few enough for the service's limits. */
const AT_A_TIME = 4;

type TracePlace = Pick<Trace, 'where' | 'of'>;

type Under = {readonly id: number; readonly input: Loose};

function placeOfContact(one: Loose, isWanted: (value: unknown) => boolean): TracePlace | false {
  const type = one['contact_type'] as Loose | undefined;
  const list = String(type?.['name'] ?? `list ${String(one['contact_type_id'])}`);
  if (isWanted(one['email'])) return {where: 'contact', of: list};
  return isWanted(one['alt_email']) && {where: 'second address', of: String(one['email'])};
}
