import type {Change as Sort} from '../../api/describe/schema.js';
import {type Effect, effectOf, join} from '../../effect/effect.js';
import contacts from '../../endpoints/contacts.js';
import type {Proposal} from '../apply/apply.js';
import {removedPeople} from '../compare/compare-entries.js';
import type {Change} from '../compare/plan.schema.js';
import {kinds} from '../kinds/kinds.js';

/** What an apply does: its changes, and the people who go with lists or by a file of contacts. */
export const effectOfApply = ({
  changes,
  contactChanges,
  starts,
}: Pick<Proposal, 'changes' | 'contactChanges' | 'starts'>): Effect =>
  join<Sort>(
    ...changes.map(change =>
      effectOf<Sort>(sortOf(change), kinds[change.kind].collection, 1, {withPeople: change.people}),
    ),
    effectOf('deletes', contacts, changes.flatMap(removedPeople).length),
    ...contactChanges.flatMap(({create, update, delete: gone}) => [
      effectOf('creates', contacts, create.count),
      effectOf('updates', contacts, update.count),
      effectOf('deletes', contacts, gone.count),
    ]),
    effectOf('acts', contacts, 0, {starts}),
  );

/** The sort of requests that make a change: a mailing that is scheduled, and an automation that goes live, mail people. */
function sortOf({action, kind, fields}: Change): Sort {
  if (action === 'delete') return 'deletes';
  const mails =
    kind === 'single-sends' ||
    (kind === 'senders' && action === 'create') ||
    (kind === 'automations' && fields.some(({key}) => key === 'live'));
  return mails ? 'sends' : action === 'create' ? 'creates' : 'updates';
}
