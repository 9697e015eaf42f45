import {operations} from '../../../endpoints/automations.js';
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
import {idOf, itemsOf, targetExists, targetFrom, targetPattern, textOf, toId} from '../form/input.js';
import {checked, idIn, looksLike, names, rulesOf} from '../form/rules.js';
import {type Counters, countersOf, stopMailing} from '../life/mailing.js';
import {newestPerson} from '../life/people.js';
import {
  addNow,
  changeNow,
  type Field,
  idsNamed,
  listed,
  moment,
  remove,
  type Stored,
  withStamps,
} from '../tables/table.js';
import {automations, groups} from '../tables/tables.js';
import {automationNamed, copyEmails} from './automation-emails.js';
import {ofMany} from './records.js';

const rules = rulesOf(operations.create, {
  automation_for: [looksLike(targetPattern), names(targetExists)],
  unsubscribe_group_id: idIn(groups),
});

const count: Field = [
  'automation_schedule_count',
  '(SELECT count(*) FROM automation_schedules WHERE automation_id = automations.id)',
];

const live = 1;
const draft = 0;

/** Automations: mail to people who are added while the automation is live. */
export const automationBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => {
    if (asked.settings.deletedRows === 'hidden' && !asked.db.get('SELECT 1 FROM automations WHERE deleted_at IS NULL'))
      return notFound;
    const counters = countersOf(asked.db, 'automation');
    return lists(listed(asked, automations, {also: [count]}, row => automationRecord(row, counters(row.id))));
  },

  [operations.create.route]: checked(rules, asked => {
    const utr = nextUtr(asked.db);
    const target = targetFrom(textOf(asked, 'automation_for'));
    store(asked, {
      utr,
      automation_for: toId(target?.id ?? ''),
      automation_for_table: target?.table ?? '',
      automation_name: textOf(asked, 'automation_name'),
      exit_criteria: 0,
      unsubscribe_group_id: String(idOf(asked, 'unsubscribe_group_id')),
      automation_type: textOf(asked, 'type') === 'welcome' ? 1 : 2,
    });
    return gives(utr);
  }),

  [operations.duplicate.route]: asked => {
    const row = automationNamed(asked);
    if (!row) return notFound;
    const {id, ...content} = asked.db.get('SELECT * FROM automations WHERE id = ?', [row.id]) ?? {};
    const utr = nextUtr(asked.db);
    copyEmails(asked, row.id, store(asked, {...content, utr, live_at: null}));
    return gives(utr);
  },

  [operations.details.route]: asked => {
    const row = automationNamed(asked);
    if (!row) return notFound;
    return gives(automationRecord(row, countersOf(asked.db, 'automation', row.id)(row.id)));
  },

  [operations.pause.route]: asked => {
    const row = automationNamed(asked);
    if (row?.['status'] !== live) return notFoundInLowerCase;
    changeNow(asked, automations, row.id, {status: draft});
    return done;
  },

  [operations.setLive.route]: asked => {
    const row = automationNamed(asked);
    if (!row) return notFound;
    if (row['unsubscribe_group_id'] === null) return refuses('Unsubscribe group require to live automation');
    if (row['status'] !== live) goLive(asked, row);
    return done;
  },

  [operations.delete.route]: asked =>
    removeAutomations(asked, [textOf(asked, 'utr')], 'utr') > 0 ? done : notFoundInLowerCase,

  [operations.bulkDelete.route]: ofMany(asked =>
    removeAutomations(asked, itemsOf(asked, 'strIds'), asked.settings.bulkIds) > 0 ? done : notFoundInLowerCase,
  ),
};

const store = (asked: Asked, content: Row): number =>
  addNow(asked, automations, {...content, status: draft, live_after: 0});

/** Starts an automation: from now on it mails everyone who is added, and nobody who was added before. */
function goLive(asked: Asked, row: Stored): void {
  const {db, now} = asked;
  const live_after = newestPerson(db, String(row['automation_for_table']));
  changeNow(asked, automations, row.id, {status: live, live_at: now.getTime(), live_after});
  db.run('UPDATE automation_schedules SET done_up_to = ? WHERE automation_id = ?', [live_after, row.id]);
}

function removeAutomations(asked: Asked, names: readonly string[], by: string): number {
  const ids = idsNamed(asked.db, automations, names, by);
  for (const id of ids) stopMailing(asked.db, 'automation', id, asked.now);
  return remove(asked, automations, ids);
}

/** An automation as lists and details show it, with numbers counted from the sent mail. */
const automationRecord = (row: Stored, counters: Counters): object => ({
  ...withStamps(row),
  live_at: row['live_at'] === null ? null : moment(Number(row['live_at'])),
  total_triggered: counters.triggered,
  total_delivered: counters.delivered,
  total_unique_opens: counters.unique_opens,
  total_opens: counters.total_opens,
  total_bounces: counters.bounces,
  total_unsubscribe: counters.unsubscribes,
});
