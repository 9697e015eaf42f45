import {operations as emailOperations} from '../../endpoints/automation-emails.js';
import {operations} from '../../endpoints/automations.js';
import {type Asked, done, gives, lists, notFound, notFoundInLowerCase, type Row, refuses} from './behaviour.js';
import {nextUtr} from './chance.js';
import {
  checked,
  idIn,
  idOf,
  isTarget,
  isUuid,
  numberOf,
  rowOf,
  rulesOf,
  type Target,
  targetFrom,
  textOf,
  toId,
} from './forms.js';
import {bodyOf, countersOf, stopMailing} from './mail.js';
import {withOneTemplate} from './mailings.js';
import {newestPerson} from './people.js';
import {addNow, changeNow, find, listed, type Stored} from './rows.js';
import {automationEmails, automations, groups, senders, templates} from './tables.js';
import {type Behaviours, usual} from './usual.js';

const named = (asked: Asked): Stored | undefined => find(asked.db, automations, 'utr', textOf(asked, 'utr'));

const store = (asked: Asked, content: Row): number =>
  addNow(asked, automations, {...content, status: 0, live_after: 0});

const ofAutomations = usual(automations, operations, {
  by: 'utr',
  gone: notFoundInLowerCase,
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

  [operations.list.route]: asked => {
    const isEmpty = !asked.db.get('SELECT 1 FROM automations WHERE deleted_at IS NULL');
    if (isEmpty && asked.settings.deletedRows === 'hidden') return notFound;
    return ofAutomations[operations.list.route]?.(asked) ?? notFound;
  },

  [operations.create.route]: checked(
    rulesOf(operations.create, {automation_for: isTarget, unsubscribe_group_id: idIn(groups)}),
    asked => {
      const utr = nextUtr(asked.db);
      const target: Partial<Target> = targetFrom(textOf(asked, 'automation_for')) ?? {};
      store(asked, {
        utr,
        automation_for: toId(target.id ?? ''),
        automation_for_table: target.table ?? '',
        automation_name: textOf(asked, 'automation_name'),
        exit_criteria: 0,
        unsubscribe_group_id: String(idOf(asked, 'unsubscribe_group_id')),
        automation_type: textOf(asked, 'type') === 'welcome' ? 1 : 2,
      });
      return gives(utr);
    },
  ),

  [operations.duplicate.route]: asked => {
    const {id, ...content} =
      asked.db.get('SELECT * FROM automations WHERE utr = ? AND deleted_at IS NULL', [textOf(asked, 'utr')]) ?? {};
    if (id === undefined) return notFound;
    const utr = nextUtr(asked.db);
    const copy = store(asked, {...content, utr, live_at: null});
    const emails = asked.db.all('SELECT * FROM automation_schedules WHERE automation_id = ? ORDER BY id', [id]);
    for (const {id: _, ...email} of emails) storeEmail(asked, {...email, automation_id: copy, done_up_to: 0});
    return gives(utr);
  },

  [operations.pause.route]: asked => {
    const row = named(asked);
    if (row?.['status'] !== 1) return notFoundInLowerCase;
    changeNow(asked, automations, row.id, {status: 0});
    return done;
  },

  [operations.setLive.route]: asked => {
    const row = named(asked);
    if (!row) return notFound;
    if (row['unsubscribe_group_id'] === null) return refuses('Unsubscribe group require to live automation');
    if (row['status'] !== 1) goLive(asked, row);
    return done;
  },

  ...usual(
    automationEmails,
    {delete: emailOperations.delete},
    {by: 'utr', unknown: notFoundInLowerCase, gone: notFoundInLowerCase},
  ),

  [emailOperations.list.route]: asked => {
    const automation = named(asked);
    if (!automation) return notFoundInLowerCase;
    const root = asked.baseUrl.replace(/\/+$/, '').replace(/\/api$/, '');
    return lists(
      listed(asked, automationEmails, {where: 'automation_id = ?', values: [automation.id]}, row => ({
        ...row,
        design_url: `${root}/design/${row['utr']}`,
        image: `${root}/images/${encodeURIComponent(String(row['preview_img']))}`,
      })),
    );
  },

  [emailOperations.add.route]: withOneTemplate(
    rulesOf(emailOperations.add, {utr: [isUuid], sender_id: idIn(senders), template_id: idIn(templates)}),
    asked => {
      const automation = named(asked);
      if (!automation) return notFound;
      storeEmail(asked, {
        automation_id: automation.id,
        ...rowOf(asked, emailOperations.add, 'utr'),
        waiting_period: numberOf(asked, 'waiting_period'),
        template_html: textOf(asked, 'template_json') === '' ? textOf(asked, 'template_html') : '',
        done_up_to: doneAlready(asked, automation),
      });
      return done;
    },
  ),
};

/** Starts an automation: from now on it mails everyone who is added, and nobody who was added before. */
function goLive(asked: Asked, row: Stored): void {
  const {db, now} = asked;
  const live_after = newestPerson(db, String(row['automation_for_table']));
  changeNow(asked, automations, row.id, {status: 1, live_at: now.getTime(), live_after});
  db.run('UPDATE automation_schedules SET done_up_to = ? WHERE automation_id = ?', [live_after, row.id]);
}

const storeEmail = (asked: Asked, content: Row): number =>
  addNow(asked, automationEmails, {...content, utr: nextUtr(asked.db)});

/** The last person who does not get a new email: the newest one now, or when the automation went live. */
const doneAlready = ({db, settings}: Asked, {id, ...automation}: Stored): number =>
  settings.addedEmail === 'later'
    ? newestPerson(db, String(automation['automation_for_table']))
    : (db.get<{live_after: number}>('SELECT live_after FROM automations WHERE id = ?', [id])?.live_after ?? 0);

/** The page at an email's `design_url`, with unfilled tags. */
export function designOf(db: Asked['db'], utr: string): string | undefined {
  const row = db.get('SELECT template_id, template_json, template_html FROM automation_schedules WHERE utr = ?', [utr]);
  return row && bodyOf(db, row);
}
