import {zonesOf} from '../accounts/time-zone.js';
import type {Moment} from '../checks/moment.js';
import type {RecipientLimits, Rules} from '../checks/options.js';
import type {Context} from '../commands/command.js';
import {orNoSuch} from '../commands/not-found.js';
import singleSends, {operations} from '../endpoints/single-sends.js';
import {formOf, momentIn} from './send-form.js';
import {passGate} from './send-gate.js';
import {momentInWords} from './single-send-when.js';

/**
Looks at a send before it is copied, and asks: the service may mail the copy as it mailed the original. That the copy is like
the original, and that its moment is past, is no mistake here.
*/
export async function passCopyGate(
  context: Context,
  utr: string,
  rules: Rules,
  limits: RecipientLimits,
): Promise<void> {
  const original = await context.call(operations.details, {utr}).catch(orNoSuch(singleSends.noun, utr));
  const zones = zonesOf(context);
  const moment: Moment = momentIn(original);
  const when = moment.schedule_type === 0 ? 'at once' : `on ${momentInWords(moment, zones)}`;
  await passGate(context, {
    draft: {form: formOf(original), moment, zones, limits, utr},
    rules,
    says: audience => `Copy single send "${original.single_send_name}", which may mail ${audience} ${when}`,
    named: 'its audience',
    without: ['moment-past', 'odd-hour', 'same-name', 'same-subject', 'running'],
    asks: true,
  });
}
