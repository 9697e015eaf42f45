import {allRecords, noneIfNotFound} from '../../api/answers/record-sources.js';
import type {RecordOf} from '../../api/describe/schema.js';
import {cardText} from '../../commands/card.js';
import type {Context} from '../../commands/command.js';
import {readRecord} from '../../commands/not-found.js';
import {shownZone} from '../../commands/shown-zone.js';
import {audienceOf} from '../../endpoints/audience.js';
import {operations as automations, isLive, mailsSegment} from '../../endpoints/automations.js';
import mailings, {operations as mailing, type mailing} from '../../endpoints/mailings.js';
import type {Result} from '../../output/results/result.js';
import {isMoment} from '../../records/dates/is-moment.js';
import {fromSent, momentsShowing} from '../../records/dates/service-clock.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {compact, toReadable} from '../../records/fields/readable.js';
import {andList, capital} from '../../words/sentence.js';
import type {Everywhere} from './everywhere.schema.js';
import {readEverywhere} from './whole-person.js';
import type {Why} from './why.schema.js';

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

type Send = RecordOf<typeof mailing>;

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

/** Why somebody gets mail or does not, as people read it: the answer first, then where the person is. */
function whyInWords(why: Why, context: Context): string {
  const since = (moment: string): string => `since ${toReadable('timestamp', shownZone(context))(moment)}`;
  const each = (places: readonly {readonly name: string; readonly since: string}[]): string =>
    places.map(({name, since: moment}) => `${name} (${since(moment)})`).join('; ') || 'none';
  const lines = [
    ['Lists', each(why.lists)],
    ['Segments', each(why.segments)],
    ['Unsubscribed', why.unsubscribed === null ? 'no' : `from all mail, ${since(why.unsubscribed)}`],
    ['Groups left', each(why.groups_left)],
    ['Automations', why.automations.map(automationInWords).join('; ') || 'none'],
  ] as const;
  return `${answer(why, since)}\n${cardText(lines, context.screenWidth ?? WIDE)}`.trimEnd();
}

const automationInWords = ({name, mails, live_since}: Why['automations'][number]): string =>
  `${name}, for people who join ${mails}${live_since === null ? '' : `, live since ${live_since.slice(0, 16)}`}`;

/** Elsewhere than on a terminal, each line stays whole. */
const WIDE = 10_000;

function answer(
  {email, known, mailing, lists, segments, unsubscribed}: Why,
  since: (moment: string) => string,
): string {
  if (!known) return `${email} is in no list, segment or group of this account, so it gets no mail from it.`;
  if (mailing === null) {
    if (unsubscribed !== null) return `${email} unsubscribed from all mail, so it gets none.`;
    return lists.length + segments.length > 0
      ? `${email} gets what is mailed to the lists and segments below.`
      : `${email} is in no list or segment, so it gets no mail.`;
  }
  const {name, sent_at, included, excluded, left_group, joined_after, among_its_people} = mailing;
  const called = `mailing "${name}"`;
  const reasons = [
    ...(included.length === 0 ? ['is in none of the lists and segments that it goes to'] : []),
    ...excluded.map(place => `is in the excluded ${place.name} (${since(place.since)})`),
    ...(unsubscribed === null ? [] : [`unsubscribed from all mail (${since(unsubscribed)})`]),
    ...(left_group === null ? [] : [`left its group ${left_group.name} (${since(left_group.since)})`]),
  ];
  const goes = sent_at === null ? `${capital(called)} does not go` : `As the account is now, ${called} would not go`;
  if (!among_its_people) return `${goes} to ${email}: this person ${andList(reasons)}.`;
  const places = andList(included.map(place => `${place.name} (${since(place.since)})`));
  if (sent_at === null) return capital(`${called} goes to ${email}, who is in ${places}.`);
  return capital(
    joined_after
      ? `${called} went out before ${email} came to ${places}.`
      : `${called} went to people in ${places}, and ${email} is there.`,
  );
}
