import {operations as recipientOperations} from '../../../endpoints/unsubscribe-group-recipients.js';
import {operations} from '../../../endpoints/unsubscribe-groups.js';
import type {Asked, Behaviour, Row} from '../behaviour.js';
import {digitsFrom, nextUtr} from '../chance.js';
import {addressesOf, idOf, numberOf, textOf} from '../form/input.js';
import {areEmails, checked, isFlag, isInteger, isText} from '../form/rules.js';
import {done, gives, lists, notFound, notFoundElsewhere} from '../outcome.js';
import {add, change, exists, type Field, find, listed, withStamps} from '../tables/table.js';
import {unsubscribeGroups, unsubscribers} from '../tables/tables.js';
import {removesMany, removesOne} from './removals.js';
import {unsubscribe} from './unsubscribers.js';

const rules = {group_name: [isText], description: [isText], is_display: [isFlag]};

const count: Field = [
  'unsubscribe_clients_count',
  '(SELECT count(*) FROM unsubscribers WHERE unsubscribe_groups_id = unsubscribe_groups.id)',
];

const ofAGroup = 'unsubscribe_groups_id IS NOT NULL';

/** Unsubscribe groups, which are kinds of mail that people can leave, and their recipients. */
export const unsubscribeGroupBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => lists(listed(asked, unsubscribeGroups, {also: [count]})),

  [operations.create.route]: checked(rules, asked => {
    const time = asked.now.getTime();
    const rand_id = digitsFrom(nextUtr(asked.db));
    add(asked.db, unsubscribeGroups, {rand_id, ...contentOf(asked), created_at: time, updated_at: time});
    return done;
  }),

  [operations.details.route]: asked => {
    const row = find(asked.db, unsubscribeGroups, 'id', idOf(asked, 'id'));
    return row ? gives(withStamps(row, asked.settings)) : notFound;
  },

  [operations.update.route]: checked(rules, asked => {
    const row = {...contentOf(asked), updated_at: asked.now.getTime()};
    return change(asked.db, unsubscribeGroups, idOf(asked, 'id'), row) ? done : notFoundElsewhere(asked);
  }),

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

const contentOf = (asked: Asked): Row => ({
  group_name: textOf(asked, 'group_name'),
  description: textOf(asked, 'description'),
  is_display: numberOf(asked, 'is_display'),
});
