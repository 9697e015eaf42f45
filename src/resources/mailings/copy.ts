import type {InputOf, Loose} from '../../api/describe/schema.js';
import {isPast, type Moment, momentAsSent} from '../../checks/moment.js';
import type {Context} from '../../commands/command.js';
import {readRecord} from '../../commands/not-found.js';
import {createOne} from '../../commands/verbs/create.js';
import mailings, {operations} from '../../endpoints/mailings.js';
import {dateInWords} from '../../records/dates/words.js';
import type {Ended} from '../../work/ending.js';
import {settleZone} from '../shared/settle-zone.js';
import {createSend, creating} from './create.js';
import {formOf, momentIn} from './draft.js';
import type {copyTakes, duplicateTakes} from './options.js';
import {passSendGate} from './send-gate.js';
import {momentOfSend, newMoment} from './update.js';
import {momentInWords, momentOf} from './when.js';

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

/**
 * Copies a mailing by the service, which may send the copy like the original, so it is checked and asked about. A copy may
 * repeat the original, but a past moment is an error, because the copy has it too and may be sent at once.
 */
export async function duplicateSend(
  context: Context,
  {utr, columns, strict, force, ...limits}: InputOf<typeof duplicateTakes>,
): Promise<Ended> {
  const original = await readRecord(context, mailings, operations.details, {utr});
  const zones = context.zones();
  const moment: Moment = momentIn(original);
  const isAtOnce = moment.schedule_type === 0 || isPast(moment, context.host.now(), zones);
  const when = isAtOnce ? 'at once' : `on ${momentInWords(moment, zones)}`;
  const permit = await passSendGate(context, {
    draft: {form: formOf(original), moment, zones, limits, utr},
    rules: {strict, force},
    says: audience => `Copy mailing "${original.single_send_name}", which may mail ${audience} ${when}`,
    audience: 'its audience',
    without: ['odd-hour', 'same-name', 'same-subject', 'running'],
    asks: true,
  });
  // A copy has the subject of its original, and its name, perhaps with a word that the service added.
  const isCopy = ({single_send_name: name, subject}: Loose): boolean =>
    String(name).includes(original.single_send_name) && subject === original.subject;
  return createOne(
    context,
    {operation: operations.duplicate, agreed: async () => permit},
    {utr},
    {
      ...creating,
      by: [],
      mayBe: context.globals.dryRun ? undefined : isCopy,
      says: () => `Mailing "${original.single_send_name}" was copied.`,
      columns,
    },
  );
}
