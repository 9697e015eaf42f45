import type {InputOf} from '../../api/describe/schema.js';
import {momentAsSent} from '../../checks/moment.js';
import type {Context} from '../../commands/command.js';
import {readRecord} from '../../commands/not-found.js';
import mailings, {operations} from '../../endpoints/mailings.js';
import {dateInWords} from '../../records/dates/words.js';
import type {Ended} from '../../work/ending.js';
import {settleZone} from '../shared/settle-zone.js';
import {createSend} from './create.js';
import {formOf} from './form.js';
import type {copyTakes} from './options.js';
import {momentOfSend, newMoment} from './reschedule.js';
import {momentOf} from './when.js';

/** Creates a copy of a mailing at another moment: the service's own duplicate may be sent at once. */
export async function copySend(
  context: Context,
  {utr, at, name, subject, ...rules}: InputOf<typeof copyTakes>,
): Promise<Ended> {
  const send = await readRecord(context, mailings, operations.details, {utr});
  const old = momentOfSend(send);
  await settleZone(context);
  const moment = momentOf({at: newMoment(context, old, at)}, context.host.now(), context.zones());
  const sent = momentAsSent(moment ?? {schedule_type: 1});
  const form = {
    ...formOf(send),
    // Two mailings with one name cannot be told apart.
    single_send_name: name ?? `${send.single_send_name} (${dateInWords(dayOf(sent))})`,
    subject: subject ?? send.subject,
  };
  tellChange(context, 'Name', send.single_send_name, form.single_send_name);
  tellChange(context, 'Subject', send.subject, form.subject);
  return createSend(context, {...form, at: sent, ...rules});
}

const dayOf = (moment: string): number => Date.parse(`${moment.slice(0, 10)}T00:00:00Z`);

function tellChange({notice}: Context, what: string, old: string, now: string): void {
  notice(old === now ? `${what}: "${now}", as before.` : `${what}: "${old}" becomes "${now}".`);
}
