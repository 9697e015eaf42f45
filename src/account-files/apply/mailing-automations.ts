import {type Joined, startedAutomations} from '../../resources/shared/started-automations.js';
import type {Change, Plan} from '../compare/plan.schema.js';
import {membersIn} from './change-people.js';
import type {ApplyWork} from './work.js';

/** The live automations that would mail people because of these changes, to new people or with a new email. */
export async function mailingAutomations(
  {context, names, accountRecord}: ApplyWork,
  changes: readonly Change[],
  contacts: Plan['contacts'],
): Promise<readonly string[]> {
  const joined: Joined[] = [];
  for (const {kind, name, fields} of changes) {
    if (kind !== 'segments' || membersIn(fields, 'recipients').added.length === 0) continue;
    joined.push({segment: Number(await names.idOf('segments', name))});
  }
  for (const {type, create} of contacts) {
    const id = create.count > 0 ? await names.idOf('contact-types', type) : undefined;
    if (id !== undefined) joined.push({contactType: Number(id)});
  }
  const extended = changes.flatMap(({kind, name, fields}) =>
    kind === 'automations' &&
    accountRecord(kind, name)?.entry['live'] === true &&
    membersIn(fields, 'emails').added.length > 0
      ? [name]
      : [],
  );
  const started = joined.length === 0 ? [] : await startedAutomations(context, ...joined);
  return [...new Set([...started, ...extended])];
}
