import {about, integer, listOf, nullable, number, object, type TypeOf, text} from '../json-schema/describe.js';
import {audience, concern, upcoming} from './agenda.schema.js';

const month = about('As in 2026-03', text);
const byMonth = about('In each month of the report', listOf(integer));
const count = nullable(integer);
const rate = about('A share: 0.25 is a quarter; null if there is nothing to divide by', nullable(number));

const figures = {
  triggered: count,
  delivered: count,
  unique_opens: count,
  total_opens: count,
  bounces: count,
  unsubscribes: count,
  delivered_rate: rate,
  open_rate: rate,
  bounce_rate: rate,
  unsubscribe_rate: rate,
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
const report = object({
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

export default report;

export type Report = TypeOf<typeof report>;
export type Figures = TypeOf<typeof figuresObject>;
export type Contacts = TypeOf<typeof contacts>;
export type List = Contacts['lists'][number];
export type Unsubscribes = TypeOf<typeof unsubscribes>;
export type Sent = TypeOf<typeof sent>;
export type SentMailings = TypeOf<typeof sentMailings>;
export type AutomationFigures = TypeOf<typeof automationFigures>;
