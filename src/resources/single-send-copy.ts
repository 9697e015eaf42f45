import {zonesOf} from '../accounts/time-zone.js';
import type {Card} from '../commands/card.js';
import type {Context} from '../commands/command.js';
import {orNoSuch} from '../commands/not-found.js';
import {audienceOf} from '../endpoints/audience.js';
import singleSends, {operations} from '../endpoints/single-sends.js';
import {sendCard} from './send-card.js';
import {type Moment, momentInWords} from './single-send-when.js';

/** What a person should know before a send is copied: the service may mail the copy as it mailed the original. */
export async function copyCard(context: Context, utr: string): Promise<Card> {
  const original = await context.call(operations.details, {utr}).catch(orNoSuch(singleSends.noun, utr));
  const {schedule_date, schedule_time} = original;
  const zones = zonesOf(context);
  const moment: Moment =
    Number(original.schedule_type) === 0 ? {schedule_type: 0} : {schedule_type: 1, schedule_date, schedule_time};
  const when = moment.schedule_type === 0 ? 'at once' : `on ${momentInWords(moment, zones)}`;
  const send = {
    ...original,
    template_html: original.template_html ?? undefined,
    template_json: original.template_json ?? undefined,
    recipient_id: audienceOf(original.recipient_id),
    exclude_specific_recipient_id: audienceOf(original.exclude_specific_recipient_id),
  };
  return sendCard(
    context,
    send,
    {moment, zones},
    audience => `Copy single send "${original.single_send_name}", which may mail ${audience} ${when}`,
  );
}
