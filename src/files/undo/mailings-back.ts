import type {OperationOutput} from '../../api/describe/operation.js';
import {nameKey} from '../../change/identity/identities.js';
import {type Ended, ended, sumOf} from '../../change/work/ending.js';
import {toEmkError} from '../../change/work/stop-errors.js';
import type {Context} from '../../commands/command.js';
import {answeredIfFailed} from '../../commands/verbs/create-all.js';
import {surveyList} from '../../commands/verbs/find-created.js';
import {UsageError} from '../../core/errors.js';
import {plural, quoted} from '../../core/words/sentence.js';
import mailings, {type operations} from '../../endpoints/mailings.js';
import {askWhen} from '../../mailings/ask-when.js';
import {formOf, momentIn} from '../../mailings/mailing.js';
import {mayBePast, momentAsSent, momentInWords, type When} from '../../mailings/moment.js';
import {createSend} from '../../mailings/send.js';
import {doneResult} from '../../output/results/result.js';
import {keyOf, nameOf} from './copy.js';
import {withCopy} from './copy-back.js';
import type {Looking} from './records-back.js';

type Mailing = OperationOutput<typeof operations.details>;

/**
 * Makes the mailings of a copy anew, each after its checks, its card and a yes: at its old moment, or at the given one. Those
 * that an earlier run has made are not made again.
 */
export const mailingsBack = (context: Context, copy: string, given: When): Promise<readonly Ended[]> =>
  withCopy(context, copy, async looking => {
    const [there, missing]: [string[], Timed[]] = [[], []];
    for (const record of looking.copied.recordsOf('mailings')) {
      const mailing = record as Mailing;
      if (await isBack(looking, mailing)) there.push(mailing.single_send_name);
      else missing.push({mailing, when: await momentFor(context, mailing, given)});
    }
    if (there.length > 0)
      context.notice(
        `${quoted(there)} ${plural(there.length, 'was', 'were')} made anew already. Nothing is sent twice.`,
      );
    const made: Ended[] = [];
    for (const one of missing) {
      try {
        made.push(await makeAnew(looking, one));
      } catch (thrown) {
        if (made.length === 0) throw thrown;
        const left = missing.length - made.length;
        return [ended(sumOf({wanted: left, done: 0}), doneResult(''), toEmkError(thrown, context.host)), ...made];
      }
    }
    return made;
  });

type Timed = {readonly mailing: Mailing; readonly when: When};

/** Whether an undo has made a mailing anew, or may have: then a mailing of its name is in a later row. */
async function isBack({context, again, today}: Looking, mailing: Mailing): Promise<boolean> {
  if (again.since('mailings', mailing.utr).length > 0) return true;
  const doubt = again.inDoubt('mailings', mailing.utr);
  if (!doubt) return false;
  const name = nameKey('mailings', mailing.single_send_name);
  const made = (await today.live('mailings')).find(
    one =>
      Number(one['id']) > doubt.lastRow &&
      nameKey('mailings', nameOf('mailings', one)) === name &&
      again.madeOf('mailings', keyOf('mailings', one)) === undefined,
  );
  if (!made) return false;
  // Written down, because it may be cancelled and made anew once more: then it is still no reason to make another.
  if (!context.globals.dryRun) {
    const step = again.begin('mailings', mailing.utr, doubt.lastRow);
    again.made(step, 'mailings', mailing.utr, keyOf('mailings', made));
  }
  return true;
}

async function makeAnew({context, again}: Looking, {mailing, when}: Timed): Promise<Ended> {
  const create = () => createSend(context, {...formOf(mailing), ...when});
  if (context.globals.dryRun) return create();
  const {highest} = await surveyList(context, {of: mailings});
  const step = again.begin('mailings', mailing.utr, highest);
  const made = await answeredIfFailed(again, () => step, create);
  if (made.kind === 'record')
    again.made(step, 'mailings', mailing.utr, String((made.record as {readonly utr: string}).utr));
  return made;
}

async function momentFor(context: Context, mailing: Mailing, given: When): Promise<When> {
  if (given.at !== undefined || given.now) return given;
  const [moment, zones] = [momentIn(mailing), context.zones()];
  if (moment.schedule_type === 1 && !mayBePast(moment, context.host.now(), zones)) return {at: momentAsSent(moment)};
  const was = moment.schedule_type === 1 ? `was to go out on ${momentInWords(moment, zones)}` : 'was to go out at once';
  const name = `The mailing "${mailing.single_send_name}"`;
  if (!context.ask.possible || context.globals.yes) {
    throw new UsageError(`${name} ${was}, so say when it goes out now.`, {
      hint: 'Nothing was changed. Add a time: --at "2030-05-01 09:00", or --now to send it at once.',
    });
  }
  context.notice(`${name} ${was}.`);
  return (await askWhen(context, {}, {})) as When;
}
