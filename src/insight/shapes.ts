import {
  about,
  boolean,
  integer,
  listOf,
  nullable,
  number,
  object,
  optional,
  type TypeOf,
  text,
} from '../core/json-schema/describe.js';
import {findingProperties} from '../records/fields/finding.schema.js';
import {type Counter, counters, type Rate, rates} from './counters.js';

const audience = object({name: text, people: nullable(integer)});

const from = object({
  sender_id: integer,
  name: nullable(text),
  address: nullable(text),
  verified: nullable(boolean),
});

const planned = object({
  utr: text,
  name: text,
  subject: text,
  status: text,
  moment: about("On the account's clock; null if it is sent at once", nullable(text)),
  at: about("The same moment in UTC; null if the account's zone is unknown", nullable(text)),
  to: listOf(audience),
  except: listOf(audience),
  at_most: about('How many people it can reach at most', nullable(integer)),
  from,
});

const step = object({
  subject: text,
  wait: about('How long after joining it is sent, in words', text),
  waiting_period: integer,
  waiting_type: text,
  from,
});

const live = object({
  utr: text,
  name: text,
  for: about('People who join this audience get the emails', nullable(audience)),
  live_at: nullable(text),
  emails: listOf(step),
});

/** Something to look at. Equal statements about many drafts can be combined. */
const concern = object({...findingProperties, draft: optional(object({name: text, month: text}))});

const upcoming = {
  now: text,
  until: about('The last day of the agenda', text),
  time_zone: nullable(text),
  scheduled: about('The mailings scheduled from now to the end of that day, in order', listOf(planned)),
  under_way: about('Mailings that are being sent, or are about to be', listOf(planned)),
  later: about('The mailings scheduled after that day', listOf(planned)),
  automations: listOf(live),
};

/** Upcoming mail. Moments are on the account's clock. */
export const agenda = object({...upcoming, attention: listOf(concern)});

const month = about('As in 2026-03', text);
const byMonth = about('In each month of the report', listOf(integer));
const count = nullable(integer);
const rate = about('A share: 0.25 is a quarter; null if there is nothing to divide by', nullable(number));

const figures = {
  ...(Object.fromEntries(counters.map(name => [name, count])) as Record<Counter, typeof count>),
  ...(Object.fromEntries(rates.map(name => [name, rate])) as Record<Rate, typeof rate>),
};

const figuresObject = object(figures);

const contacts = object({
  total: integer,
  undated: about('Contacts without a date of joining', integer),
  lists: listOf(object({id: integer, name: text, contacts: integer, joined: byMonth})),
  months: listOf(object({month, joined: integer, contacts: integer})),
});

const unsubscribes = object({
  total: integer,
  groups: listOf(
    object({
      id: about('Null for people who unsubscribed from everything', nullable(integer)),
      name: nullable(text),
      unsubscribed: integer,
      by_month: byMonth,
    }),
  ),
  months: listOf(object({month, unsubscribed: integer})),
});

const sent = object({
  utr: text,
  name: text,
  subject: text,
  sent_at: about("On the account's clock", text),
  ...figures,
});

const sentMailings = object({
  total: figuresObject,
  list: about('The newest first', listOf(sent)),
  months: listOf(object({month, mailings: integer, ...figures})),
});

const automationFigures = object({
  utr: text,
  name: text,
  status: text,
  live_at: nullable(text),
  for: nullable(audience),
  ...figures,
});

/** The account at a glance. Every month of it is a whole one, on the account's clock. */
export const report = object({
  account: text,
  made_at: text,
  now: about("The same moment on the account's clock", text),
  time_zone: nullable(text),
  since: month,
  until: month,
  contacts,
  unsubscribes,
  mailings: sentMailings,
  automations: listOf(automationFigures),
  agenda: object(upcoming),
  attention: listOf(concern),
  cannot_tell: listOf(text),
});

export type Agenda = TypeOf<typeof agenda>;
export type Audience = TypeOf<typeof audience>;
export type Concern = TypeOf<typeof concern>;
export type From = TypeOf<typeof from>;
export type Live = TypeOf<typeof live>;
export type Planned = TypeOf<typeof planned>;
export type Report = TypeOf<typeof report>;
export type Figures = TypeOf<typeof figuresObject>;
export type SentMailings = TypeOf<typeof sentMailings>;
export type AutomationFigures = TypeOf<typeof automationFigures>;

/** What cannot be read from the service, for help and for every report. */
export const limitations = [
  'The service gives numbers of opens and bounces, not names: nobody can tell who opened a mailing or who bounced.',
  'Growth counts people who are there today, by the day they were added. The service does not say when somebody ' +
    'left a list or was deleted.',
  'People on two lists count on each.',
  'An automation has one total since it was created. The service does not show where each person is in it.',
  'Opens are an estimate: some mail programs load pictures unseen, others never load them.',
] as const;
