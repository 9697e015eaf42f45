import {keptPath} from '../accounts/kept-deletions.js';
import {readKeptDeletion} from '../accounts/read-kept-deletion.js';
import type {OperationOutput} from '../api/describe/operation.js';
import {mayBePast, momentAsSent} from '../checks/moment.js';
import type {Context} from '../commands/command.js';
import type {operations} from '../endpoints/mailings.js';
import {UsageError} from '../errors.js';
import {askWhen} from '../resources/mailings/ask-when.js';
import {createSend} from '../resources/mailings/create.js';
import {formOf, momentIn} from '../resources/mailings/form.js';
import {momentInWords, type When} from '../resources/mailings/when.js';
import type {Ended} from '../work/ending.js';

type Send = OperationOutput<typeof operations.details>;

/** Makes the mailings of a copy anew, each after its checks, its card and a yes: at its old moment, or at the given one. */
export async function mailingsBack(context: Context, copy: string, given: When): Promise<readonly Ended[]> {
  const sends: Send[] = [];
  for await (const {kind, record} of readKeptDeletion(context, keptPath(context.host, copy)))
    if (kind === 'mailings') sends.push(record as Send);
  const timed = [];
  for (const send of sends) timed.push({form: formOf(send), when: await momentFor(context, send, given)});
  const made: Ended[] = [];
  for (const {form, when} of timed) made.push(await createSend(context, {...form, ...when}));
  return made;
}

async function momentFor(context: Context, send: Send, given: When): Promise<When> {
  if (given.at !== undefined || given.now) return given;
  const [moment, zones] = [momentIn(send), context.zones()];
  if (moment.schedule_type === 1 && !mayBePast(moment, context.host.now(), zones)) return {at: momentAsSent(moment)};
  const was = moment.schedule_type === 1 ? `was to go out on ${momentInWords(moment, zones)}` : 'was to go out at once';
  const name = `The mailing "${send.single_send_name}"`;
  if (!context.ask.possible || context.globals.yes) {
    throw new UsageError(`${name} ${was}, so say when it goes out now.`, {
      hint: 'Nothing was changed. Add a time: --at "2030-05-01 09:00", or --now to send it at once.',
    });
  }
  context.notice(`${name} ${was}.`);
  return (await askWhen(context, {}, {})) as When;
}
