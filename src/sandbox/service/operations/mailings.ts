import {operations} from '../../../endpoints/mailings.js';
import type {Asked, Behaviour, Row} from '../behaviour.js';
import {done, gives, lists, notFoundElsewhere, notFoundInLowerCase, refuses} from '../behaviour.js';
import {nextUtr} from '../chance.js';
import {changedBy, itemsOf, textOf} from '../form/input.js';
import {checked, isUuid} from '../form/rules.js';
import {type Counters, countersOf, openTokens} from '../life/counters.js';
import {stopMailing} from '../life/mailing.js';
import {addNow, changeNow, find, listed, remove, type Stored, withStamps} from '../tables/table.js';
import {mailings} from '../tables/tables.js';
import {moment} from '../time.js';
import {contentOf, contradictions, planOf, rules} from './mailing-form.js';
import {idsNamed, ofMany} from './row-behaviours.js';

/** Mailings. Creating one sends it, now or at its scheduled time. */
export const mailingBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => {
    const counters = countersOf(asked.db, 'mailing');
    return lists(listed(asked, mailings, {}, row => mailingRecord(asked, row, counters(row.id))));
  },

  [operations.create.route]: checked(rules, asked => {
    const complaints = contradictions(asked);
    if (complaints) return refuses(complaints);
    const utr = nextUtr(asked.db);
    store(asked, {utr, ...contentOf(asked)});
    return gives(utr);
  }),

  [operations.duplicate.route]: asked => {
    const row = storedRow(asked);
    if (!row) return notFoundInLowerCase;
    const {id: _, ...content} = row;
    const name = `${row['single_send_name']}${asked.settings.copySuffix}`;
    store(
      asked,
      {...content, utr: nextUtr(asked.db), single_send_name: name},
      asked.settings.duplicateSends === 'rest',
    );
    return done;
  },

  [operations.details.route]: asked => {
    const row = find(asked.db, mailings, 'utr', textOf(asked, 'utr'));
    if (!row) return notFoundInLowerCase;
    return gives(mailingRecord(asked, row, countersOf(asked.db, 'mailing', row.id)(row.id)));
  },

  [operations.update.route]: checked({utr: [isUuid], ...rules}, asked => {
    const complaints = contradictions(asked);
    if (complaints) return refuses(complaints);
    const row = storedRow(asked);
    if (!row) return notFoundElsewhere(asked);
    const {settings, now, db} = asked;
    const wentOut = Number(row['status']) > 1;
    if (wentOut && settings.sentUpdate === 'refuse') return refuses('A mailing that was sent cannot be updated');
    const content = contentOf(asked);
    const again =
      wentOut && settings.sentUpdate === 'keep' ? {} : {...planOf(content, now, settings), run: row.run + 1};
    if ('run' in again) stopMailing(db, 'mailing', row.id, now);
    changeNow(asked, mailings, row.id, {...changedBy(asked, content, columnsNamedOtherwise), ...again});
    return gives(row['utr']);
  }),

  [operations.delete.route]: asked =>
    removeSends(asked, [textOf(asked, 'utr')], 'utr') > 0 ? done : notFoundInLowerCase,

  [operations.bulkDelete.route]: ofMany(asked =>
    removeSends(asked, itemsOf(asked, 'strIds'), asked.settings.bulkIds) > 0 ? done : notFoundInLowerCase,
  ),
};

/** The parameters whose columns have another name. */
const columnsNamedOtherwise = {
  recipients: 'recipient_id',
  exclusions: 'exclude_specific_recipient_id',
  from_sender: 'sender_id',
  reply_to: 'sender_id',
  sender_name: 'sender_id',
  sender_address: 'sender_id',
  schedule_date: 'schedule_type',
  schedule_time: 'schedule_type',
};

function store(asked: Asked, content: Row, rests = false): void {
  const plan = rests
    ? {status: 0, ready_at: null, starts_at: null, ends_at: null, sent_at: null}
    : planOf(content, asked.now, asked.settings);
  addNow(asked, mailings, {...content, ...plan, run: 1});
}

const storedRow = (asked: Asked): (Row & {id: number; run: number}) | undefined =>
  asked.db.get('SELECT * FROM single_sends WHERE utr = ?', [textOf(asked, 'utr')]);

function removeSends(asked: Asked, names: readonly string[], by: string): number {
  const ids = idsNamed(asked.db, mailings, names, by);
  for (const id of ids) stopMailing(asked.db, 'mailing', id, asked.now);
  return remove(asked, mailings, ids);
}

/** A mailing as lists and details show it, with numbers counted from the sent mail. */
const mailingRecord = ({db, settings}: Asked, row: Stored, counters: Counters): object => ({
  ...withStamps(row, settings),
  triggered: counters.triggered,
  delivered: counters.delivered,
  unique_opens: counters.uniqueOpens,
  total_opens: counters.opens,
  bounces: counters.bounces,
  unsubscribes: counters.unsubscribes,
  unique_open_token: openTokens(db, 'mailing', row.id),
  sent_at: row['sent_at'] === null ? settings.unsentMoment : moment(Number(row['sent_at']), settings),
});
