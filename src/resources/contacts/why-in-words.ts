import {cardText} from '../../commands/card.js';
import type {Context} from '../../commands/command.js';
import {shownZone} from '../../commands/shown-zone.js';
import {toReadable} from '../../records/fields/readable.js';
import {capital} from '../../words/letters.js';
import {andList} from '../../words/list.js';
import type {Why} from './why.schema.js';

/** Why somebody gets mail or does not, as people read it: the answer first, then where the person is. */
export function whyInWords(why: Why, context: Context): string {
  const since = (moment: string): string => `since ${toReadable('timestamp', shownZone(context))(moment)}`;
  const each = (places: readonly {readonly name: string; readonly since: string}[]): string =>
    places.map(({name, since: moment}) => `${name} (${since(moment)})`).join('; ') || 'none';
  const lines = [
    ['Lists', each(why.lists)],
    ['Segments', each(why.segments)],
    ['Unsubscribed', why.unsubscribed === null ? 'no' : `from all mail, ${since(why.unsubscribed)}`],
    ['Groups left', each(why.groups_left)],
    ['Automations', why.automations.map(automationInWords).join('; ') || 'none'],
    ['Not known', why.not_known.join('; ')],
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
