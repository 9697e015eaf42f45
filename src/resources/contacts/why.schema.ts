import {boolean, integer, listOf, nullable, object, type TypeOf, text} from '../../json-schema/describe.js';

const sinceWhen = {name: text, since: text};

/** Why somebody gets mail or does not: what the account says of an address, and of it and one mailing. */
const why = object({
  email: text,
  known: boolean,
  lists: listOf(object({id: integer, ...sinceWhen})),
  segments: listOf(object({id: integer, ...sinceWhen})),
  unsubscribed: nullable(text),
  groups_left: listOf(object({id: integer, ...sinceWhen})),
  automations: listOf(object({utr: text, name: text, live_since: nullable(text), mails: text, since: text})),
  mailing: nullable(
    object({
      utr: text,
      name: text,
      sent_at: nullable(text),
      among_its_people: boolean,
      included: listOf(object(sinceWhen)),
      excluded: listOf(object(sinceWhen)),
      left_group: nullable(object(sinceWhen)),
      joined_after: boolean,
    }),
  ),
});

export default why;

export type Why = TypeOf<typeof why>;
