import {emptyIfNotFound} from '../api/answers/record-sources.js';
import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {operations as groups} from '../endpoints/groups.js';
import {NotFoundError} from '../errors.js';

/** Gives an group to automations without one: the service keeps such automations, but creates none. */
export async function withGroups({call, warn}: Context, kept: readonly Loose[]): Promise<readonly Loose[]> {
  if (kept.every(hasGroup)) return kept;
  const [first] = await call(groups.list).catch(emptyIfNotFound);
  if (!first) {
    throw new NotFoundError('The service creates automations only with an group, and there is none.', {
      hint: 'Nothing was changed. Create a group first: emk groups create',
    });
  }
  return kept.map(record => {
    if (hasGroup(record)) return record;
    warn(
      `Automation "${record['automation_name']}" had no group, and the service wants one. It gets "${first.group_name}".`,
    );
    return {...record, unsubscribe_group_id: first.id};
  });
}

const hasGroup = ({unsubscribe_group_id: group}: Loose): boolean => Number(group ?? 0) !== 0;
