import type {Db, SqlRow} from './behaviour.js';
import type {RecipientTarget} from './forms.js';
import {fillingOf, type StoredMailing, storedMailing} from './mail.js';
import {applyUnsubscribes, type MailRecipient, pageSize, peopleAfter} from './people.js';
import {change, randomNumbers} from './rows.js';
import {durations, type Settings} from './settings.js';
import {mailings} from './tables.js';

/**
 * Lets everything happen in the account that is due by now. There are no timers: what is due follows from stored times,
 * so the result does not depend on how often this is called.
 */
export function bringUpToDate(db: Db, now: Date, settings: Settings): void {
  const time = now.getTime();
  db.run(verify, [time]);
  moveSends(db, time);
  const sources = [
    ...db.all<DueMailing>(startedSends, [time]).map(send => startOf(db, send, settings)),
    ...db.all<AutomationEmail>(liveEmails).map(part => emailOf(db, part, time, settings)),
  ];
  for (let source = earliest(sources); source; source = earliest(sources)) {
    // People who unsubscribed before the next mail must not get it.
    applyUnsubscribes(db, source.next() ?? time);
    source.carryOut();
  }
  moveSends(db, time);
  applyUnsubscribes(db, time);
  db.run(moveClock, [time, time]);
}

const verify =
  'UPDATE senders SET is_verified = 1, updated_at = verifies_at WHERE is_verified = 0 AND verifies_at <= ?';

/** Moves the time up to which deliveries are counted, as long as mail is being sent. */
const moveClock =
  'UPDATE service_state SET clock = ? WHERE clock < ? AND EXISTS (SELECT 1 FROM mailings WHERE last_at > clock)';

/** The source whose mail is due first; of several with the same time, the first in the list. */
function earliest(sources: readonly MailSource[]): MailSource | undefined {
  let [first, soonest]: [MailSource | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const source of sources) {
    const at = source.next() ?? Number.POSITIVE_INFINITY;
    if (at < soonest) [first, soonest] = [source, at];
  }
  return first;
}

type DueMailing = SqlRow & {readonly id: number; readonly run: number; readonly starts_at: number};

/** The mailings that should have started by now. */
const startedSends = `
  SELECT *, id AS owner_id, run AS part, utr AS part_utr, single_send_name AS name, sender_name AS from_name,
      from_sender AS from_email, unsubscribe_group_id AS group_id
    FROM single_sends WHERE status < 2 AND starts_at <= ? ORDER BY starts_at, id`;

/** Makes mailings ready or completed when their time has come. */
function moveSends(db: Db, now: number): void {
  db.run('UPDATE single_sends SET status = 1, updated_at = ready_at WHERE status = 0 AND ready_at <= ?', [now]);
  db.run('UPDATE single_sends SET status = 3, updated_at = ends_at WHERE status = 2 AND ends_at <= ?', [now]);
}

/** How many mails a mailing sends in a second. */
const PACE = 5000;

/** The shares of mails that bounce and, of the others, that are opened. */
const SHARES = {bounced: 0.05, opened: 0.5} as const;

/** A mailing as a source of mail. Its mail is stored when it starts, each with its own time. */
function startOf(db: Db, send: DueMailing, settings: Settings): MailSource {
  const {starts_at} = send;
  let isSent = false;
  return {
    next: () => (isSent ? undefined : starts_at),
    carryOut() {
      isSent = true;
      const mailing = storedMailing(db, 'mailing', send);
      const excluded = exclusion(db, JSON.parse(String(send['exclude_specific_recipient_id'])) as RecipientTarget[]);
      let [mails, ends] = [0, starts_at + durations.run];
      for (const {table, id} of JSON.parse(String(send['recipient_id'])) as RecipientTarget[])
        for (const page of pagesOf(db, table, Number(id))) {
          const left = excluded(page);
          const people = page
            .filter(({created_at, email}) => created_at <= starts_at && !left.has(email.toLowerCase()))
            .map((person, index) => ({person, at: starts_at + Math.floor(((mails + index) * 1000) / PACE)}));
          mails += people.length;
          ends = Math.max(ends, deliver(db, settings, mailing, people));
        }
      change(db, mailings, send.id, {status: 2, sent_at: starts_at, ends_at: ends, updated_at: starts_at});
    },
  };
}

