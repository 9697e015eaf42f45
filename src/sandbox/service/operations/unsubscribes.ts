import {operations} from '../../../endpoints/unsubscribes.js';
import type {Asked, Behaviour} from '../behaviour.js';
import {done, lists, notFound} from '../behaviour.js';
import {addressesOf} from '../form/input.js';
import {areEmails, checked} from '../form/rules.js';
import {hasLeft} from '../life/unsubscribes.js';
import {addNow, listed} from '../tables/table.js';
import {unsubscribes} from '../tables/tables.js';
import {removesMany, removesOne} from './row-behaviours.js';

/** People who unsubscribed, from all mail or, with a group's id in the row, from that group's. */
export const unsubscribeBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked =>
    lists(
      listed(asked, unsubscribes, {
        where: asked.settings.globalList === 'everyone' ? 'TRUE' : 'unsubscribe_groups_id IS NULL',
      }),
    ),

  [operations.add.route]: checked({email_address: [areEmails]}, asked => {
    unsubscribe(asked, addressesOf(asked, 'email_address'), null);
    return done;
  }),

  [operations.delete.route]: removesOne(unsubscribes, 'id', notFound),

  [operations.bulkDelete.route]: removesMany(unsubscribes, notFound),
};

/** Unsubscribes addresses from a group's mail or, without a group, from all mail. No address gets a second row. */
export function unsubscribe(
  asked: Pick<Asked, 'db' | 'now'>,
  addresses: readonly string[],
  group: number | null,
): void {
  for (const address of addresses)
    if (!hasLeft(asked.db, address, group))
      addNow(asked, unsubscribes, {unsubscribe_groups_id: group, email_address: address});
}
