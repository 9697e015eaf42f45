import {operations as emailOperations} from '../../endpoints/automation-emails.js';
import {operations as automationOperations} from '../../endpoints/automations.js';
import {operations} from '../../endpoints/mailings.js';
import {type Asked, type Behaviours, type Db, done, notFound, type SqlRow} from './behaviour.js';
import {
  changedBy,
  fullDate,
  idInForm,
  itemsOf,
  numberOf,
  type RecipientTarget,
  rowOf,
  targetFrom,
  textInForm,
  textOrNull,
  toId,
} from './forms.js';
import {countersOf, stopMailing} from './mail.js';
import {addNow, changeNow, find, listed, nextUtr, type Stored} from './rows.js';
import {durations} from './settings.js';
import {automationEmails, automations, mailings, senders, type Table} from './tables.js';
import {recordNamed, usual} from './usual.js';

/** The form as a row of the table, with a copy of the sender as it is now. */
function contentOf(asked: Asked): SqlRow {
  const sender = find(asked.db, senders, 'id', idInForm(asked, 'sender_id'));
  const json = textOrNull(asked, 'template_json');
  const isScheduled = numberOf(asked, 'schedule_type') === 1;
  const targets = (name: string): string =>
    JSON.stringify(itemsOf(asked, name).flatMap(text => targetFrom(text) ?? []));
  return {
    ...rowOf(asked, operations.create),
    template_json: json,
    template_html: json === null ? textOrNull(asked, 'template_html') : null,
    recipient_id: targets('recipient_id'),
    exclude_specific_recipient_id: targets('exclude_specific_recipient_id'),
    from_sender: String(sender?.['from_email']),
    reply_to: String(sender?.['reply_to_email']),
    sender_name: String(sender?.['from_name']),
    sender_address: String(sender?.['company_address']),
    // Without a day, the database keeps zeros, which are past: such a mailing is sent at once.
    schedule_date: (isScheduled && fullDate(textInForm(asked, 'schedule_date'))) || '0000-00-00',
    schedule_time: isScheduled ? `${textInForm(asked, 'schedule_time') || '00:00'}:00`.slice(0, 8) : '00:00:00',
  };
}