/** The people of a list or a segment in order, page by page. */
function* pagesOf(db: Db, table: string, id: number): Generator<readonly MailRecipient[]> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page = peopleAfter(db, table, id, after, pageSize);
    yield page;
    after = page.length < pageSize ? undefined : page.at(-1)?.id;
  }
}

/** The addresses of a page of people whom the exclusions name. */
const exclusion =
  (db: Db, targets: readonly RecipientTarget[]) =>
  (page: readonly MailRecipient[]): ReadonlySet<string> => {
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

type AutomationEmail = SqlRow & {
  readonly id: number;
  readonly automation_for: number;
  readonly automation_for_table: string;
  readonly waiting_period: number;
  readonly waiting_type: string;
  /** The id of the last person whom it was sent to or withheld from. */
  readonly done_up_to: number;
  readonly created_at: number;
};

/** An email that a live automation must send: to everyone who joined since it went live, after a wait. */
function emailOf(db: Db, part: AutomationEmail, now: number, settings: Settings): MailSource {
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
    },
  };
}

/** The people an email is due for, in order; at most a page of them is in memory. */
function* dueOf(db: Db, part: AutomationEmail, now: number): Generator<Addressed, undefined> {
  const wait = waitOf(part);
  let after = part.done_up_to;
  // Usually nobody is due, and reading one row shows this.
  for (let limit = 1; ; limit = pageSize) {
    const page = peopleAfter(db, part.automation_for_table, part.automation_for, after, limit);
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

/** A mailing or one email of an automation, whose mail is sent step by step as it becomes due. */
type MailSource = {
  /** The time of its next mail; undefined if none is due. */
  next(): number | undefined;
  /** Sends the mail of that time; an email of an automation to some hundred people at most. */
  carryOut(): void;
};

/** A person, and when their mail is sent. */
type Addressed = {readonly person: MailRecipient; readonly at: number};

/**
 * Stores the mail to these people and its outcome, without people who unsubscribed. A mailing reaches an address
 * once; an automation mails everyone who is added, so a person added twice is mailed twice. Returns when the last mail
 * arrives.
 */
function deliver(db: Db, settings: Settings, mailing: StoredMailing, people: readonly Addressed[]): number {
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
    last = Math.max(last, fate.arrives, ...fate.opens);
  }
  db.run('UPDATE mailings SET last_at = max(last_at, ?) WHERE id = ?', [last, mailing.id]);
  return arrived;
}

const seedOf = (db: Db): number => db.get<{seed: number}>('SELECT seed FROM service_state')?.seed ?? 0;

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
};

/** Decides a mail's fate from the account's seed and the mail's name, so that it is the same every time. */
function fateOf(seed: number, name: string, triggered: number, settings: Settings): Fate {
  const [arrival, bounce, open, again, leave] = randomNumbers(seed, name);
  const arrives = triggered + Math.round(arrival * durations.arrive);
  const unread: Fate = {arrives, bounces: bounce < SHARES.bounced ? 1 : 0, opens: [], unsubscribes: null};
  if (unread.bounces === 1 || open >= SHARES.opened) return unread;
  const span = durations.open * 0.5;
  const first = arrives + Math.round((open / SHARES.opened) * span);
  const count = 1 + Math.floor(again * again * 4);
  const opens = Array.from({length: count}, (_, index) => first + Math.round((index * span) / count));
  const leaves = leave < Number(settings.unsubscribeRate);
  return {...unread, opens, unsubscribes: leaves ? (opens.at(-1) ?? null) : null};
}
