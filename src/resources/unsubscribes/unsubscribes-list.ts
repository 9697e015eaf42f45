import {forEachRecord, noneIfNotFound} from '../../api/answers/record-sources.js';
import type {Loose, RecordOf} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {viewOf} from '../../commands/view.js';
import {type group, operations as groupOperations} from '../../endpoints/groups.js';
import unsubscribes, {operations, unsubscribe} from '../../endpoints/unsubscribes.js';
import type {Result} from '../../output/results/result.js';
import type {Computed} from '../../records/fields/computed.js';
import type {ViewInput} from '../../records/view/select.js';

/** Lists the people who unsubscribed, and from what: from everything, or from one group only. */
export async function listUnsubscribes(context: Context, input: ViewInput): Promise<Result> {
  const known = new Map<number, Group>();
  const readGroups = async (): Promise<void> => {
    if (known.size > 0) return;
    await forEachRecord(noneIfNotFound(context.stream(groupOperations.list)), one => {
      known.set(one.id, one);
    });
  };
  const view = await viewOf(context, input, {
    shape: unsubscribe,
    columns: ['id', 'email_address', 'unsubscribe_groups_id', 'left', 'created_at'],
    computed: [whatWasLeft(known, readGroups)],
  });
  return {
    kind: 'records',
    records: context.stream(operations.list),
    shape: unsubscribe,
    key: 'id',
    label: 'email_address',
    noun: unsubscribes.noun,
    view,
  };
}

type Group = RecordOf<typeof group>;

/** The column that says what a person left, so that nobody takes one group for all mail. */
const whatWasLeft = (known: ReadonlyMap<number, Group>, prepare: () => Promise<void>): Computed => ({
  path: 'left',
  instead: ['unsubscribe_groups_id'],
  needs: ['unsubscribe_groups_id'],
  shrinks: true,
  prepare,
  read(record: Loose) {
    const id = leftBy(record);
    return id === undefined ? 'everything' : `only ${known.get(id)?.group_name ?? `group ${id}`}`;
  },
});

const leftBy = ({unsubscribe_groups_id: id}: Loose): number | undefined =>
  id === null || id === undefined ? undefined : Number(id);
