import type {Permit} from '../../api/describe/permit.js';
import {isPast, type Moment} from '../../checks/moment.js';
import type {CheckRules, RecipientLimits} from '../../checks/options.js';
import type {Context} from '../../commands/command.js';
import {readRecord} from '../../commands/not-found.js';
import mailings, {operations} from '../../endpoints/mailings.js';
import {formOf, momentIn} from './form.js';
import {passSendGate} from './send-gate.js';
import {momentInWords} from './when.js';

/**
 * Checks a mailing before it is copied, and asks: the service may send the copy like the original. A copy may repeat
 * the original, but a past moment is an error, because the copy has it too and may be sent at once. Gives the
 * mailing's name and the permit.
 */
export async function passCopyGate(
  context: Context,
  utr: string,
  rules: CheckRules,
  limits: RecipientLimits,
): Promise<{readonly label: string; readonly permit: Permit<'sends'>}> {
  const original = await readRecord(context, mailings, operations.details, {utr});
  const zones = context.zones();
  const moment: Moment = momentIn(original);
  const isAtOnce = moment.schedule_type === 0 || isPast(moment, context.host.now(), zones);
  const when = isAtOnce ? 'at once' : `on ${momentInWords(moment, zones)}`;
  const permit = await passSendGate(context, {
    draft: {form: formOf(original), moment, zones, limits, utr},
    rules,
    says: audience => `Copy mailing "${original.single_send_name}", which may mail ${audience} ${when}`,
    audience: 'its audience',
    without: ['odd-hour', 'same-name', 'same-subject', 'running'],
    asks: true,
  });
  return {label: `"${original.single_send_name}"`, permit};
}
