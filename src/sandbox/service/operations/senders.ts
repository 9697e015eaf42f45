import {operations} from '../../../endpoints/senders.js';
import type {Asked, Behaviour, Row} from '../behaviour.js';
import {done, lists, notFound} from '../behaviour.js';
import {nextUtr} from '../chance.js';
import {idOf, toId} from '../form/input.js';
import {isInteger, names, type Rules} from '../form/rules.js';
import {cities, countryById, states} from '../places/locations.js';
import {durations} from '../settings.js';
import {change, find, listed, moment, type Stored, withStamps} from '../tables/table.js';
import {senders} from '../tables/tables.js';
import {addsOne, changesOne, removesOne, showsOne} from './row-behaviours.js';

const places: Rules = {
  country_id: [isInteger, names((_, value) => countryById(toId(value)) !== undefined)],
  state_id: [isInteger, names((_, value) => states[toId(value) - 1] !== undefined)],
  city_id: [isInteger, names((_, value) => cities[toId(value) - 1] !== undefined)],
};

const senderRecord = ({settings}: Asked, row: Stored): object => ({
  ...withStamps(row),
  ...Object.fromEntries(
    ['state_id', 'city_id'].map(name => [name, row[name] ?? (settings.noPlace === '0' ? 0 : null)]),
  ),
  send_at: moment(Number(row['send_at'])),
});

/** The times when the mail with the link is sent and when the link is clicked. */
const verification = ({now}: Asked): Row => ({
  send_at: now.getTime(),
  verifies_at: now.getTime() + durations.verify,
});

/** Senders, and the mail that verifies their addresses. */
export const senderBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => lists(listed(asked, senders, {}, row => senderRecord(asked, row))),
  [operations.create.route]: addsOne(senders, operations.create, places, asked => ({
    ...verification(asked),
    is_verified: 0,
    utr: nextUtr(asked.db),
  })),
  [operations.details.route]: showsOne(senders, 'sender_id', notFound, senderRecord),
  [operations.update.route]: changesOne(senders, operations.update, 'sender_id', notFound, places),
  [operations.delete.route]: removesOne(senders, 'sender_id', notFound),
  [operations.resendMail.route]: asked => {
    const sender = find(asked.db, senders, 'id', idOf(asked, 'sender_id'));
    if (!sender || sender['is_verified'] === 1) return notFound;
    change(asked.db, senders, sender.id, verification(asked));
    return done;
  },
};
