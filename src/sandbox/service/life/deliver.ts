import type {Db} from '../behaviour.js';
import {seedOf} from '../chance.js';
import type {Settings} from '../settings.js';
import {fateOf} from './fate.js';
import type {StoredMailing} from './mailing.js';
import type {Person} from './people.js';
import {fillingOf} from './tags.js';

/** A single send or one email of an automation, whose mail is sent step by step as it becomes due. */
export type Source = {
  /** The time of its next mail; undefined if none is due. */
  next(): number | undefined;
  /** Sends the mail of that time, to some hundred people at most. Returns how many. */
  carryOut(): number;
};

/** A person, and when their mail is sent. */
export type Addressed = {readonly person: Person; readonly at: number};

/**
 * Stores the mail to these people and its outcome, without people who unsubscribed. A single send reaches an address
 * once; an automation mails everyone who is added, so a person added twice is mailed twice. Returns when the last mail
 * arrives.
 */
export function deliver(db: Db, settings: Settings, mailing: StoredMailing, people: readonly Addressed[]): number {
  const seed = seedOf(db);
  let [arrived, last] = [0, 0];
  for (const {person, at} of people) {
    const fate = fateOf(seed, `${mailing.name} ${person.email.toLowerCase()}`, at, settings);
    const filling = mailing.tags.length > 0 ? JSON.stringify(fillingOf(person, mailing.tags)) : null;
    const {changes, id} = db.run(insertMail, [
      mailing.id,
      person.email,
      person.contact_id,
      filling,
      at,
      fate.arrives,
      fate.bounces,
      fate.unsubscribes,
      mailing.group_id,
      settings.unsubscribeScope,
      mailing.kind === 'automation' ? person.id : 0,
    ]);
    if (changes === 0) continue;
    for (const time of fate.opens) db.run(insertOpen, [id, mailing.id, time]);
    arrived = Math.max(arrived, fate.arrives);
    last = Math.max(last, fate.last);
  }
  db.run('UPDATE mailings SET last_at = max(last_at, ?) WHERE id = ?', [last, mailing.id]);
  return arrived;
}

const insertMail = `
  INSERT OR IGNORE INTO deliveries
    (mailing_id, email, contact_id, person, triggered_at, arrives_at, bounces, unsubscribes_at, entrant)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?11
    WHERE NOT EXISTS (SELECT 1 FROM unsubscribers
      WHERE email_address = ?2 AND (?10 = 'everything' OR unsubscribe_groups_id IS NULL OR unsubscribe_groups_id = ?9))`;

const insertOpen = 'INSERT INTO opens (delivery_id, mailing_id, at) VALUES (?, ?, ?)';
