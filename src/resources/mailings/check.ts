import type {InputOf, Loose} from '../../api/describe/schema.js';
import {factsOfAudience, peopleInWords} from '../../checks/audience.js';
import {findingsOf} from '../../checks/findings.js';
import type {SendForm} from '../../checks/mailing.js';
import {type Draft, readMailing} from '../../checks/read-mailing.js';
import {withStrictness} from '../../checks/strictness.js';
import type {Context} from '../../commands/command.js';
import {readRecord} from '../../commands/not-found.js';
import {optionName} from '../../commands/parameter-name.js';
import {readTemplate, type withTemplate} from '../../commands/template-input.js';
import mailings, {content, operations} from '../../endpoints/mailings.js';
import {UsageError} from '../../errors.js';
import type {Result} from '../../output/results/result.js';
import {areMissing} from '../../words/sentence.js';
import {reportOfFindings} from '../shared/findings-report.js';
import {formOf, momentIn} from './form.js';
import type {checkTakes, prepareTakes} from './options.js';
import {readWhen} from './when.js';

type Input = InputOf<typeof checkTakes>;

/** Reports everything that is wrong with a mailing, and sends nothing. */
export async function checkSend(context: Context, input: Input): Promise<Result> {
  const draft = await draftOf(context, input, readTemplate);
  const mailing = await readMailing(context, draft);
  context.notice(`It goes to ${peopleInWords(mailing.audience)}.`, factsOfAudience(mailing.audience));
  const about = {what: `the mailing "${mailing.name}"`};
  return reportOfFindings(context, withStrictness(findingsOf(mailing), input), input, about);
}

/** The mailing that a line means, with its template read. */
export async function draftOf(
  context: Context,
  input: InputOf<typeof prepareTakes>,
  read: typeof withTemplate,
): Promise<Draft> {
  const {utr, now, at, max_recipients, expect_recipients, strict: _strict, force: _force, ...given} = input;
  const zones = context.zones();
  const limits = {max_recipients, expect_recipients};
  const moment = readWhen({now, at}, context.host.now(), zones);
  const own = await read(context, {...onlyContent(given), utm: given.utm});
  if (utr === undefined) return {form: whole(own), moment, zones, limits};
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