/** The times when a mailing becomes ready and runs: soon, or as scheduled. */
function planOf({schedule_type, schedule_date, schedule_time}: SqlRow, now: Date): SqlRow {
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

const store = (asked: Asked, content: SqlRow): number =>
  addNow(asked, mailings, {...content, ...planOf(content, asked.now), run: 1});

/** The whole row that the form names, also the columns that no answer shows. */
const storedRow = (asked: Asked, {name, soft}: Table): (SqlRow & {id: number; run: number}) | undefined =>
  asked.db.get(`SELECT * FROM ${name} WHERE utr = ?${soft ? ' AND deleted_at IS NULL' : ''}`, [
    textInForm(asked, 'utr'),
  ]);

/** Mailings. Creating one sends it, now or at its scheduled time; their numbers are counted from the sent mail. */
export const mailingBehaviours: Behaviours = {
  ...usual(mailings, operations, {
    by: 'utr',
    shown: ({db}, only) => {
      const counters = countersOf(db, 'mailing', only);
      // What the keys and values of the tokens are is not documented, so there are none.
      const unknown = {unique_open_token: {}};
      return row => ({...row, ...counters(row.id), ...unknown, sent_at: row['sent_at'] ?? '0000-00-00 00:00:00'});
    },
    ends: ({db, now}, id) => stopMailing(db, 'mailing', id, now),
  }),

  [operations.create.route]: asked => {
    const utr = nextUtr(asked.db);
    store(asked, {utr, ...contentOf(asked)});
    return {value: utr};
  },

  [operations.duplicate.route]: asked => {
    const row = storedRow(asked, mailings);
    if (!row) return notFound;
    const {id: _, ...content} = row;
    store(asked, {...content, utr: nextUtr(asked.db)});
    return done;
  },

  [operations.update.route]: asked => {
    const row = storedRow(asked, mailings);
    if (!row) return notFound;
    const content = contentOf(asked);
    // An update sends a mailing again, even one that was sent.
    const again = {...planOf(content, asked.now), run: row.run + 1};
    stopMailing(asked.db, 'mailing', row.id, asked.now);
    const {schedule_date = '', schedule_time = ''} = content;
    changeNow(asked, mailings, row.id, {...changedBy(asked, content), schedule_date, schedule_time, ...again});
    return {value: row['utr']};
  },
};

const automationNamed = (asked: Asked): Stored | undefined => recordNamed(asked, automations, 'utr');

const storeAutomation = (asked: Asked, content: SqlRow): number =>
  addNow(asked, automations, {...content, status: 0, live_after: 0});

const ofAutomations = usual(automations, automationOperations, {
  by: 'utr',
  shown: ({db}, only) => {
    const counters = countersOf(db, 'automation', only);
    return row => {
      const {unsubscribes, ...others} = counters(row.id);
      const totals = Object.entries({...others, unsubscribe: unsubscribes});
      const named = totals.map(([name, count]) => [name.startsWith('total_') ? name : `total_${name}`, count]);
      return {...row, ...Object.fromEntries(named)};
    };
  },
  ends: ({db, now}, id) => stopMailing(db, 'automation', id, now),
});

/** Automations: mail to people who are added while the automation is live. */
export const automationBehaviours: Behaviours = {
  ...ofAutomations,

  [automationOperations.list.route]: asked => {
    const isEmpty = !asked.db.get('SELECT 1 FROM automations WHERE deleted_at IS NULL');
    if (isEmpty && asked.settings.deletedRows === 'hidden') return notFound;
    return ofAutomations[automationOperations.list.route]?.(asked) ?? notFound;
  },

  [automationOperations.create.route]: asked => {
    const utr = nextUtr(asked.db);
    const target: Partial<RecipientTarget> = targetFrom(textInForm(asked, 'automation_for')) ?? {};
    storeAutomation(asked, {
      utr,
      automation_for: toId(target.id ?? ''),
      automation_for_table: target.table ?? '',
      automation_name: textInForm(asked, 'automation_name'),
      exit_criteria: 0,
      unsubscribe_group_id: String(idInForm(asked, 'unsubscribe_group_id')),
      automation_type: textInForm(asked, 'type') === 'welcome' ? 1 : 2,
    });
    return {value: utr};
  },

  [automationOperations.duplicate.route]: asked => {
    const row = storedRow(asked, automations);
    if (!row) return notFound;
    const {id, ...content} = row;
    const utr = nextUtr(asked.db);
    const copy = storeAutomation(asked, {...content, utr, live_at: null});
    const emails = asked.db.all('SELECT * FROM automation_schedules WHERE automation_id = ? ORDER BY id', [id]);
    for (const {id: _, ...email} of emails) storeEmail(asked, {...email, automation_id: copy, done_up_to: 0});
    return {value: utr};
  },

  [automationOperations.pause.route]: asked => {
    const row = automationNamed(asked);
    if (row?.['status'] !== 1) return notFound;
    changeNow(asked, automations, row.id, {status: 0});
    return done;
  },

  [automationOperations.setLive.route]: asked => {
    const row = automationNamed(asked);
    if (!row) return notFound;
    if (row['unsubscribe_group_id'] === null) return {errors: 'Unsubscribe group require to live automation'};
    if (row['status'] !== 1) goLive(asked, row);
    return done;
  },

  ...usual(automationEmails, {delete: emailOperations.delete}, {by: 'utr'}),

  [emailOperations.list.route]: asked => {
    const automation = automationNamed(asked);
    if (!automation) return notFound;
    const root = asked.baseUrl.replace(/\/+$/, '').replace(/\/api$/, '');
    const shown = (row: Stored) => ({
      ...row,
      design_url: `${root}/design/${row['utr']}`,
      image: `${root}/images/${encodeURIComponent(String(row['preview_img']))}`,
    });
    return {records: listed(asked, automationEmails, {where: 'automation_id = ?', values: [automation.id]}, shown)};
  },

  [emailOperations.add.route]: asked => {
    const automation = automationNamed(asked);
    if (!automation) return notFound;
    storeEmail(asked, {
      automation_id: automation.id,
      ...rowOf(asked, emailOperations.add, 'utr'),
      waiting_period: numberOf(asked, 'waiting_period'),
      template_html: textInForm(asked, 'template_json') === '' ? textInForm(asked, 'template_html') : '',
      done_up_to: doneAlready(asked, automation),
    });
    return done;
  },
};

/** Starts an automation: from now on it mails everyone who is added, and nobody who was added before. */
function goLive(asked: Asked, row: Stored): void {
  const {db, now} = asked;
  const live_after = newestPerson(db, String(row['automation_for_table']));
  changeNow(asked, automations, row.id, {status: 1, live_at: now.getTime(), live_after});
  db.run('UPDATE automation_schedules SET done_up_to = ? WHERE automation_id = ?', [live_after, row.id]);
}

/** The highest id that a contact or recipient ever had; later ones get higher ids. */
const newestPerson = (db: Db, table: string): number =>
  db.get<{id: number}>('SELECT seq AS id FROM sqlite_sequence WHERE name = ?', [
    table === 'segments_' ? 'segment_recipients' : 'contacts',
  ])?.id ?? 0;

const storeEmail = (asked: Asked, content: SqlRow): number =>
  addNow(asked, automationEmails, {...content, utr: nextUtr(asked.db)});

/** The last person who does not get a new email: the newest one when the automation went live. */
const doneAlready = ({db}: Asked, {id}: Stored): number =>
  db.get<{live_after: number}>('SELECT live_after FROM automations WHERE id = ?', [id])?.live_after ?? 0;
