import {allRecords, forEachRecord, noneIfNotFound} from '../api/answers/record-sources.js';
import type {Params, RecordOf} from '../api/describe/schema.js';
import {type Start, starting} from '../change/effect/effect.js';
import type {Context} from '../commands/command.js';
import {counted, plural} from '../core/words/sentence.js';
import {type automation, operations as automations, isLive, mailsSegment} from '../endpoints/automations.js';
import {operations as contacts} from '../endpoints/contacts.js';
import {operations as recipients} from '../endpoints/segment-recipients.js';
import {operations as segments} from '../endpoints/segments.js';
import {isNotDeleted} from '../records/fields/path.js';
import {momentsMeant} from './moment.js';

/**
 * Where contacts are about to arrive: a list and all of its segments, or one segment. Contacts that change in a
 * list can arrive in any of its segments, because the service does not say whom a segment takes.
 */
export type Joined = {readonly list: number} | {readonly segment: number} | {readonly changedIn: number};

/** The names of the live automations that would mail contacts who arrive there. */
export const startedAutomations = async (
  context: Pick<Context, 'stream'>,
  ...joined: readonly Joined[]
): Promise<string[]> => [...new Set((await startedByEach(context, joined)).flat())];

/** The same for each place. Segments are read only if a live automation mails one that the line does not name. */
export async function startedByEach(
  {stream}: Pick<Context, 'stream'>,
  joined: readonly Joined[],
): Promise<ReadonlyArray<readonly string[]>> {
  if (joined.length === 0) return [];
  const live = await allRecords(stream(automations.list), one => isLive(one) && isNotDeleted(one));
  const listOf = new Map<number, number>();
  if (joined.some(each => !('segment' in each)) && live.some(mailsSegment)) {
    await forEachRecord(stream(segments.list), ({id, contact_type_id}) => listOf.set(id, contact_type_id));
  }
  return joined.map(to =>
    live
      .filter(one => {
        const target = one.automation_for;
        if (!mailsSegment(one)) return 'list' in to && to.list === target;
        return 'segment' in to
          ? to.segment === target
          : listOf.get(Number(target)) === ('list' in to ? to.list : to.changedIn);
      })
      .map(({automation_name}) => automation_name),
  );
}

/** The option by which a line accepts that automations start; `--yes` does not. */
export const allowOption = {
  allow_automations: {
    type: 'flag',
    help: 'Allow this even if it starts live automations',
    decides: 'checks',
    rare: true,
  },
} as const satisfies Params;

type Live = RecordOf<typeof automation>;

/** The start of an automation that gets an email, if it is live; none if the line allows it. */
export async function startByEmail(context: Context, automation: Live, allowed: boolean): Promise<readonly Start[]> {
  if (!isLive(automation) || allowed || context.globals.dryRun) return [];
  return starting([automation.automation_name], {emailAlsoFor: await joinedSinceLive(context, [automation])});
}

/**
 * The people who joined live automations before: `up to 40 people who joined since it went live`, empty if nobody did.
 * The service does not say who of them still gets an email that is added, and who loses the rest of an automation that
 * ends, so this is the most it can be: everyone who was added or changed since then, or everyone if that day is unknown.
 */
export async function joinedSinceLive(
  context: Pick<Context, 'stream' | 'zones'>,
  live: readonly Live[],
): Promise<string> {
  const {stream} = context;
  const audiences = live.map(one => ({...one, since: earliestStart(context, one)}));
  let count = 0;
  const see = ({created_at, updated_at}: Stamps, {since}: {readonly since: number}): void => {
    if (!(Date.parse(updated_at ?? created_at) < since)) count++;
  };
  const [ofSegments, ofTypes] = [audiences.filter(mailsSegment), audiences.filter(one => !mailsSegment(one))];
  for (const one of ofSegments) {
    const people = noneIfNotFound(stream(recipients.list, {segment_id: one.automation_for}));
    await forEachRecord(people, person => see(person, one));
  }
  if (ofTypes.length > 0) {
    await forEachRecord(noneIfNotFound(stream(contacts.list)), person => {
      if (!isNotDeleted(person)) return;
      for (const one of ofTypes) if (one.automation_for === person.contact_type_id) see(person, one);
    });
  }
  if (count === 0) return '';
  const isKnown = audiences.every(({since}) => since > Number.NEGATIVE_INFINITY);
  const when = isKnown ? `who joined since ${plural(live.length, 'it', 'they')} went live` : 'who joined before';
  return `up to ${counted(count, 'person', 'people')} ${when}`;
}

type Stamps = {readonly created_at: string; readonly updated_at: string | null};

/** The earliest moment at which it can have gone live: its clock may be in any zone. */
function earliestStart({zones}: Pick<Context, 'zones'>, {live_at}: Live): number {
  const {first} = momentsMeant(live_at ?? '', zones());
  return Number.isNaN(first) ? Number.NEGATIVE_INFINITY : first;
}
