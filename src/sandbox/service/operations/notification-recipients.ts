import {operations} from '../../../endpoints/notification-recipients.js';
import type {Behaviour} from '../behaviour.js';
import {lists, notFound} from '../behaviour.js';
import {listed} from '../tables/table.js';
import {notificationRecipients} from '../tables/tables.js';
import {addsOne, removesMany, removesOne} from './row-behaviours.js';

/** Addresses that the account stores for notifications. */
export const notificationRecipientBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => lists(listed(asked, notificationRecipients)),
  [operations.add.route]: addsOne(notificationRecipients, operations.add),
  [operations.delete.route]: removesOne(notificationRecipients, 'id', notFound),
  [operations.bulkDelete.route]: removesMany(notificationRecipients, notFound),
};
