import {allRecords, forEachRecord} from '../api/answers/record-sources.js';
import type {Loose, Params, RecordOf} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {type automation, operations as automations, isLive} from '../endpoints/automations.js';
import {operations as segments} from '../endpoints/segments.js';
import {isNotDeleted} from '../records/fields/path.js';

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
  const starts = (one: RecordOf<typeof automation>, to: Joined): boolean => {
    const target = Number(one.automation_for);
    if (!mailsSegment(one)) return 'list' in to && to.list === target;
    if ('segment' in to) return to.segment === target;
    return listOf.get(target) === ('list' in to ? to.list : to.changedIn);
  };
  return joined.map(to => live.filter(one => starts(one, to)).map(({automation_name}) => automation_name));
}

/** Whether it mails a segment, and not a list; the service may omit whom it mails. */
const mailsSegment = ({automation_for_table: table}: Loose): boolean => String(table).startsWith('segments');

/** The option by which a line accepts that automations start; `--yes` does not. */
export const allowOption = {
  allow_automations: {
    type: 'flag',
    help: 'Allow this even if it starts live automations',
    decides: 'checks',
    rare: true,
  },
} as const satisfies Params;
