import type {Db, Row} from '../behaviour.js';
import type {Target} from '../form/input.js';
import {durations, type Settings} from '../settings.js';
import {change} from '../tables/table.js';
import {mailings} from '../tables/tables.js';
import {deliver, type Source} from './deliver.js';
import {type StoredMailing, storedMailing} from './mailing.js';
import {type Person, pageSize, peopleAfter} from './people.js';

type Send = Row & {readonly id: number; readonly run: number; readonly starts_at: number};

/** The progress of a mailing that has not been sent to everyone yet. */
type Position = {
  /** The current target, and the last person of it. */
  readonly target: number;
  readonly after: number;
  readonly mails: number;
  readonly ends: number;
};

/** The mailings that should have started by now. */
export const dueSends = (db: Db, now: number, settings: Settings): Source[] =>
  db.all<Send>(startedSends, [now]).map(send => startOf(db, send, settings));

const startedSends = `
  SELECT *, id AS owner_id, run AS part, utr AS part_utr, single_send_name AS name, sender_name AS from_name,
      from_sender AS from_email, unsubscribe_group_id AS group_id
    FROM single_sends WHERE status < 2 AND starts_at <= ? ORDER BY starts_at, id`;

/** Makes mailings ready or completed when their time has come. */
export function moveSends(db: Db, now: number): void {
  db.run('UPDATE single_sends SET status = 1, updated_at = ready_at WHERE status = 0 AND ready_at <= ?', [now]);
  db.run('UPDATE single_sends SET status = 3, updated_at = ends_at WHERE status = 2 AND ends_at <= ?', [now]);
}

/** A mailing as a source of mail. Its mail is stored when it starts, each with its own time. */
function startOf(db: Db, send: Send, settings: Settings): Source {
  const targets = JSON.parse(String(send['recipients'])) as Target[];
  const excluded = exclusion(db, JSON.parse(String(send['exclusions'])) as Target[]);
  let position = positionOf(send);
  let started = false;
  let mailing: StoredMailing | undefined;
  return {
    next: () => (started ? undefined : send.starts_at),
    carryOut: () => {
      mailing ??= storedMailing(db, 'mailing', send);
      const {target, after, mails, ends} = position;
      const {table, id} = targets[target] ?? {table: '', id: 0};
      const page = target < targets.length ? peopleAfter(db, table, Number(id), after) : [];
      const left = excluded(page);
      const people = page
        .filter(({created_at, email}) => created_at <= send.starts_at && !left.has(email.toLowerCase()))
        .map((person, index) => ({
          person,
          at: send.starts_at + Math.floor(((mails + index) * 1000) / settings.mailsPerSecond),
        }));
      const whole = page.length < pageSize;
      position = {
        target: whole ? target + 1 : target,
        after: whole ? 0 : (page.at(-1)?.id ?? 0),
        mails: mails + people.length,
        ends: Math.max(ends, deliver(db, settings, mailing, people)),
      };
      started = position.target >= targets.length;
      change(db, mailings, send.id, started ? running(send, position) : {position: JSON.stringify(position)});
      return page.length;
    },
  };
}

const positionOf = (send: Send): Position =>
  typeof send['position'] === 'string'
    ? (JSON.parse(send['position']) as Position)
    : {target: 0, after: 0, mails: 0, ends: send.starts_at + durations.run};

const running = ({starts_at}: Send, {ends}: Position): Row => ({
  status: 2,
  position: null,
  sent_at: starts_at,
  ends_at: ends,
  updated_at: starts_at,
});

/** The addresses of a page of people whom the exclusions name. */
const exclusion =
  (db: Db, targets: readonly Target[]) =>
  (page: readonly Person[]): ReadonlySet<string> => {
    const addresses = JSON.stringify(page.map(({email}) => email));
    const found = targets.flatMap(({table, id}) =>
      db.all<{email: string}>(table === 'contacts_' ? amongContacts : amongRecipients, [addresses, Number(id)]),
    );
    return new Set(found.map(({email}) => email.toLowerCase()));
  };

const amongContacts = `SELECT value AS email FROM json_each(?)
  WHERE EXISTS (SELECT 1 FROM contacts WHERE email = value AND +contact_type_id = ? AND deleted_at IS NULL)`;

const amongRecipients = `SELECT value AS email FROM json_each(?)
  WHERE value COLLATE NOCASE IN (SELECT email FROM segment_recipients WHERE segment_id = ?)`;
