import {filterRecords, forEachRecord, noneIfNotFound} from '../../api/answers/record-sources.js';
import type {RecordSource} from '../../api/answers/records.js';
import type {Loose, RecordOf} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {resolveRecord} from '../../commands/find-record.js';
import {idOfText} from '../../commands/record-reference.js';
import {viewOf} from '../../commands/view.js';
import groups, {type group, operations as groupOperations} from '../../endpoints/groups.js';
import unsubscribes, {operations, unsubscribe} from '../../endpoints/unsubscribes.js';
import type {Result} from '../../output/results/result.js';
import type {Computed} from '../../records/fields/computed.js';
import type {ViewInput} from '../../records/view/select.js';

/** Lists the people who unsubscribed, and from what: from everything, or from one group only. */
export async function listUnsubscribers(
  context: Context,
  {scope, ...input}: ViewInput & {readonly scope?: string | undefined},
): Promise<Result> {
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
  const wanted = await readScope(context, scope);
  const ofGroups = wanted === 'group' || typeof wanted === 'number';
  if (ofGroups) await readGroups();
  const everyone = context.stream(operations.list);
  const wantedOnes = wanted === 'all' ? everyone : filterRecords(everyone, one => isWanted(leftBy(one), wanted));
  return {
    kind: 'records',
    records: ofGroups ? checked(context, wantedOnes, wanted, known) : wantedOnes,
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

type Scope = 'all' | 'everything' | 'group' | number;

/** The requested part: a word, or a group by id or name. A group named like one of the words needs its id. */
async function readScope(context: Context, scope: string | undefined): Promise<Scope> {
  if (scope === undefined) return 'all';
  if (scope === 'everything' || scope === 'group') return scope;
  return Number(idOfText(scope, true) ?? (await resolveRecord(context, groups, scope))['id']);
}

function isWanted(left: number | undefined, wanted: Scope): boolean {
  if (wanted === 'everything') return left === undefined;
  return wanted === 'group' ? left !== undefined : left === wanted;
}

/** Checks the list for people who left one group, whom the service may omit: each group counts them. */
function checked<T extends Loose>(
  {warn}: Context,
  source: RecordSource<T>,
  wanted: Scope,
  known: ReadonlyMap<number, Group>,
): RecordSource<T> {
  const shown = new Map<number | undefined, number>();
  const counted = filterRecords(source, one => {
    shown.set(leftBy(one), (shown.get(leftBy(one)) ?? 0) + 1);
    return true;
  });
  const say = (): void => {
    for (const {id, group_name, unsubscribe_clients_count: all = 0} of known.values()) {
      const seen = shown.get(id) ?? 0;
      if (!isWanted(id, wanted) || seen >= all) continue;
      warn(
        `The service shows ${seen} of the ${all} people who left the group "${group_name}" here. ` +
          `For all of them, run: emk groups recipients list ${id}`,
      );
    }
  };
  return {
    async *[Symbol.asyncIterator]() {
      yield* counted;
      say();
    },
    async *lines() {
      yield* counted.lines();
      say();
    },
  };
}
