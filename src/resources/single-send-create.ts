import {zonesOf} from '../accounts/time-zone.js';
import type {OperationInput} from '../api/operation.js';
import type {Consequence, Context} from '../commands/command.js';
import {withTemplate} from '../commands/template-input.js';
import {createOne} from '../commands/verbs/create.js';
import type {Twins} from '../commands/verbs/twin.js';
import singleSends, {operations} from '../endpoints/single-sends.js';
import {UsageError} from '../errors.js';
import type {Result} from '../output/result.js';
import {checkRecipients, type RecipientLimits} from './recipient-limits.js';
import type {Mailing} from './send-card.js';
import {type Moment, type MomentInZones, momentInWords, momentOf, sayBack, type When} from './single-send-when.js';
import {whenSent} from './when-columns.js';

type Content = Omit<OperationInput<typeof operations.create>, keyof Moment> & RecipientLimits & Twins;

/** Creates a send, which also sends it: nothing goes out without a moment and a confirmation. */
export async function createSend(
  context: Context,
  {now, at, max_recipients, expect_recipients, if_missing, allow_duplicate, ...content}: Content & When,
  wanted: {readonly blind: boolean; readonly columns: unknown},
): Promise<Result> {
  const zones = zonesOf(context);
  const moment = momentOf({now, at}, context.host.now(), zones);
  if (!moment) {
    throw new UsageError('Creating a single send is sending it, so it must be said when.', {
      hint: 'Add --now to send at once, or --at "2030-05-01 09:00".',
    });
  }
  const input = {...(await withTemplate(context.host, content)), ...moment};
  if (context.globals.yes || context.globals.dryRun) sayBack(context, moment, zones);
  const gate = async (): Promise<void> => {
    await checkRecipients(context, content.recipient_id, {max_recipients, expect_recipients});
    await context.confirm(mailing(context, input, {moment, zones}));
  };
  // A person hears first that there is such a send already. A script is refused before anything is read.
  const first = !context.ask.possible && if_missing !== true;
  if (first) await gate();
  return createOne(context, operations.create, input, {
    ...creating,
    ...{named: {by: ['single_send_name']}, if_missing, allow_duplicate},
    says: send => `Single send "${String(send['single_send_name'])}" was created; ${goesOut({moment, zones})}.`,
    before: first ? undefined : gate,
    ...wanted,
  });
}

/** What matters of a send once it is made or changed. When it goes out stands in place of when it went out. */
export const sheet = {
  sheet: [
    'utr',
    'single_send_name',
    'subject',
    'sender_id',
    'recipient_id',
    'exclude_specific_recipient_id',
    'sent_at',
    'status',
  ],
  computed: [whenSent],
} as const;

/** How a new send is found, whichever way it came to be. */
export const creating = {
  of: singleSends,
  by: ['single_send_name'],
  read: operations.details,
  ...sheet,
} as const;

/** When a send goes out, for the sentence after it was created or changed. */
export const goesOut = ({moment, zones}: MomentInZones): string =>
  moment.schedule_type === 0 ? 'it goes out now' : `it goes out on ${momentInWords(moment, zones)}`;

/** A send that goes out as its form has it, as the consequence that a person is asked about. */
export function mailing(context: Context, send: Mailing, {moment, zones}: MomentInZones): Consequence {
  const says = (audience: string) =>
    `Mail "${send.single_send_name}" to ${audience} ${moment.schedule_type === 0 ? 'now' : `on ${momentInWords(moment, zones)}`}`;
  return {
    what: says(toNames(context, send.recipient_id).join(', ')),
    card: async () => (await import('./send-card.js')).sendCard(context, send, {moment, zones}, says),
  };
}

/** An audience by the names that the person gave it. */
export const toNames = ({called}: Pick<Context, 'called'>, audience: readonly string[]): string[] =>
  audience.map(target => called('recipient_id', target));
