import type {OperationInput} from '../api/operation.js';
import type {Context, Result} from '../commands/command.js';
import {withTemplate} from '../commands/template-input.js';
import {createOne} from '../commands/verbs/create.js';
import {UsageError} from '../errors.js';
import {type Moment, momentOf, type When} from './single-send-when.js';
import type {creating, operations} from './single-sends.js';

/** What the commands of single sends are given by their resource, which also holds them. */
export type Sends = {readonly operations: typeof operations; readonly creating: typeof creating};

type Content = Omit<OperationInput<typeof operations.create>, keyof Moment>;

/** Creates a send, which is sending it: nothing goes out without a moment and a yes. */
export async function createSend(
  context: Context,
  {operations, creating}: Sends,
  {now, at, ...content}: Content & When,
  blind: boolean,
): Promise<Result> {
  const moment = momentOf({now, at}, context.host.now());
  if (!moment) {
    throw new UsageError('Creating a single send is sending it, so it must be said when.', {
      hint: 'Add --now to send at once, or --at "2030-05-01 09:00".',
    });
  }
  const input = {...(await withTemplate(context.host, content)), ...moment};
  await context.confirm({what: mailing(content.single_send_name, content.recipient_id, moment)});
  return createOne(context, operations.create, input, {...creating, blind});
}

/** What a send is about to do, for the question before it. */
export const mailing = (name: string, audience: readonly string[], moment: Moment): string =>
  `Mail "${name}" to ${audience.join(', ')} ${moment.schedule_type === 0 ? 'now' : `on ${inWords(moment)}`}`;

/** A moment in a sentence. */
export const inWords = ({schedule_date, schedule_time}: Moment): string =>
  `${schedule_date} at ${schedule_time} (the account's time)`;
