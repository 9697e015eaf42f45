import type {InputOf} from '../../api/describe/schema.js';
import type {SendForm} from '../../checks/mailing.js';
import {momentAsSent} from '../../checks/moment.js';
import {recordOfList} from '../../checks/record-of-list.js';
import type {Context} from '../../commands/command.js';
import {readRecord} from '../../commands/not-found.js';
import singleSends, {operations} from '../../endpoints/single-sends.js';
import {operations as templates} from '../../endpoints/templates.js';
import {parseHtml} from '../../html/parse.js';
import {visibleText} from '../../html/plain-text.js';
import {type MovedText, movedDates} from '../../records/dates/moved-dates.js';
import {dateInWords} from '../../records/dates/spoken-words.js';
import {quoted, withMore} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
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
  const [names, subjects, preheaders] = [send.single_send_name, send.subject, send.preheader].map(text =>
    movedDates(text, move),
  ) as [MovedText, MovedText, MovedText];
  const form = {
    ...formOf(send),
    // Two mailings with one name cannot be told apart, so a copy without a new date gets one.
    single_send_name:
      name ?? (names.moved.length > 0 ? names.text : `${send.single_send_name} (${dateInWords(move.to)})`),
    subject: subject ?? subjects.text,
    preheader: preheaders.text,
  };
  tellChange(context, 'Name', send.single_send_name, form.single_send_name);
  tellChange(context, 'Subject', send.subject, form.subject);
  if (preheaders.moved.length > 0) tellChange(context, 'Preheader', send.preheader, form.preheader);
  if (name === undefined) tellWhatStays(context, 'name', names, 'To change it, give --name.');
  if (subject === undefined) tellWhatStays(context, 'subject', subjects, 'To change it, give --subject.');
  const afterwards = `To change it afterwards: emk mailings update ${shellWord(form.single_send_name)}`;
  tellWhatStays(context, 'preheader', preheaders, afterwards);
  tellDatesInBody(context, movedDates(visibleText(parseHtml(await bodyOf(context, form))), move));
  return createSend(context, {...form, at: sent, ...rules}, {blind: no_lookup === true, columns});
}

const dayOf = (moment: string): number => Date.parse(`${moment.slice(0, 10)}T00:00:00Z`);

function tellChange({notice}: Context, what: string, old: string, now: string): void {
  notice(old === now ? `${what}: "${now}", as before.` : `${what}: "${old}" becomes "${now}".`);
}

/** Names what might be a date and stays, because only a person can say whether it is one. */
function tellWhatStays({warn}: Context, what: string, {stays}: MovedText, toChange: string): void {
  if (stays.length > 0)
    warn(`The ${what} still says ${quoted(stays)}: emk cannot tell whether that moves. ${toChange}`);
}

function tellDatesInBody({warn}: Context, {moved}: MovedText): void {
  const dates = [...new Set(moved.map(([old]) => `"${old}"`))];
  if (dates.length > 0)
    warn(`The email itself still says ${withMore(dates)}. emk does not change dates inside emails.`);
}

/** The HTML of a mailing: its own, or that of its template. */
async function bodyOf(context: Context, {template_html: own, template_id: id}: SendForm): Promise<string> {
  return own || String((await recordOfList(context, templates.list, id))?.html_code ?? '');
}
