import type {OperationInput, OperationOutput} from '../api/operation.js';
import type {Loose} from '../api/schema.js';
import type {Context, Result} from '../commands/command.js';
import {withTemplate} from '../commands/template-input.js';
import {updateOne} from '../commands/verbs/update.js';
import {PreflightError} from '../errors.js';
import {audienceOf} from './audience.js';
import {mailing} from './single-send-create.js';
import {type Moment, momentOf, type When} from './single-send-when.js';
import {creating, operations} from './single-sends.js';

type Send = OperationOutput<typeof operations.details>;
type Form = OperationInput<typeof operations.update>;
type Changes = {readonly [name in Exclude<keyof Form, 'utr'>]?: Form[name] | undefined} & {
  readonly utr: string;
} & When & {
    readonly force?: boolean | 0 | 1 | undefined;
  };

/** Changes a send. One that would go out at once passes the same gate as creating it does. */
export async function updateSend(context: Context, {now, at, force, ...changes}: Changes): Promise<Result> {
  const given = {...(await withTemplate(context.host, changes)), ...momentOf({now, at})};
  return updateOne(
    context,
    {
      operation: operations.update,
      read: operations.details,
      key: 'utr',
      noun: creating.noun,
      adapt: adapted,
      drops: current => droppedBy(current as Send, given),
      async before(current, form) {
        refuseIfUnderWay(current as Send, force === true);
        const moment = form as unknown as Moment;
        if (Number(moment.schedule_type) !== 0) return;
        await context.confirm({
          what: mailing(String(form['single_send_name']), form['recipient_id'] as string[], moment),
        });
      },
    },
    given,
  );
}

/** Fields that read and write differently. An immediate send reads as 0000-00-00, which is no date to write. */
const adapted = (current: Send): Loose => ({
  recipient_id: audienceOf(current.recipient_id),
  exclude_specific_recipient_id: audienceOf(current.exclude_specific_recipient_id),
  ...(String(current.schedule_date).startsWith('0000') ? {schedule_date: null, schedule_time: null} : {}),
});

/** Giving one form of template drops the other, and a send that goes out at once has no moment. */
const droppedBy = (current: Send, given: Loose): string[] => [
  ...(given['template_html'] !== undefined || given['template_json'] !== undefined
    ? ['template_html', 'template_json']
    : []),
  ...(Number(given['schedule_type'] ?? current.schedule_type) === 0 ? ['schedule_date', 'schedule_time'] : []),
];

function refuseIfUnderWay({status}: Send, force: boolean): void {
  if (status === 0 || status === 1 || force) return;
  const state = operations.details.returns.shape.status.words[status] ?? `in state ${status}`;
  throw new PreflightError(`This single send is ${state}, so changing it may have no effect, or mail people again.`, {
    hint: 'Nothing was sent. Pass --force if that is meant.',
  });
}
