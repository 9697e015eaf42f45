import {about, integer, listOf, nullable, object, oneOf, type TypeOf, text} from '../../../json-schema/describe.js';

const delivery = object({
  id: integer,
  kind: oneOf('mailing', 'automation'),
  utr: about('Of the mailing, or of the automation', text),
  part_utr: about("Of the automation's schedule; of a mailing, its own", text),
  name: text,
  to: text,
  contact_id: nullable(integer),
  from: text,
  reply_to: text,
  subject: text,
  preheader: text,
  body: text,
  triggered_at: text,
  delivered_at: nullable(text),
  bounced_at: nullable(text),
  opens: integer,
  opened_at: nullable(text),
  unsubscribed_at: nullable(text),
  unsubscribe_group_id: nullable(integer),
});

/** Who got what. */
export default listOf(delivery);

/** One mail that went out, with its recipient, its text and its outcome. */
export type Delivery = TypeOf<typeof delivery>;
