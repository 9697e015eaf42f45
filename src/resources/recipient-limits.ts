import {params} from '../api/schema.js';
import type {Context} from '../commands/command.js';
import {PreflightError} from '../errors.js';
import {atMost, inPeople, readSizes, sizesInWords} from './audience-sizes.js';

/** The options by which a script says how many people a mailing may reach. */
export const recipientLimits = params({
  max_recipients: {type: 'integer', value: 'n', help: 'Send nothing if the audience may hold more people than this'},
  expect_recipients: {
    type: 'integer',
    value: 'n',
    help: 'Send nothing unless the lists of the audience add up to exactly this many people',
  },
});

export type RecipientLimits = {readonly [option in keyof typeof recipientLimits]?: number | undefined};

/**
Refuses a mailing whose audience is not as large as its caller believes. What is counted is an upper bound: the sizes of the
lists added up, with nobody taken away.
*/
export async function checkRecipients(
  context: Pick<Context, 'stream'>,
  targets: readonly string[],
  {max_recipients: max, expect_recipients: expected}: RecipientLimits,
): Promise<void> {
  if (max === undefined && expected === undefined) return;
  const sizes = await readSizes(context, targets);
  const bound = atMost(sizes);
  const hint = `Nothing was sent. The audience is ${sizesInWords(sizes)}.`;
  if (bound === undefined)
    throw new PreflightError('The account does not say how many people this would mail.', {hint});
  if (max !== undefined && bound > max) {
    throw new PreflightError(`This may mail ${inPeople(bound)}, and --max-recipients allows ${max}.`, {hint});
  }
  if (expected !== undefined && bound !== expected) {
    throw new PreflightError(`This may mail ${inPeople(bound)}, and --expect-recipients says ${expected}.`, {hint});
  }
}
