import type {InputOf, Loose} from '../../api/describe/schema.js';
import {digestOf, effectOfMailing} from '../../checks/effect-of-mailing.js';
import {findingsOf, withStrictness} from '../../checks/findings.js';
import {type Draft, readMailing, type SendForm} from '../../checks/read-mailing.js';
import {type CardLine, cardText} from '../../commands/card.js';
import type {Context} from '../../commands/command.js';
import {readRecord} from '../../commands/not-found.js';
import {optionName} from '../../commands/parameter-name.js';
import {withTemplate} from '../../commands/template-input.js';
import mailings, {content, operations} from '../../endpoints/mailings.js';
import {UsageError} from '../../errors.js';
import type {Result} from '../../output/results/result.js';
import {areMissing} from '../../words/sentence.js';
import {failedChecks, findingsText} from '../shared/findings-report.js';
import {settleZone} from '../shared/settle-zone.js';
import {sendCard} from './card.js';
import type {CheckedSend} from './checked.schema.js';
import {withNameAndPreheader} from './complete.js';
import {sendConsequence} from './create.js';
import {formOf, momentIn} from './form.js';
import type {checkTakes} from './options.js';
import {readWhen} from './when.js';

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

/** The mailing that a line means, with its template read. */
export async function draftOf(context: Context, input: InputOf<typeof checkTakes>): Promise<Draft> {
  const {utr, now, at, max_recipients, min_recipients, strict: _strict, force: _force, ...given} = input;
  const zones = context.zones();
  const limits = {max_recipients, min_recipients};
  const moment = readWhen({now, at}, context.host.now(), zones);
  const own = await withTemplate(context, onlyContent(given));
  if (utr === undefined) return {form: whole(await withNameAndPreheader(context, own)), moment, zones, limits};
  const send = await readRecord(context, mailings, operations.details, {utr});
  const {template_html, template_json, ...current} = formOf(send);
  const isNewBody = own.template_html !== undefined || own.template_json !== undefined;
  const form = {...current, ...(isNewBody ? {} : {template_html, template_json}), ...own};
  return {form, moment: moment ?? momentIn(send), zones, limits, utr, status: send.status};
}

/** The given fields of a mailing, without other options. */
const onlyContent = (given: Loose): Partial<SendForm> =>
  Object.fromEntries(Object.keys(content).flatMap(name => (given[name] === undefined ? [] : [[name, given[name]]])));

/** Throws if a new mailing lacks something that creating it needs. */
function whole(given: Partial<SendForm>): SendForm {
  const missing = Object.entries(content).filter(
    ([name, param]) => 'required' in param && (given as Loose)[name] === undefined,
  );
  if (missing.length === 0) return given as SendForm;
  throw new UsageError(`${areMissing(missing.map(([name, param]) => `--${optionName(name, param)}`))}.`, {
    hint: 'Name a mailing, or give the options of a new one. For example: emk mailings check "Autumn preview"',
  });
}
