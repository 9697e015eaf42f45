import {operations} from '../../../endpoints/mailings.js';
import {
  type Asked,
  type Behaviour,
  done,
  gives,
  lists,
  notFound,
  notFoundInLowerCase,
  type Row,
  refuses,
} from '../behaviour.js';
import {nextUtr} from '../chance.js';
import {
  changedBy,
  idOf,
  itemsOf,
  numberOf,
  targetExists,
  targetFrom,
  targetPattern,
  textOf,
  textOrNull,
} from '../form/input.js';
import {
  checked,
  each,
  eachGiven,
  idIn,
  isFlag,
  isList,
  isText,
  isUuid,
  looksLike,
  names,
  type Rule,
  type Rules,
} from '../form/rules.js';
import {type Counters, countersOf, openTokens, stopMailing} from '../life/mailing.js';
import {durations} from '../settings.js';
import {addNow, changeNow, find, idsNamed, listed, moment, remove, type Stored, withStamps} from '../tables/table.js';
import {groups, mailings, senders, templates} from '../tables/tables.js';
import {ofMany} from './records.js';

const target: readonly Rule[] = [looksLike(targetPattern), names(targetExists)];

const isDay: Rule = value => {
  const fits = typeof value === 'string' && /^(\d\d)?\d\d-\d\d-\d\d$/.test(value) && isRealDay(fullDate(value));
  return fits ? undefined : 'The schedule date does not match the format Y-m-d.';
};

const isTimeOfDay: Rule = value => {
  const fits = typeof value === 'string' && /^(?:[01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value);
  return fits ? undefined : 'The schedule time does not match the format H:i:s.';
};

export const rules: Rules = {
  template_id: idIn(templates),
  template_json: [isText],
  template_html: [isText],
  sender_id: idIn(senders),
  unsubscribe_group_id: idIn(groups),
  single_send_name: [isText],
  subject: [isText],
  preheader: [isText],
  recipient_id: [isList, each(...target)],
  exclude_specific_recipient_id: [isList, eachGiven(...target)],
  schedule_type: [isFlag],
  schedule_date: [isDay],
  schedule_time: [isTimeOfDay],
};

/** The complaint about a template given both as JSON and as HTML. */
export function bothTemplates(asked: Asked): {[parameter: string]: string[]} | undefined {
  const both = textOf(asked, 'template_json') !== '' && textOf(asked, 'template_html') !== '';
  if (!both) return;
  return {template_html: ['The template html field must be empty when template json is present.']};
}

/** The form as a row of the table, with a copy of the sender as it is now. */
function contentOf(asked: Asked): Row {
  const sender = find(asked.db, senders, 'id', idOf(asked, 'sender_id'));
  const json = textOrNull(asked, 'template_json');
  const scheduled = numberOf(asked, 'schedule_type') === 1;
  return {
    template_id: idOf(asked, 'template_id') || 1,
    template_json: json,
    template_html: json === null ? textOrNull(asked, 'template_html') : null,
    recipients: targetsIn(asked, 'recipient_id'),
    exclusions: targetsIn(asked, 'exclude_specific_recipient_id'),
    sender_id: idOf(asked, 'sender_id'),
    unsubscribe_group_id: idOf(asked, 'unsubscribe_group_id'),
    single_send_name: textOf(asked, 'single_send_name'),
    from_sender: String(sender?.['from_email'] ?? ''),
    reply_to: String(sender?.['reply_to_email'] ?? ''),
    sender_name: sender ? String(sender['from_name']) : null,
    sender_address: sender ? String(sender['company_address']) : null,
    subject: textOf(asked, 'subject'),
    preheader: textOf(asked, 'preheader'),
    schedule_type: scheduled ? 1 : 0,
    // Without a day, the database keeps zeros, which are past: such a mailing is sent at once.
    schedule_date: (scheduled && fullDate(textOf(asked, 'schedule_date'))) || '0000-00-00',
    schedule_time: (scheduled && fullTime(textOf(asked, 'schedule_time'))) || '00:00:00',
  };
}

/** The times when a mailing becomes ready and runs: soon, or as scheduled. */
function planOf({schedule_type, schedule_date, schedule_time}: Row, now: Date): Row {
  const soon = now.getTime() + durations.start;
  const scheduled = schedule_type === 1 ? Date.parse(`${schedule_date}T${schedule_time}Z`) : soon;
  return {
    status: 0,
    ready_at: now.getTime() + durations.ready,
    starts_at: Number.isNaN(scheduled) ? soon : Math.max(scheduled, soon),
    ends_at: null,
    sent_at: null,
  };
}

const targetsIn = (asked: Asked, name: string): string =>
  JSON.stringify(
    itemsOf(asked, name)
      .map(targetFrom)
      .filter(target => target !== undefined),
  );

/** The documentation's `y-m-d` means, in PHP, a year of two digits. */
const fullDate = (date: string): string => (date.length === 8 ? `20${date}` : date);

const fullTime = (time: string): string => (time.length === 5 ? `${time}:00` : time);

function isRealDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/** Mailings. Creating one sends it, now or at its scheduled time. */
export const mailingBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => {
    const counters = countersOf(asked.db, 'mailing');
    return lists(listed(asked, mailings, {}, row => mailingRecord(asked, row, counters(row.id))));
  },

  [operations.create.route]: checked(rules, asked => {
    const complaints = bothTemplates(asked);
    if (complaints) return refuses(complaints);
    const utr = nextUtr(asked.db);
    store(asked, {utr, ...contentOf(asked)});
    return gives(utr);
  }),

  [operations.duplicate.route]: asked => {
    const row = storedRow(asked);
    if (!row) return notFoundInLowerCase;
    const {id: _, ...content} = row;
    store(asked, {...content, utr: nextUtr(asked.db)});
    return done;
  },

  [operations.details.route]: asked => {
    const row = find(asked.db, mailings, 'utr', textOf(asked, 'utr'));
    if (!row) return notFoundInLowerCase;
    return gives(mailingRecord(asked, row, countersOf(asked.db, 'mailing', row.id)(row.id)));
  },

  [operations.update.route]: checked({utr: [isUuid], ...rules}, asked => {
    const complaints = bothTemplates(asked);
    if (complaints) return refuses(complaints);
    const row = storedRow(asked);
    if (!row) return notFound;
    const {now, db} = asked;
    const content = contentOf(asked);
    // An update sends a mailing again, even one that was sent.
    const again = {...planOf(content, now), run: row.run + 1};
    stopMailing(db, 'mailing', row.id, now);
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

const store = (asked: Asked, content: Row): number =>
  addNow(asked, mailings, {...content, ...planOf(content, asked.now), run: 1});

const storedRow = (asked: Asked): (Row & {id: number; run: number}) | undefined =>
  asked.db.get('SELECT * FROM single_sends WHERE utr = ?', [textOf(asked, 'utr')]);

function removeSends(asked: Asked, names: readonly string[], by: string): number {
  const ids = idsNamed(asked.db, mailings, names, by);
  for (const id of ids) stopMailing(asked.db, 'mailing', id, asked.now);
  return remove(asked, mailings, ids);
}

/** A mailing as lists and details show it, with numbers counted from the sent mail. */
const mailingRecord = ({db}: Asked, row: Stored, counters: Counters): object => ({
  ...withStamps(row),
  ...counters,
  unique_open_token: openTokens(db, 'mailing', row.id),
  sent_at: row['sent_at'] === null ? '0000-00-00 00:00:00' : moment(Number(row['sent_at'])),
});
