import type {Change as Sort} from '../../api/describe/does.js';
import {type At, cannotDo, type Effect, effectOf, join} from '../../effect/effect.js';
import contacts from '../../endpoints/contacts.js';
import {removedPeople} from '../compare/compare-entries.js';
import {kinds} from '../kinds/kinds.js';
import type {Change} from '../results.schema.js';
import type {Proposal} from './apply.js';

/** What an apply does: its changes, the people who go with lists, and those whom a file of contacts adds. */
export const effectOfApply = ({
  changes,
  contactChanges,
  starts,
  plan: {impossible, contacts: contactsOfTypes},
}: Pick<Proposal, 'changes' | 'contactChanges' | 'starts' | 'plan'>): Effect =>
  join<Sort>(
    ...changes.map(change =>
      effectOf<Sort>(sortOf(change), kinds[change.kind].collection, 1, {
        ...{withPeople: change.people, wayBack: 'copy', at: momentOf(change)},
      }),
    ),
    effectOf('deletes', contacts, changes.flatMap(removedPeople).length, {wayBack: 'copy'}),
    ...contactChanges.map(({create}) => effectOf('creates', contacts, create.count)),
    effectOf('acts', contacts, 0, {starts}),
    ...impossible.map(({why}) => cannotDo(1, why)),
    ...contactsOfTypes.flatMap(one => one.impossible.map(({count, why}) => cannotDo(count, why))),
  );

/** The sort of requests that make a change: a mailing that is scheduled, and an automation that goes live, mail people. */
function sortOf({action, kind, fields}: Change): Sort {
  if (action === 'delete') return 'deletes';
  const mails =
    kind === 'mailings' ||
    (kind === 'senders' && action === 'create') ||
    (kind === 'automations' && fields.some(({key}) => key === 'live'));
  return mails ? 'sends' : action === 'create' ? 'creates' : 'updates';
}

/** When a change mails people: a mailing at its own moment, which only a new one is sure to name. */
function momentOf({kind, fields}: Change): At {
  if (kind !== 'mailings') return 'now';
  const at = fields.find(({key}) => key === 'at');
  return at && 'to' in at && typeof at.to === 'string' ? at.to : 'unknown';
}
