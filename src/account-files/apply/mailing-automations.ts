import {allRecords} from '../../api/answers/record-sources.js';
import {type Start, starting} from '../../effect/effect.js';
import {operations as automations} from '../../endpoints/automations.js';
import {joinedSinceLive} from '../../resources/shared/joined-since-live.js';
import {type Joined, startedAutomations} from '../../resources/shared/started-automations.js';
import type {Change, Plan} from '../results.schema.js';
import {membersIn} from './change-people.js';
import {goesLive} from './waiting-changes.js';
import type {ApplyWork} from './work.js';

/** The live automations that would mail people because of these changes: people who join, people who change, new emails. */
export async function mailingAutomations(
  work: Pick<ApplyWork, 'context' | 'names' | 'accountRecord'>,
  changes: readonly Change[],
  contacts: Plan['contacts'],
): Promise<readonly Start[]> {
  const {context, names} = work;
  const joined: Joined[] = [];
  for (const {kind, name, fields} of changes) {
    if (kind !== 'segments' || membersIn(fields, 'recipients').added.length === 0) continue;
    joined.push({segment: Number(await names.idOf('segments', name))});
  }
  for (const {list, create} of contacts) {
    const id = create.count > 0 ? await names.idOf('lists', list) : undefined;
    if (id !== undefined) joined.push({list: Number(id)});
  }
  return [...starting(await startedAutomations(context, ...joined)), ...(await extendedAutomations(work, changes))];
}

/** The live automations that get new emails. */
async function extendedAutomations(
  {context, accountRecord}: Pick<ApplyWork, 'context' | 'accountRecord'>,
  changes: readonly Change[],
): Promise<readonly Start[]> {
  const utrs = new Set(
    changes.flatMap(({kind, name, fields}) => {
      const there = kind === 'automations' ? accountRecord(kind, name) : undefined;
      return there?.entry['live'] === true && membersIn(fields, 'emails').added.length > 0 ? [there.id] : [];
    }),
  );
  if (utrs.size === 0) return [];
  const live = await allRecords(context.stream(automations.list), ({utr}) => utrs.has(utr));
  const names = live.map(({automation_name}) => automation_name);
  return starting(names, {emailAlsoFor: await joinedSinceLive(context, live)});
}

/** The automations that these changes delete or pause, by their codes. */
export const endedAutomations = (
  {accountRecord}: Pick<ApplyWork, 'accountRecord'>,
  changes: readonly Change[],
): ReadonlySet<string> =>
  new Set(
    changes.flatMap(({kind, name, action, fields}) => {
      const ends = action === 'delete' || (fields.some(({key}) => key === 'live') && !fields.some(goesLive));
      const there = kind === 'automations' && ends ? accountRecord(kind, name) : undefined;
      return there ? [String(there.id)] : [];
    }),
  );
