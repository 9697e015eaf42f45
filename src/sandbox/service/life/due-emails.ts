import type {Db, Row} from '../behaviour.js';
import type {Settings} from '../settings.js';
import {type Addressed, deliver, type Source} from './deliver.js';
import {type StoredMailing, storedMailing} from './mailing.js';
import {joinedAfter, pageSize} from './people.js';

type AutomationEmail = Row & {
  readonly id: number;
  readonly automation_for: number;
  readonly automation_for_table: string;
  readonly waiting_period: number;
  readonly waiting_type: string;
  /** The id of the last person whom it was sent to or withheld from. */
  readonly done_up_to: number;
  readonly created_at: number;
};

/** The emails that live automations must send: to everyone who joined since they went live, after a wait. */
export const dueEmails = (db: Db, now: number, settings: Settings): Source[] =>
  db.all<AutomationEmail>(liveEmails).map(part => emailOf(db, part, now, settings));

function emailOf(db: Db, part: AutomationEmail, now: number, settings: Settings): Source {
  const due = dueOf(db, part, now);
  let next = due.next().value;
  let mailing: StoredMailing | undefined;
  return {
    next: () => next?.at,
    carryOut: () => {
      const together: Addressed[] = [];
      const at = next?.at;
      while (next && next.at === at && together.length < pageSize) {
        together.push(next);
        next = due.next().value;
      }
      mailing ??= storedMailing(db, 'automation', part);
      deliver(db, settings, mailing, together);
      const last = together.at(-1)?.person.id ?? 0;
      db.run('UPDATE automation_schedules SET done_up_to = max(done_up_to, ?) WHERE id = ?', [last, part.id]);
      return together.length;
    },
  };
}

/** The people an email is due for, in order; at most a page of them is in memory. */
function* dueOf(db: Db, part: AutomationEmail, now: number): Generator<Addressed, undefined> {
  const wait = waitOf(part);
  let after = part.done_up_to;
  // Usually nobody is due, and reading one row shows this.
  for (let limit = 1; ; limit = pageSize) {
    const page = joinedAfter(db, part.automation_for_table, part.automation_for, after, limit);
    for (const person of page) {
      const at = Math.max(person.created_at + wait, part.created_at);
      if (at > now) return undefined;
      yield {person, at};
      after = person.id;
    }
    if (page.length < limit) return undefined;
  }
}

const waitOf = ({waiting_type: unit, waiting_period: period}: AutomationEmail): number =>
  unit === 'days' ? period * 86_400_000 : unit === 'hours' ? period * 3_600_000 : 0;

const liveEmails = `
  SELECT email.id, automation_id AS owner_id, automation.utr, email.id AS part, email.utr AS part_utr,
      automation_name AS name, subject, '' AS preheader, template_id, template_json, template_html, from_name, from_email,
      reply_to_email AS reply_to, company_address AS sender_address, unsubscribe_group_id AS group_id,
      automation_for, automation_for_table, waiting_period, waiting_type, done_up_to, email.created_at
    FROM automations AS automation
      JOIN automation_schedules AS email ON automation_id = automation.id
      LEFT JOIN senders ON senders.id = sender_id
    WHERE status = 1 AND automation.deleted_at IS NULL AND automation_for > 0
    ORDER BY email.id`;
