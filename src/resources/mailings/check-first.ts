import type {Context} from '../../commands/command.js';
import {checkTemplate} from '../../commands/template-input.js';
import {toSent} from '../../records/dates/clock.js';
import {countedFrom} from '../../records/dates/when.js';
import {momentOf, readWhen, type When} from './when.js';

/** What a line says of a mailing before a person was asked. */
export type SendSoFar = [context: Context, given: Given];

export type MomentKind = 'future' | 'any' | 'counted';

type Given = When & {
  readonly template_json?: string | undefined;
  readonly template_html?: string | undefined;
};

/**
 * Refuses an email that cannot be read, and a moment that cannot be meant, before a person answers questions about the
 * rest. A check reports a past moment itself, and a moment may count from that of another mailing.
 */
export async function checkSendFirst(
  context: Context,
  {now, at, ...given}: Given,
  moment: MomentKind = 'future',
): Promise<void> {
  await checkTemplate(context, given);
  if (at === undefined) return;
  const clock = context.host.now();
  if (moment === 'counted' && countedFrom(toSent(clock.getTime()), at) !== at) return;
  // Without the account's zone, which a person may be asked for, emk cannot tell yet what is past.
  const zones = context.zones();
  const read = moment === 'any' || zones.service === undefined ? readWhen : momentOf;
  read({now, at}, clock, {...zones, service: zones.service ?? 'UTC'});
}
