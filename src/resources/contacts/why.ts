import {allRecords, noneIfNotFound} from '../../api/answers/record-sources.js';
import type {RecordOf} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {readRecord} from '../../commands/not-found.js';
import {audienceOf} from '../../endpoints/audience.js';
import {operations as automations, isLive, mailsSegment} from '../../endpoints/automations.js';
import mailings, {operations as mailing, type singleSend} from '../../endpoints/single-sends.js';
import type {Result} from '../../output/results/result.js';
import {isMoment} from '../../records/dates/is-moment.js';
import {fromSent, momentsShowing} from '../../records/dates/service-clock.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {compact} from '../../records/fields/readable.js';
import type {Everywhere} from './everywhere.schema.js';
import {readEverywhere} from './whole-person.js';
import type {Why} from './why.schema.js';
import {whyInWords} from './why-in-words.js';

/** Why an address gets mail or does not, from what the account says now. */
export async function whyMailed(
  context: Context,
  {address, mailing: utr}: {readonly address: string; readonly mailing?: string | undefined},
): Promise<Result> {
  const send = utr === undefined ? undefined : await readRecord(context, mailings, mailing.details, {utr});
  const person = await readEverywhere(context, address);
  const places = placesOf(person);
  const about = send && ofMailing(send, person, places, context);
  const why: Why = {
    email: person.email,
    known: [...places.values(), ...person.groups_left, person.unsubscribed].some(each => each !== null),
    lists: person.contacts.map(({contact_type_id: id, contact_type, created_at: since}) => {
      return {id, name: compact(contact_type) || `list ${id}`, since};
    }),
    segments: person.segments.map(({id, segment_name: name, since}) => ({id, name, since})),
    unsubscribed: person.unsubscribed?.since ?? null,
    groups_left: person.groups_left.map(({id, group_name: name, since}) => ({id, name, since})),
    automations: await automationsFor(context, places),
    mailing: about ?? null,
    not_known: notKnown(about),
  };
  return {kind: 'data', data: why, text: whyInWords(why, context), prose: true};
}

type Place = {readonly name: string; readonly since: string};

/** The lists and segments of a person, by how a mailing names them: `contacts_3`, `segments_1`. */
const placesOf = ({contacts, segments}: Everywhere): ReadonlyMap<string, Place> =>
  new Map([
    ...contacts.map(({contact_type_id: id, contact_type, created_at: since}) => {
      return [`contacts_${id}`, {name: compact(contact_type) || `list ${id}`, since}] as const;
    }),
    ...segments.map(({id, segment_name: name, since}) => [`segments_${id}`, {name: `segment ${name}`, since}] as const),
  ]);

/** The live automations for people who join a list or segment where the person is. */
async function automationsFor(
  {stream}: Pick<Context, 'stream'>,
  places: ReadonlyMap<string, Place>,
): Promise<Why['automations']> {
  const live = await allRecords(noneIfNotFound(stream(automations.list)), one => isLive(one) && isNotDeleted(one));
  return live.flatMap(one => {
    const place = places.get(`${mailsSegment(one) ? 'segments' : 'contacts'}_${one.automation_for}`);
    if (!place) return [];
    const {utr, automation_name: name, live_at} = one;
    return [{utr, name, live_since: live_at, mails: place.name, since: place.since}];
  });
}

type Send = RecordOf<typeof singleSend>;

function ofMailing(
  send: Send,
  person: Everywhere,
  places: ReadonlyMap<string, Place>,
  {zones}: Pick<Context, 'zones'>,
): NonNullable<Why['mailing']> {
  const {utr, single_send_name: name, unsubscribe_group_id: group, sent_at} = send;
  const among = (targets: unknown): Place[] => audienceOf(targets).flatMap(each => places.get(each) ?? []);
  const [included, excluded] = [among(send.recipient_id), among(send.exclude_specific_recipient_id)];
  const left = person.groups_left.find(({id}) => id === Number(group));
  const sentAt = isMoment(sent_at) ? sent_at : null;
  const wentOut = sentAt === null ? undefined : momentsShowing(fromSent(sentAt.slice(0, 19)), zones().service)[0];
  const joinedAfter = (place: Place): boolean =>
    wentOut !== undefined && zones().service !== undefined && Date.parse(place.since) > wentOut;
  return {
    utr,
    name,
    sent_at: sentAt,
    among_its_people: included.length > 0 && excluded.length === 0 && !left && !person.unsubscribed,
    included,
    excluded,
    left_group: left ? {name: left.group_name, since: left.since} : null,
    joined_after: included.length > 0 && included.every(joinedAfter),
  };
}

/** What the service does not say, as far as it matters here. */
const notKnown = (about: Why['mailing'] | undefined): string[] => [
  ...(about?.sent_at ? ['who got this mailing: this compares it with the account as it is now'] : []),
  'lists, segments and groups that the person was in earlier',
  'which emails of an automation the person got',
];
