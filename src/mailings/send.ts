import type {InputOf} from '../api/describe/schema.js';
import type {Ended} from '../change/work/ending.js';
import {type CardLine, cardText} from '../commands/agree.js';
import type {Context} from '../commands/command.js';
import {createOne} from '../commands/verbs/create.js';
import {UsageError} from '../core/errors.js';
import {about, integer, listOf, nullable, object, type TypeOf, text} from '../core/json-schema/describe.js';
import mailings, {operations} from '../endpoints/mailings.js';
import type {Result} from '../output/results/result.js';
import type {Clock} from '../records/dates/span.js';
import {findingProperties} from '../records/fields/finding.js';
import {settleZone} from './ask-when.js';
import {failedChecks, findingsOf, findingsText, withStrictness} from './findings.js';
import {passSendGate, sendCard, sendConsequence} from './gate.js';
import {digestOf, draftOf, effectOfMailing, newForm, readMailing, type SendForm} from './mailing.js';
import {announceMoment, momentOf, type When, whenItGoesOut, whenSent} from './moment.js';
import type {CheckRules, checkTakes, createTakes, RecipientLimits} from './options.js';

type NewMailing = SendForm & When & RecipientLimits & CheckRules & {readonly expect_digest?: string | undefined};

/** Creates what a line says, with the name and preheader that it need not say. */
export const createFromLine = async (context: Context, input: InputOf<typeof createTakes>): Promise<Ended> =>
  createSend(context, {...input, ...(await newForm(context, input))});

/** Creates a mailing, which also sends it: nothing is sent without a moment, the checks and a confirmation. */
export async function createSend(context: Context, input: NewMailing): Promise<Ended> {
  const {now, at, max_recipients, min_recipients, expect_digest: digest, strict, force = [], ...form} = input;
  if (at !== undefined) await settleZone(context);
  const zones = context.zones();
  const clock = context.host.now();
  const moment = momentOf({now, at}, clock, zones);
  if (!moment) {
    throw new UsageError('Creating a mailing sends it, so say when.', {
      hint: 'Add --now to send at once, or a time: --at "2030-05-01 09:00"',
    });
  }
  const {globals, ask} = context;
  if (globals.yes || globals.dryRun) announceMoment(context, moment, zones);
  const allowsTwin = force.includes('same-name');
  // A person who was asked about a mailing with the same name has already ignored that check.
  const forced = ask.possible && !globals.yes && !allowsTwin ? [...force, 'same-name'] : force;
  const draft = {form, moment, zones, limits: {max_recipients, min_recipients}};
  const gate = () => passSendGate(context, {draft, rules: {strict, force: forced}, digest});
  const name = form.single_send_name;
  const create = (agreed: typeof gate): Promise<Ended> =>
    createOne(
      context,
      {operation: operations.create, agreed},
      {...form, ...moment},
      {
        ...creating,
        duplicates: {by: ['single_send_name'], around: 'Give it another name with --name, or add --force same-name.'},
        allow_duplicate: allowsTwin,
        says: () => `Mailing "${name}" was created; ${whenItGoesOut({moment, zones}, clock)}.`,
      },
    );
  // A person learns first that such a mailing exists. A script is refused before anything is read, and it meets what another
  // script of the same moment has just sent.
  if (ask.possible) return create(gate);
  return context.takeTurns([['gate', name.trim().toLowerCase()]], `the mailing "${name}"`, async () => {
    const permit = await gate();
    return create(async () => permit);
  });
}

/**
 * The fields to show after a mailing was created or changed. The planned moment says more than the moment of sending, which
 * is not there yet, and than the status, which the service may change only later.
 */
export const sheet = {
  sheet: [
    'single_send_name',
    'subject',
    'sender_id',
    'recipient_id',
    'exclude_specific_recipient_id',
    'sent_at',
    'status',
  ],
  computed: [(clock: Clock) => ({...whenSent(clock), instead: ['sent_at', 'status']})],
} as const;

/** How to find a new mailing, however it was created. */
export const creating = {of: mailings, by: ['single_send_name'], read: operations.details, ...sheet} as const;

/** Shows what sending a mailing would do and what is wrong with it, with a digest to send exactly that. Sends nothing. */
export async function checkSend(context: Context, input: InputOf<typeof checkTakes>): Promise<Result> {
  if (input.at !== undefined) await settleZone(context);
  const draft = await draftOf(context, input);
  const {moment, form} = draft;
  const mailing = await readMailing(context, draft);
  const {name} = mailing;
  const findings = withStrictness(findingsOf(mailing), input);
  const ending = failedChecks(findings, `the mailing "${name}"`);
  const {what, question = what, lines} = sendCard(mailing, [], sendConsequence(draft));
  const digest = ending.error || !moment ? null : await digestOf(context, form, mailing);
  const whyNone = moment ? 'while a check fails' : 'without a time: add --now, or --at "2030-05-01 09:00"';
  const card: CardLine[] = [['It will', question], ...lines, ['Digest', digest ?? `none ${whyNone}`]];
  const data: CheckedSend = {
    name,
    people: effectOfMailing(mailing).people.mailed?.count ?? 0,
    card: card.map(([about, fact]) => ({about, fact})),
    findings,
    digest,
  };
  const columns = context.screenWidth ?? 80;
  return {
    kind: 'data',
    data,
    text: [cardText(card, columns), findingsText(findings, columns)].filter(Boolean).join('\n'),
    ...ending,
  };
}

const checkedSend = object({
  name: text,
  people: about('How many people get it', integer),
  card: about('What a person should know before it goes out', listOf(object({about: text, fact: text}))),
  findings: listOf(object(findingProperties)),
  digest: about('For --expect-digest; null while a check fails, or without a time', nullable(text)),
});

/** What a mailing would do, before it is sent. */
export default checkedSend;

export type CheckedSend = TypeOf<typeof checkedSend>;
