import type {InputOf} from '../../api/describe/schema.js';
import {momentAsSent} from '../../checks/moment.js';
import type {Context} from '../../commands/command.js';
import {readRecord} from '../../commands/not-found.js';
import singleSends, {operations} from '../../endpoints/single-sends.js';
import {type Move, movedDates} from '../../records/dates/moved-dates.js';
import {dateInWords} from '../../records/dates/spoken-words.js';
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
  {utr, at, name, subject, no_lookup, columns, ...rules}: InputOf<typeof copyTakes>,
): Promise<Ended> {
  const send = await readRecord(context, singleSends, operations.details, {utr});
  const old = momentOfSend(send);
  await settleZone(context);
  const moment = momentOf({at: newMoment(context, old, at)}, context.host.now(), context.zones());
  const sent = momentAsSent(moment ?? {schedule_type: 1});
  const move = {from: dayOf(old ?? send.created_at), to: dayOf(sent)};
  const names = movedDates(send.single_send_name, move);
  const subjects = movedDates(send.subject, move);
  const form = {
    ...formOf(send),
    // Two mailings with one name cannot be told apart, so a copy without a new date gets one.
    single_send_name:
      name ?? (names.moved.length > 0 ? names.text : `${send.single_send_name} (${dateInWords(move.to)})`),
    subject: subject ?? subjects.text,
  };
  tellChange(context, 'Name', send.single_send_name, form.single_send_name);
  tellChange(context, 'Subject', send.subject, form.subject);
  tellWhatStays(context, form, move, [...names.moved, ...subjects.moved]);
  return createSend(context, {...form, at: sent, ...rules}, {blind: no_lookup === true, columns});
}

const dayOf = (moment: string): number => Date.parse(`${moment.slice(0, 10)}T00:00:00Z`);

function tellChange({notice}: Context, what: string, old: string, now: string): void {
  notice(old === now ? `${what}: "${now}", as before.` : `${what}: "${old}" becomes "${now}".`);
}

/** Reports dates in the mail itself, which only a person should change. */
function tellWhatStays(
  {warn}: Context,
  {preheader, template_html: html = ''}: ReturnType<typeof formOf>,
  move: Move,
  moved: ReadonlyArray<readonly [string, string]>,
): void {
  if (movedDates(preheader, move).moved.length > 0)
    warn(
      `The preheader still has the old date: "${preheader}". To change it afterwards: emk single-sends update ` +
        '--preheader',
    );
  const stays = moved.map(([old]) => old).filter(old => html.includes(old));
  if (stays.length > 0)
    warn(`The email itself still says "${stays.join('", "')}". emk does not change dates inside emails.`);
}
