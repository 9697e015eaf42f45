import type {OperationOutput} from '../../api/describe/operation.js';
import {readSizes, sizesInWords} from '../../checks/audience.js';
import type {Card, CardLine} from '../../commands/card.js';
import type {Context} from '../../commands/command.js';
import {keepBefore} from '../../commands/keeping/keep-before.js';
import {noCopy, sendAgain} from '../../commands/keeping/ways-back.js';
import {readRecord} from '../../commands/not-found.js';
import {removeRecords} from '../../commands/verbs/removal.js';
import {reportOf} from '../../commands/verbs/removal-report.js';
import {effectOf} from '../../effect/effect.js';
import {audienceOf} from '../../endpoints/audience.js';
import mailings, {operations} from '../../endpoints/mailings.js';
import {counted} from '../../words/sentence.js';
import type {Ended} from '../../work/ending.js';
import {endedEach} from '../../work/ending-each.js';
import {momentIn} from './form.js';
import {mustBeWaiting} from './reschedule.js';
import {momentInWords} from './when.js';

type Send = OperationOutput<typeof operations.details>;

/** Deletes an unsent mailing after saving a copy on this machine, so that a kill in between loses nothing. */
export async function cancelSend(context: Context, utr: string): Promise<Ended> {
  const send = await readRecord(context, mailings, operations.details, {utr});
  mustBeWaiting(send, 'cancelled');
  const when = whenInWords(context, send);
  const what = `Cancel mailing "${send.single_send_name}", which goes out ${when}`;
  const card = () => cardOf(context, send, what, when);
  const permit = await context.agree(effectOf('deletes', mailings, 1, {wayBack: 'copy'}), {what, card});
  const {kept, copied: before} = await keepBefore(context, {of: mailings, listInput: {}, ids: [utr]});
  const removed = await removeRecords(context, {of: mailings, listInput: {}, permit, copied: before}, [utr]);
  const nameInQuotes = () => `"${send.single_send_name}"`;
  if (context.globals.dryRun) return endedEach(reportOf(mailings.noun, [utr], 'Would delete', removed, nameInQuotes));
  const report = reportOf(mailings.noun, [utr], 'Deleted', removed, nameInQuotes);
  if (report.done.length === 0) return endedEach(report);
  const days = counted(context.globals.keepDeleted, 'day');
  const copied = kept ? `emk keeps a copy for ${days}. ${sendAgain(kept)}` : noCopy();
  const cancelled = `Mailing "${send.single_send_name}" is cancelled: it will not go out ${when}.`;
  return endedEach({...report, sentence: `${cancelled} ${copied}`});
}

function whenInWords(context: Context, send: Send): string {
  const moment = momentIn(send);
  return moment.schedule_type === 0 ? 'at once' : `on ${momentInWords(moment, context.zones())}`;
}

async function cardOf(context: Context, send: Send, what: string, when: string): Promise<Card> {
  const audience = sizesInWords(await readSizes(context, audienceOf(send.recipient_id)));
  const {keepDeleted} = context.globals;
  const copy: CardLine = ['Copy', `stays on this machine for ${counted(keepDeleted, 'day')}`];
  return {
    what,
    question: `Cancel "${send.single_send_name}"`,
    lines: [['Subject', send.subject], ['To', audience], ['When', when], ...(keepDeleted === 0 ? [] : [copy])],
  };
}
