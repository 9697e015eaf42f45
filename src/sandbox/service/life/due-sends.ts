import type {Db, Row} from '../../behaviour.js';
import type {Settings} from '../../settings.js';
import {change} from '../table.js';
import {singleSends} from '../tables.js';
import type {Target} from '../target.js';
import {deliver} from './deliver.js';
import {bodyOf, storedMailing} from './mailing.js';
import {everyone, type Person} from './people.js';
import type {Step} from './step.js';

type Send = Row & {readonly id: number; readonly run: number; readonly starts_at: number};

/** The single sends that are to start by now. */
export const dueSends = (db: Db, now: number, settings: Settings): Step[] =>
  db
    .all<Send>('SELECT * FROM single_sends WHERE status < 2 AND starts_at <= ? ORDER BY starts_at, id', [now])
    .map(send => ({at: send.starts_at, person: undefined, source: {carryOut: () => start(db, send, settings)}}));

/** Makes every send ready, or completed, whose time for it has come. */
export function moveSends(db: Db, now: number): void {
  db.run('UPDATE single_sends SET status = 1, updated_at = ready_at WHERE status = 0 AND ready_at <= ?', [now]);
  db.run('UPDATE single_sends SET status = 3, updated_at = ends_at WHERE status = 2 AND ends_at <= ?', [now]);
}

function start(db: Db, send: Send, settings: Settings): void {
  const text = (name: string) => String(send[name] ?? '');
  const mailing = storedMailing(db, {
    kind: 'single-send',
    owner_id: send.id,
    utr: text('utr'),
    part: send.run,
    part_utr: text('utr'),
    name: text('single_send_name'),
    subject: text('subject'),
    preheader: text('preheader'),
    body: bodyOf(db, send),
    from_name: text('sender_name'),
    from_email: text('from_sender'),
    reply_to: text('reply_to'),
    sender_address: text('sender_address'),
    group_id: Number(send['unsubscribe_group_id']),
  });
  const excluded = exclusion(db, JSON.parse(text('exclusions')) as Target[]);
  let ends = send.starts_at + settings.runSeconds * 1000;
  let position = 0;
  for (const {table, id} of JSON.parse(text('recipients')) as Target[]) {
    for (const page of everyone(db, table, Number(id), send.starts_at)) {
      const left = excluded(page);
      const people = page
        .filter(({email}) => !left.has(email.toLowerCase()))
        .map(person => ({person, at: send.starts_at + Math.floor((position++ * 1000) / settings.mailsPerSecond)}));
      ends = Math.max(ends, deliver(db, settings, mailing, people));
    }
  }
  const sent = {status: 2, sent_at: send.starts_at, ends_at: ends, updated_at: send.starts_at};
  change(db, singleSends, send.id, sent);
}

/** Finds whom of a page the exclusions name, by address. */
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
