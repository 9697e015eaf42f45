import {operations} from '../../../endpoints/notifications.js';
import type {Behaviour} from '../behaviour.js';
import {lists, notFound} from '../behaviour.js';
import {listed} from '../tables/table.js';
import {notifications} from '../tables/tables.js';
import {addsOne, removesMany, removesOne} from './row-behaviours.js';

/** Addresses that the account stores for notifications. */
export const notificationBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => lists(listed(asked, notifications)),
  [operations.add.route]: addsOne(notifications, operations.add),
  [operations.delete.route]: removesOne(notifications, 'id', notFound),
  [operations.bulkDelete.route]: removesMany(notifications, notFound),
};
