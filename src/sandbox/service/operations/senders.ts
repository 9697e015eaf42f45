import {operations} from '../../../endpoints/senders.js';
import type {Asked, Behaviour, Row} from '../behaviour.js';
import {nextUtr} from '../chance.js';
import {changedBy, idOf, textOf, toId} from '../form/input.js';
import {checked, hasAtMost, isEmail, isInteger, isText, names, type Rules} from '../form/rules.js';
import {done, gives, lists, notFound, notFoundElsewhere} from '../outcome.js';
import {cityById, countryById, stateById} from '../places/locations.js';
import {add, change, find, listed, type Stored, withStamps} from '../tables/table.js';
import {senders} from '../tables/tables.js';
import {moment} from '../time.js';
import {removesOne} from './removals.js';

const rules: Rules = {
  from_name: [isText],
  from_email: [isEmail],
  reply_to_email: [isEmail],
  country_id: [isInteger, names((_, value) => countryById(toId(value)) !== undefined)],
  state_id: [isInteger, names((_, value) => stateById(toId(value)) !== undefined)],
  city_id: [isInteger, names((_, value) => cityById(toId(value)) !== undefined)],
  zip_code: [isText],
  company_address: [isText, hasAtMost(255)],
  company_address2: [isText, hasAtMost(255)],
  nickname: [isText],
};

/** Senders, and the mail that verifies their addresses. */
export const senderBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => lists(listed(asked, senders, {}, row => senderRecord(asked, row))),

  [operations.create.route]: checked(rules, asked => {
    const time = asked.now.getTime();
    const utr = nextUtr(asked.db);
    const row = {...contentOf(asked), ...verification(asked), is_verified: 0, utr, created_at: time, updated_at: time};
    add(asked.db, senders, row);
    return done;
  }),

  [operations.details.route]: asked => {
    const row = find(asked.db, senders, 'id', idOf(asked, 'sender_id'));
    return row ? gives(senderRecord(asked, row)) : notFound;
  },

  [operations.update.route]: checked({sender_id: [isInteger], ...rules}, asked => {
    const row = {...changedBy(asked, contentOf(asked)), updated_at: asked.now.getTime()};
    return change(asked.db, senders, idOf(asked, 'sender_id'), row) ? done : notFoundElsewhere(asked);
  }),

  [operations.delete.route]: removesOne(senders, 'sender_id', notFound),

  [operations.resendMail.route]: asked => {
    const sender = find(asked.db, senders, 'id', idOf(asked, 'sender_id'));
    if (!sender || sender['is_verified'] === 1) return notFound;
    change(asked.db, senders, sender.id, verification(asked));
    return done;
  },
};

const senderRecord = ({settings}: Asked, row: Stored): object => ({
  ...withStamps(row, settings),
  send_at: moment(Number(row['send_at']), settings),
});

/** The times when the mail with the link is sent and when the link is clicked. */
const verification = ({now, settings}: Asked): Row => ({
  send_at: now.getTime(),
  verifies_at: settings.verifySeconds > 0 ? now.getTime() + settings.verifySeconds * 1000 : null,
});

const contentOf = (asked: Asked): Row => ({
  from_name: textOf(asked, 'from_name'),
  from_email: textOf(asked, 'from_email'),
  reply_to_email: textOf(asked, 'reply_to_email'),
  country_id: idOf(asked, 'country_id'),
  state_id: idOf(asked, 'state_id') || null,
  city_id: idOf(asked, 'city_id') || null,
  zip_code: textOf(asked, 'zip_code'),
  company_address: textOf(asked, 'company_address'),
  company_address2: textOf(asked, 'company_address2'),
  nickname: textOf(asked, 'nickname'),
});
