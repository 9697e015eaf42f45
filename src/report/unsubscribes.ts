import {allRecords, forEachRecord, noneIfNotFound} from '../api/answers/record-sources.js';
import type {RecordOf} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {operations as recipients} from '../endpoints/group-recipients.js';
import {type group, operations as groups} from '../endpoints/groups.js';
import {operations as unsubscribes} from '../endpoints/unsubscribes.js';
import type {Month} from './months.js';
import type {Unsubscribes} from './report.schema.js';
import {createTally, type Tally} from './tally.js';

export type UnsubscribesCount = {result(months: readonly Month[]): Unsubscribes};

type Group = RecordOf<typeof group>;

/** The lists that it reads. */
export const unsubscribeReads = [groups.list, recipients.list, unsubscribes.list];

/**
 * Counts everybody who unsubscribed. The list of global unsubscribes may or may not include people who left only one
 * group. If a group counts more of them than the list shows, emk reads that group's own list instead.
 */
export async function countUnsubscribes(
  {stream, progress}: Pick<Context, 'stream' | 'progress'>,
  monthOf: (timestamp: unknown) => Month | undefined,
): Promise<UnsubscribesCount> {
  const found = await allRecords(noneIfNotFound(stream(groups.list)));
  const tally = createTally<number>();
  let done = 0;
  for await (const batch of noneIfNotFound(stream(unsubscribes.list))) {
    for (const {unsubscribe_groups_id: id, created_at} of batch)
      tally.add(Number(id ?? EVERYTHING), monthOf(created_at));
    done += batch.length;
    progress.show({label: 'Reading unsubscribes', done});
  }
  for (const {id, unsubscribe_clients_count: size} of found) {
    if (size !== undefined && size <= tally.total(id)) continue;
    tally.forget(id);
    await forEachRecord(noneIfNotFound(stream(recipients.list, {groupId: id})), ({created_at}) => {
      tally.add(id, monthOf(created_at));
    });
  }
  return {result: months => resultOf(tally, found, months)};
}

function resultOf(tally: Tally<number>, groups: readonly Group[], months: readonly Month[]): Unsubscribes {
  const names = new Map(groups.map(({id, group_name}) => [id, group_name]));
  const ids = [...new Set([...names.keys(), ...tally.keys()])];
  const all = tally.inMonths(undefined, months);
  return {
    total: tally.total(undefined),
    groups: ids
      .map(id => ({
        id: id === EVERYTHING ? null : id,
        name: id === EVERYTHING ? null : (names.get(id) ?? `group ${id}`),
        unsubscribed: tally.total(id),
        by_month: tally.inMonths(id, months),
      }))
      .sort((one, other) => other.unsubscribed - one.unsubscribed),
    months: months.map((month, index) => ({month, unsubscribed: all[index] ?? 0})),
  };
}

/** The key of people who unsubscribed from everything, which is not a group's id. */
const EVERYTHING = 0;
