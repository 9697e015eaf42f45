import type {OperationInput} from '../api/operation.js';
import type {Context} from '../commands/command.js';
import {withTemplate} from '../commands/template-input.js';
import {createOne} from '../commands/verbs/create.js';
import singleSends, {operations} from '../endpoints/single-sends.js';
import {UsageError} from '../errors.js';
import type {Result} from '../output/result.js';
import {type Moment, momentOf, type When} from './single-send-when.js';

type Content = Omit<OperationInput<typeof operations.create>, keyof Moment>;

/** Creates a send, which also sends it: nothing goes out without a moment and a confirmation. */
export async function createSend(
  context: Context,
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
  await context.confirm({what: mailing(content.single_send_name, toNames(context, content.recipient_id), moment)});
  return createOne(context, operations.create, input, {...creating, blind});
}

/** How a new send is found, whichever way it came to be. */
export const creating = {
  of: singleSends,
  by: ['single_send_name'],
  read: operations.details,
} as const;

/** What a send will do, for the question before it. */
export const mailing = (name: string, audience: readonly string[], moment: Moment): string =>
  `Mail "${name}" to ${audience.join(', ')} ${moment.schedule_type === 0 ? 'now' : `on ${inWords(moment)}`}`;

/** An audience by the names that the person gave it. */
export const toNames = ({called}: Pick<Context, 'called'>, audience: readonly string[]): string[] =>
  audience.map(target => called('recipient_id', target));

/** A moment as sentences say it. */
export const inWords = ({schedule_date, schedule_time}: Moment): string =>
  `${schedule_date} at ${schedule_time} (the account's time)`;
