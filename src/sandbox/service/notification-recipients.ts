import {operations} from '../../endpoints/notification-recipients.js';
import type {Behaviour} from './behaviour.js';
import {textOf} from './input.js';
import {done, lists, notFound} from './outcome.js';
import {checked, isEmail, isText} from './rules.js';
import {add, listed, removesMany, removesOne} from './table.js';
import {notificationRecipients} from './tables.js';

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
