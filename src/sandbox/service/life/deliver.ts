import type {Db} from '../behaviour.js';
import {randomNumbers, seedOf} from '../chance.js';
import {durations, type Settings} from '../settings.js';
import {fillingOf} from './mail.js';
import type {StoredMailing} from './mailing.js';
import type {Person} from './people.js';

/** A mailing or one email of an automation, whose mail is sent step by step as it becomes due. */
export type Source = {
  /** The time of its next mail; undefined if none is due. */
  next(): number | undefined;
  /** Sends the mail of that time, to some hundred people at most. Returns how many. */
  carryOut(): number;
};

/** A person, and when their mail is sent. */
export type Addressed = {readonly person: Person; readonly at: number};

/**
 * Stores the mail to these people and its outcome, without people who unsubscribed. A mailing reaches an address
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
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?10
    WHERE NOT EXISTS (SELECT 1 FROM unsubscribes
      WHERE email_address = ?2 AND (unsubscribe_groups_id IS NULL OR unsubscribe_groups_id = ?9))`;

const insertOpen = 'INSERT INTO opens (delivery_id, mailing_id, at) VALUES (?, ?, ?)';

/** What happens to one mail, and when. */
type Fate = {
  readonly arrives: number;
  readonly bounces: 0 | 1;
  readonly opens: readonly number[];
  readonly unsubscribes: number | null;
  readonly last: number;
};

/** Decides a mail's fate from the account's seed and the mail's name, so that it is the same every time. */
function fateOf(seed: number, name: string, triggered: number, settings: Settings): Fate {
  const [arrival, bounce, open, again, leave] = randomNumbers(seed, name);
  const arrives = triggered + Math.round(arrival * durations.arrive);
  if (bounce < settings.bounceRate) return {arrives, bounces: 1, opens: [], unsubscribes: null, last: arrives};
  if (open >= settings.openRate) return {arrives, bounces: 0, opens: [], unsubscribes: null, last: arrives};
  const span = durations.open;
  const first = arrives + Math.round((open / settings.openRate) * span * 0.5);
  const count = 1 + Math.floor(again * again * 4);
  const opens = Array.from({length: count}, (_, index) => first + Math.round((index * span * 0.5) / count));
  const unsubscribes = leave < settings.unsubscribeRate ? (opens.at(-1) ?? first) : null;
  return {arrives, bounces: 0, opens, unsubscribes, last: opens.at(-1) ?? first};
}
