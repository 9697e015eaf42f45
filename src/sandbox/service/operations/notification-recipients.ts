import {operations} from '../../../endpoints/notification-recipients.js';
import type {Behaviour} from '../behaviour.js';
import {textOf} from '../form/input.js';
import {checked, isEmail, isText} from '../form/rules.js';
import {done, lists, notFound} from '../outcome.js';
import {add, listed} from '../tables/table.js';
import {notificationRecipients} from '../tables/tables.js';
import {removesMany, removesOne} from './removals.js';

/** Addresses that the account stores for notifications. */
export const notificationRecipientBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => lists(listed(asked, notificationRecipients)),

  [operations.add.route]: checked({email_address: [isEmail], email_owner: [isText]}, asked => {
    const time = asked.now.getTime();
    add(asked.db, notificationRecipients, {
      email_address: textOf(asked, 'email_address'),
      email_owner: textOf(asked, 'email_owner'),
      created_at: time,
      updated_at: time,
    });
    return done;
  }),

  [operations.delete.route]: removesOne(notificationRecipients, 'id', notFound),

  [operations.bulkDelete.route]: removesMany(notificationRecipients, notFound),
};
