import type {Value} from '../kinds/shape.js';
import {memberItem} from './after-record.js';
import {addPeople, type PeopleList, removePeople} from './people-lists.js';
import type {ApplyWork, Task} from './work.js';

/** Updates the people in the list of a record, and writes down whom it adds. */
export async function changePeople(work: ApplyWork, {change}: Task, list: PeopleList): Promise<void> {
  const {journal, context} = work;
  const {kind, name} = change;
  const {added, removed} = membersIn(change.fields, 'recipients');
  // A person whose entry changed is removed first, because the list would not accept the address twice.
  if (removed.length > 0) {
    for (const value of await removePeople(work, list, removed))
      journal.note({kind: 'undone', item: memberItem(kind, name, value)});
  }
  if (added.length === 0) return;
  let step: number | undefined;
  const {ids, failed} = await addPeople(work, list, added, (values, lastRow) => {
    const since = {lastRow, startedAt: context.host.now().getTime()};
    step = journal.begin('creates', {items: values.map(value => memberItem(kind, name, value))}, {since});
  });
  if (step !== undefined) journal.answer(step, 'acknowledged', {made: ids});
  if (failed) throw failed;
}

/** What to add to the list of a record, and what to remove. */
export function membersIn(
  fields: Task['change']['fields'],
  key: string,
): {readonly added: readonly Value[]; readonly removed: readonly Value[]} {
  const field = fields.find(each => each.key === key);
  return field && 'added' in field ? field : {added: [], removed: []};
}
