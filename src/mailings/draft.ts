import type {OperationOutput} from '../api/describe/operation.js';
import type {InputOf, Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {readRecord} from '../commands/not-found.js';
import {optionName} from '../commands/parameter-name.js';
import {withTemplate} from '../commands/template-input.js';
import {UsageError} from '../core/errors.js';
import {areMissing} from '../core/words/sentence.js';
import {audienceOf} from '../endpoints/audience.js';
import mailings, {content, operations} from '../endpoints/mailings.js';
import {operations as templates} from '../endpoints/templates.js';
import {plainText} from '../letters/html/plain-text.js';
import {recordOfList} from './look-up.js';
import {type Moment, readWhen} from './moment.js';
import type {checkTakes} from './options.js';
import type {Draft, SendForm} from './read.js';

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

type Send = OperationOutput<typeof operations.details>;

/** An existing mailing in the form for creating it. */
export const formOf = (send: Send): SendForm => ({
  single_send_name: send.single_send_name,
  subject: send.subject,
  preheader: send.preheader,
  sender_id: send.sender_id,
  unsubscribe_group_id: send.unsubscribe_group_id,
  recipient_id: audienceOf(send.recipient_id),
  ...exceptOf(send),
  template_id: send.template_id,
  template_html: send.template_html ?? undefined,
  template_json: send.template_json ?? undefined,
});

/** The moment of an existing mailing. */
export const momentIn = ({schedule_type, schedule_date, schedule_time}: Send): Moment =>
  Number(schedule_type) === 0 ? {schedule_type: 0} : {schedule_type: 1, schedule_date, schedule_time};

/** The excluded people, if any: an empty list in the form would empty the field. */
function exceptOf(send: Send): Pick<SendForm, 'exclude_specific_recipient_id'> {
  const except = audienceOf(send.exclude_specific_recipient_id);
  return except.length === 0 ? {} : {exclude_specific_recipient_id: except};
}

type Given = {
  readonly single_send_name?: string | undefined;
  readonly subject?: string | undefined;
  readonly preheader?: string | undefined;
  readonly template_id?: number | undefined;
  readonly template_html?: string | null | undefined;
  readonly template_json?: string | null | undefined;
};

/** A new mailing with what it need not say: its name is its subject, and its preheader the first sentence of its letter. */
export async function withNameAndPreheader<G extends Given>(context: Context, given: G): Promise<G> {
  const {single_send_name = nameOf(given.subject), preheader = await beginningOf(context, given)} = given;
  return {
    ...given,
    ...(single_send_name !== undefined && {single_send_name}),
    ...(preheader !== undefined && {preheader}),
  };
}

/** A subject without tags, which would mean nothing in a list of mailings. */
function nameOf(subject: string | undefined): string | undefined {
  const name = subject
    ?.replaceAll(/(?:\b(?:for|to|from|of|with|and)\s+)?\(\([^()]*\)\)/gi, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,]+|[\s,]+$/g, '');
  return name === '' ? subject : name;
}

/** The first sentence of the letter; only the service can draw a template in JSON. */
async function beginningOf(
  context: Context,
  {template_id: id, template_html: html, template_json: json}: Given,
): Promise<string | undefined> {
  if (json) return undefined;
  const body = html ?? (id === undefined ? undefined : (await recordOfList(context, templates.list, id))?.html_code);
  const lines = plainText(body ?? '', {addresses: false})
    .split('\n')
    .map(line => line.replaceAll(/\s+/g, ' ').trim())
    .filter(line => /\p{L}/u.test(line));
  const line = lines.find(each => SENTENCE.test(each)) ?? lines[0];
  const sentence = SENTENCE.exec(line ?? '')?.[0] ?? line;
  return sentence?.slice(0, LONGEST);
}

const SENTENCE = /^.*?[.!?\u2026](?=\s|$)/u;

/** Inboxes show less than this. */
const LONGEST = 150;
