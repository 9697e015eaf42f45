import {
  about,
  boolean,
  integer,
  listOf,
  nullable,
  object,
  optional,
  type TypeOf,
  text,
} from '../json-schema/describe.js';
import {findingProperties} from '../records/fields/finding.schema.js';

export const audience = object({name: text, people: nullable(integer)});

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
export const concern = object({...findingProperties, draft: optional(object({name: text, month: text}))});

export const upcoming = {
  now: text,
  until: about('The last day of the agenda', text),
  time_zone: nullable(text),
  scheduled: about('The mailings scheduled from now to the end of that day, in order', listOf(planned)),
  under_way: about('Mailings that are being sent, or are about to be', listOf(planned)),
  later: about('The mailings scheduled after that day', listOf(planned)),
  automations: listOf(live),
};

/** Upcoming mail. Moments are on the account's clock. */
const agenda = object({...upcoming, attention: listOf(concern)});

export default agenda;

export type Agenda = TypeOf<typeof agenda>;
export type Audience = TypeOf<typeof audience>;
export type Concern = TypeOf<typeof concern>;
export type From = TypeOf<typeof from>;
export type Live = TypeOf<typeof live>;
export type Planned = TypeOf<typeof planned>;
