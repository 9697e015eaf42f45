import type {InputOf} from '../../api/describe/schema.js';
import {digestOf, effectOfMailing} from '../../checks/effect-of-mailing.js';
import {findingsOf, withStrictness} from '../../checks/findings.js';
import {readMailing} from '../../checks/read-mailing.js';
import {type CardLine, cardText} from '../../commands/card.js';
import type {Context} from '../../commands/command.js';
import type {Result} from '../../output/results/result.js';
import {failedChecks, findingsText} from '../shared/findings-report.js';
import {settleZone} from '../shared/settle-zone.js';
import type {CheckedSend} from './checked.schema.js';
import {sendConsequence} from './create.js';
import {draftOf} from './draft.js';
import type {checkTakes} from './options.js';
import {sendCard} from './send-gate.js';

/** Shows what sending a mailing would do and what is wrong with it, with a digest to send exactly that. Sends nothing. */
export async function checkSend(context: Context, input: InputOf<typeof checkTakes>): Promise<Result> {
  if (input.at !== undefined) await settleZone(context);
  const draft = await draftOf(context, input);
  const {moment, zones, form} = draft;
  const mailing = await readMailing(context, draft);
  const findings = withStrictness(findingsOf(mailing), input);
  const errors = findings.filter(({level}) => level === 'error');
  const says = moment
    ? sendConsequence(mailing.name, {moment, zones})
    : (audience: string) => `Mail "${mailing.name}" to ${audience}`;
  const {what, question = what, lines} = sendCard(mailing, [], says);
  const digest = errors.length > 0 || !moment ? null : await digestOf(context, form, mailing);
  const card: CardLine[] = [['It will', question], ...lines, ['Digest', digest ?? whyNone(moment !== undefined)]];
  const data: CheckedSend = {
    name: mailing.name,
    people: effectOfMailing(mailing).people.mailed?.count ?? 0,
    card: card.map(([about, fact]) => ({about, fact})),
    findings,
    digest,
  };
  const columns = context.screenWidth ?? 80;
  const rows = findings.map(({file = null, line = null, column = null, hint = null, ...rest}) => ({
    ...rest,
    file,
    line,
    column,
    hint,
  }));
  const text = [cardText(card, columns), findingsText(rows, columns)].filter(Boolean).join('\n');
  return {
    kind: 'data',
    data,
    text,
    ...(errors.length > 0 && {error: failedChecks(errors, `the mailing "${mailing.name}"`)}),
  };
}

const whyNone = (hasMoment: boolean): string =>
  hasMoment ? 'none while a check fails' : 'none without a time: add --now, or --at "2030-05-01 09:00"';
