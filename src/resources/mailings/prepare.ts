import type {InputOf} from '../../api/describe/schema.js';
import {digestOf} from '../../checks/digest.js';
import {effectOfMailing} from '../../checks/effect-of-mailing.js';
import {findingsOf} from '../../checks/findings.js';
import type {Mailing} from '../../checks/mailing.js';
import {readMailing} from '../../checks/read-mailing.js';
import {withStrictness} from '../../checks/strictness.js';
import {cardText} from '../../commands/card.js';
import type {Context} from '../../commands/command.js';
import {withTemplate} from '../../commands/template-input.js';
import {CheckError, UsageError} from '../../errors.js';
import type {Result} from '../../output/results/result.js';
import {settleZone} from '../shared/settle-zone.js';
import {sendCard} from './card.js';
import {draftOf} from './check.js';
import {sendConsequence} from './create.js';
import type {prepareTakes} from './options.js';
import type {PreparedSend} from './prepared.schema.js';

/** Shows what sending a mailing would do, with a digest by which it can be sent unchanged. Sends nothing. */
export async function prepareSend(context: Context, input: InputOf<typeof prepareTakes>): Promise<Result> {
  if (input.at !== undefined) await settleZone(context);
  const draft = await draftOf(context, input, withTemplate);
  const {moment, zones, form} = draft;
  if (!moment) {
    throw new UsageError('emk needs to know when the mailing goes out.', {
      hint: 'Add --now to send at once, or --at "2030-05-01 09:00".',
    });
  }
  const mailing = await readMailing(context, draft);
  const findings = withStrictness(findingsOf(mailing), input);
  const errors = findings.filter(({level}) => level === 'error');
  const {what, question = what, lines} = sendCard(mailing, findings, sendConsequence(mailing.name, {moment, zones}));
  const data: PreparedSend = {
    name: mailing.name,
    people: effectOfMailing(mailing).people.mailed?.count ?? 0,
    card: [['It will', question] as const, ...lines].map(([about, fact]) => ({about, fact})),
    findings,
    digest: errors.length > 0 ? null : await digestOf(context, form, mailing),
  };
  const shown = cardText([['It will', question], ...lines, ['Digest', data.digest ?? 'none yet']], 80);
  if (errors.length === 0) return {kind: 'data', data, text: shown};
  return {kind: 'data', data, text: shown, error: notReady(mailing)};
}

const notReady = ({name}: Mailing): CheckError =>
  new CheckError(`The mailing "${name}" cannot go out yet.`, {
    hint: 'Nothing was sent. Fix what the checks found, and prepare it again.',
  });
