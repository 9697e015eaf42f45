import {operations as recipientOperations} from '../../../endpoints/group-recipients.js';
import {operations} from '../../../endpoints/groups.js';
import type {Behaviour} from '../behaviour.js';
import {done, lists, notFound} from '../behaviour.js';
import {digitsFrom, nextUtr} from '../chance.js';
import {addressesOf, idOf} from '../form/input.js';
import {areEmails, checked, isInteger} from '../form/rules.js';
import {exists, type Field, listed} from '../tables/table.js';
import {groups, unsubscribes} from '../tables/tables.js';
import {addsOne, changesOne, removesMany, removesOne, showsOne} from './row-behaviours.js';
import {unsubscribe} from './unsubscribes.js';

const count: Field = [
  'unsubscribe_clients_count',
  '(SELECT count(*) FROM unsubscribes WHERE unsubscribe_groups_id = unsubscribe_groups.id)',
];

const ofAGroup = 'unsubscribe_groups_id IS NOT NULL';

/** Groups, which are kinds of mail that people can leave, and their recipients. */
export const groupBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => lists(listed(asked, groups, {also: [count]})),
  [operations.create.route]: addsOne(groups, operations.create, {}, ({db}) => ({
    rand_id: digitsFrom(nextUtr(db)),
  })),
  [operations.details.route]: showsOne(groups, 'id', notFound),
  [operations.update.route]: changesOne(groups, operations.update, 'id', notFound),
  [recipientOperations.add.route]: checked({unsubscribe_groups_id: [isInteger], email_address: [areEmails]}, asked => {
    const id = idOf(asked, 'unsubscribe_groups_id');
    if (!exists(asked.db, groups, id)) return notFound;
    unsubscribe(asked, addressesOf(asked, 'email_address'), id);
    return done;
  }),
  [recipientOperations.list.route]: asked => {
    const id = idOf(asked, 'groupId');
    if (!exists(asked.db, groups, id)) return notFound;
    const where = 'unsubscribe_groups_id = ?';
    return lists(listed(asked, unsubscribes, {where, values: [id]}));
  },
  [recipientOperations.delete.route]: removesOne(unsubscribes, 'id', notFound, ofAGroup),
  [recipientOperations.bulkDelete.route]: removesMany(unsubscribes, notFound, ofAGroup),
};
