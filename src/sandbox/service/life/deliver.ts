import type {Db} from '../../behaviour.js';
import type {Settings} from '../../settings.js';
import {seedOf} from '../chance.js';
import {fillingOf} from '../tags.js';
import {fateOf} from './fate.js';
import type {StoredMailing} from './mailing.js';
import type {Person} from './people.js';

/** A person, and when the mail to them leaves. */
export type Addressed = {readonly person: Person; readonly at: number};

/**
Writes down the mail to these people and what will become of it; whoever unsubscribed or has it already is left out.
Returns when the last of it arrives.
*/
export function deliver(db: Db, settings: Settings, mailing: StoredMailing, people: readonly Addressed[]): number {
  const seed = seedOf(db);
  const rows = people.map(({person, at}) => ({
    ...fateOf(seed, `${mailing.name} ${person.email.toLowerCase()}`, at, settings),
    at,
    email: person.email,
    contact: person.contact_id,
    person: fillingOf(person, mailing.tags),
  }));
  const before = db.get<{id: number}>('SELECT coalesce(max(id), 0) AS id FROM deliveries')?.id ?? 0;
  db.run(insertMails, [JSON.stringify(rows), mailing.id, mailing.group_id, settings.unsubscribeScope]);
  db.run(insertOpens, [JSON.stringify(rows.filter(({opens}) => opens.length > 0)), mailing.id, before]);
  db.run('UPDATE mailings SET last_at = max(last_at, ?) WHERE id = ?', [
    Math.max(0, ...rows.map(row => row.last)),
    mailing.id,
  ]);
  return Math.max(0, ...rows.map(({arrives}) => arrives));
}

const insertMails = `
  INSERT OR IGNORE INTO deliveries
    (mailing_id, email, contact_id, person, triggered_at, arrives_at, bounces, unsubscribes_at)
  SELECT ?2, value ->> 'email', value ->> 'contact', value -> 'person', value ->> 'at', value ->> 'arrives',
      value ->> 'bounces', value ->> 'unsubscribes'
    FROM json_each(?1)
    WHERE NOT EXISTS (SELECT 1 FROM unsubscribers
      WHERE email_address = value ->> 'email'
        AND (?4 = 'everything' OR unsubscribe_groups_id IS NULL OR unsubscribe_groups_id = ?3))
    ORDER BY key`;

const insertOpens = `
  INSERT INTO opens (delivery_id, mailing_id, at)
  SELECT deliveries.id, mailing_id, open.value
    FROM json_each(?1) AS mail, json_each(mail.value, '$.opens') AS open
      JOIN deliveries ON mailing_id = ?2 AND email = mail.value ->> 'email' AND deliveries.id > ?3
    ORDER BY deliveries.id, open.value`;
