import type {OperationOutput} from '../../api/describe/operation.js';
import type {Moment} from '../../checks/moment.js';
import type {SendForm} from '../../checks/read-mailing.js';
import {audienceOf} from '../../endpoints/audience.js';
import type {operations} from '../../endpoints/mailings.js';

type Send = OperationOutput<typeof operations.details>;

/** An existing mailing in the form for creating it. */
export const formOf = (send: Send): SendForm => ({
  single_send_name: send.single_send_name,
  subject: send.subject,
  preheader: send.preheader,
  sender_id: send.sender_id,
  unsubscribe_group_id: send.unsubscribe_group_id,
  recipient_id: audienceOf(send.recipient_id),
  ...exceptOf(send),
  template_id: send.template_id,
  template_html: send.template_html ?? undefined,
  template_json: send.template_json ?? undefined,
});

/** The moment of an existing mailing. */
export const momentIn = ({schedule_type, schedule_date, schedule_time}: Send): Moment =>
  Number(schedule_type) === 0 ? {schedule_type: 0} : {schedule_type: 1, schedule_date, schedule_time};

/** The excluded people, if any: an empty list in the form would empty the field. */
function exceptOf(send: Send): Pick<SendForm, 'exclude_specific_recipient_id'> {
  const except = audienceOf(send.exclude_specific_recipient_id);
  return except.length === 0 ? {} : {exclude_specific_recipient_id: except};
}
