import {operations as recipientOperations} from '../../../endpoints/unsubscribe-group-recipients.js';
import {operations} from '../../../endpoints/unsubscribe-groups.js';
import type {Behaviour} from '../behaviour.js';
import {done, lists, notFound, notFoundElsewhere} from '../behaviour.js';
import {digitsFrom, nextUtr} from '../chance.js';
import {addressesOf, idOf} from '../form/input.js';
import {areEmails, checked, isInteger} from '../form/rules.js';
import {exists, type Field, find, listed} from '../tables/table.js';
import {unsubscribeGroups, unsubscribers} from '../tables/tables.js';
import {addsOne, changesOne, removesMany, removesOne, showsOne} from './row-behaviours.js';
import {unsubscribe} from './unsubscribers.js';

const count: Field = [
  'unsubscribe_clients_count',
  '(SELECT count(*) FROM unsubscribers WHERE unsubscribe_groups_id = unsubscribe_groups.id)',
];

const ofAGroup = 'unsubscribe_groups_id IS NOT NULL';

/** Unsubscribe groups, which are kinds of mail that people can leave, and their recipients. */
export const unsubscribeGroupBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => lists(listed(asked, unsubscribeGroups, {also: [count]})),
  [operations.create.route]: addsOne(unsubscribeGroups, operations.create, {}, ({db}) => ({
    rand_id: digitsFrom(nextUtr(db)),
  })),
  [operations.details.route]: showsOne(unsubscribeGroups, 'id', notFound),
  [operations.update.route]: changesOne(unsubscribeGroups, operations.update, 'id', notFoundElsewhere),
  [recipientOperations.add.route]: checked({unsubscribe_groups_id: [isInteger], email_address: [areEmails]}, asked => {
    const id = idOf(asked, 'unsubscribe_groups_id');
    if (!exists(asked.db, unsubscribeGroups, id)) return notFoundElsewhere(asked);
    unsubscribe(asked, addressesOf(asked, 'email_address'), id);
    return done;
  }),
  [recipientOperations.list.route]: asked => {
    const id = idOf(asked, 'groupId');
    if (!exists(asked.db, unsubscribeGroups, id)) return notFound;
    const where = 'unsubscribe_groups_id = ?';
    if (asked.settings.emptyChildList === 'not-found' && !find(asked.db, unsubscribers, 'unsubscribe_groups_id', id))
      return notFound;
    return lists(listed(asked, unsubscribers, {where, values: [id]}));
  },
  [recipientOperations.delete.route]: removesOne(unsubscribers, 'id', notFound, ofAGroup),
  [recipientOperations.bulkDelete.route]: removesMany(unsubscribers, notFound, ofAGroup),
};
