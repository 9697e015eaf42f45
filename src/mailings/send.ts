import type {Permit} from '../api/describe/permit.js';
import type {InputOf} from '../api/describe/schema.js';
import {type Card, type CardLine, cardText} from '../change/agree.js';
import type {Context} from '../change/context.js';
import {effectOf} from '../change/effect/effect.js';
import type {Ended} from '../change/work/ending.js';
import {createOne} from '../commands/verbs/create.js';
import {PreflightError, UsageError} from '../core/errors.js';
import {about, integer, listOf, nullable, object, type TypeOf, text} from '../core/json-schema/describe.js';
import {lowerTrimmed} from '../core/words/sentence.js';
import mailings, {operations} from '../endpoints/mailings.js';
import {isVerified} from '../endpoints/senders.js';
import type {Result} from '../output/results/result.js';
import type {Zones} from '../records/dates/clock.js';
import type {Clock} from '../records/dates/span.js';
import {momentAsSpoken} from '../records/dates/words.js';
import {type Finding, findingProperties} from '../records/fields/finding.js';
import {settleZone} from './ask-when.js';
import {inPeople, peopleInWords, readSizes, sizesInWords} from './audience.js';
import {
  failedChecks,
  findingRows,
  findingsOf,
  findingsText,
  settleFindings,
  warnOf,
  withStrictness,
} from './findings.js';
import {
  digestOf,
  draftOf,
  effectOfMailing,
  type Mailing,
  type MailingDraft,
  newForm,
  readMailing,
  type SendForm,
} from './mailing.js';
import {type Moment, momentAsSent, momentInWords, momentOf, type When, whenItGoesOut, whenSent} from './moment.js';
import type {CheckRules, checkTakes, createTakes, RecipientLimits} from './options.js';

type NewMailing = SendForm & When & RecipientLimits & CheckRules & {readonly expect_digest?: string | undefined};

/** Creates what a line says, with the name and preheader that it need not say. */
export const createFromLine = async (context: Context, input: InputOf<typeof createTakes>): Promise<Ended> =>
  createSend(context, {...input, ...(await newForm(context, input))});

/** Creates a mailing, which also sends it: nothing is sent without a moment, the checks and a confirmation. */
export async function createSend(context: Context, input: NewMailing): Promise<Ended> {
  const {now, at, max_recipients, min_recipients, expect_digest: digest, strict, force = [], ...form} = input;
  const {moment, clock, zones} = await momentOfLine(context, {now, at});
  if (!moment) {
    throw new UsageError('Creating a mailing sends it, so say when.', {
      hint: 'Add --now to send at once, or a time: --at "2030-05-01 09:00"',
    });
  }
  const {globals, ask} = context;
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
      {...form, ...moment, allow_duplicate: allowsTwin},
      {
        ...creationOfMailing,
        duplicates: {by: ['single_send_name'], around: 'Give it another name with --name, or add --force same-name.'},
        says: () => `Mailing "${name}" was created; ${whenItGoesOut(moment, zones, clock)}.`,
      },
    );
  // A person learns first that such a mailing exists, and nobody waits for the answer.
  if (ask.possible) return create(gate);
  // A script is refused before anything is read, and a second run of a digest meets what the first has sent.
  return context.takeTurns([['gate', lowerTrimmed(name)]], `the mailing "${name}"`, async () => {
    const permit = await gate();
    return create(async () => permit);
  });
}

/** The moment that a line says, once the account's zone is known; it is printed where no question shows it. */
export async function momentOfLine(context: Context, {now, at}: When) {
  const {globals, host, notice} = context;
  if (at !== undefined) await settleZone(context);
  const zones = context.zones();
  const clock = host.now();
  const moment = momentOf({now, at}, clock, zones);
  if (moment?.schedule_type === 1 && (globals.yes || globals.dryRun))
    notice(`--at is ${momentToCheck(moment, zones)}.`);
  return {moment, clock, zones};
}

/**
 * The fields to show after a mailing was created or changed. The planned moment says more than the moment of sending, which
 * is not there yet, and than the status, which the service may change only later.
 */
export const mailingSheet = {
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
export const creationOfMailing = {
  of: mailings,
  by: ['single_send_name'],
  read: operations.details,
  ...mailingSheet,
} as const;

/** Shows what sending a mailing would do and what is wrong with it, with a digest to send exactly that. Sends nothing. */
export async function checkSend(context: Context, input: InputOf<typeof checkTakes>): Promise<Result> {
  if (input.at !== undefined) await settleZone(context);
  const draft = await draftOf(context, input);
  const {moment, form} = draft;
  const mailing = await readMailing(context, draft);
  const {name} = mailing;
  const findings = withStrictness(findingsOf(mailing), input);
  const ending = failedChecks(findings, `the mailing "${name}"`);
  const {what, lines} = sendCard(mailing, [], sendConsequence(draft));
  const digest = ending.error || !moment ? null : await digestOf(context, form, mailing);
  const whyNone = moment ? 'while a check fails' : 'without a time: add --now, or --at "2030-05-01 09:00"';
  const card: CardLine[] = [['It will', what], ...lines, ['Digest', digest ?? `none ${whyNone}`]];
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

/** A mailing that is about to be sent, and how to ask about it. */
type SendToCheck = {
  readonly draft: MailingDraft;
  readonly rules: CheckRules;
  /** Makes the consequence from the audience in words. */
  readonly says?: ((audience: string) => string) | undefined;
  /** Checks that do not apply here. */
  readonly without?: readonly string[];
  /** The digest of the mailing that somebody has agreed to. */
  readonly digest?: string | undefined;
  /** Whether to ask; not where neither its audience nor its moment changes. */
  readonly asks?: boolean;
};

/**
 * Checks a mailing before anything is sent, and asks about it. Errors stop it; warnings are in the card, or on stderr
 * if nobody sees a card. A script without `--yes` is refused before anything is read for it.
 */
export async function passSendGate(context: Context, sending: SendToCheck): Promise<Permit<'sends'>> {
  const {draft, rules, says = sendConsequence(draft), without = [], digest, asks = true} = sending;
  const {ask, globals, called} = context;
  const isAsked = asks && !globals.yes && !globals.dryRun;
  if (isAsked && !ask.possible) {
    const to = draft.form.recipient_id;
    const names = to.map(target => called('recipient_id', target));
    // Only what the line does not name is read about, and the refusal does not depend on it.
    const isNamed = names.every((name, at) => name !== to[at]);
    const unread = () => names.join(', ');
    const what = says(isNamed ? unread() : await readSizes(context, to).then(sizesInWords, unread));
    return context.agree(effectOf('sends', mailings, 1, {at: 'unknown'}), {what});
  }
  await context.mayChange();
  const mailing = await readMailing(context, draft);
  if (digest !== undefined && digest !== (await digestOf(context, draft.form, mailing))) {
    throw new PreflightError(`The mailing "${mailing.name}" changed since you prepared it.`, {
      hint: 'Nothing was sent. Look at it again with "emk mailings check", and use the new digest.',
    });
  }
  const found = findingsOf(mailing).filter(({check}) => !without.includes(check));
  const findings = settleFindings(found, rules, 'mailing');
  if (!isAsked) warnOf(context, findings);
  const card = sendCard(mailing, findings, says);
  return context.agree(
    effectOfMailing(mailing),
    asks ? {what: card.what, card: async () => card} : {asksNothing: true},
  );
}

/** The consequence of sending a mailing, from its audience in words. */
export const sendConsequence =
  ({form: {single_send_name: name}, moment, zones}: Pick<MailingDraft, 'form' | 'moment' | 'zones'>) =>
  (audience: string): string => {
    const at = moment && (moment.schedule_type === 0 ? ' now' : ` on ${momentInWords(moment, zones)}`);
    return `Mail "${name}" to ${audience}${at ?? ''}`;
  };

/** What a person should know before a mailing is sent: its words, sender, audience and moment, and what the checks found. */
export function sendCard(mailing: Mailing, findings: readonly Finding[], says: (audience: string) => string): Card {
  const {audience, moment, zones, group} = mailing;
  const {to, except, people} = audience;
  const lines: CardLine[] = [
    ['Subject', mailing.subject],
    ['Preheader', mailing.preheader ?? ''],
    ['From', senderInWords(mailing)],
    ['To', sizesInWords(to)],
    ...(except.length > 0 ? [['Without', sizesInWords(except)] as const] : []),
    ['Mailed', peopleInWords(audience)],
    ['Group', group.record?.group_name ?? `group ${group.id}`],
    ['Template', templateInWords(mailing)],
    ['When', whenOnCard(moment, zones)],
    ...findingRows(findings),
  ];
  return {what: says(inPeople(people)), lines};
}

function senderInWords({sender: {id, record}}: Mailing): string {
  if (!record) return `sender ${id}`;
  return `${record.from_name} <${record.from_email}>, ${isVerified(record) ? 'verified' : 'NOT verified'}`;
}

function templateInWords({template: {id, record}, html, json}: Mailing): string {
  if (html) return 'your own email';
  return json ? 'your own JSON' : (record?.template_name ?? `template ${id}`);
}

function whenOnCard(moment: Moment | undefined, zones: Zones): string {
  if (moment === undefined) return 'not chosen yet';
  return moment.schedule_type === 1 ? momentToCheck(moment, zones) : 'at once';
}

/** A moment in words, and in the form in which it is sent. */
function momentToCheck(moment: Moment, zones: Zones): string {
  const {words, asSent} = momentAsSpoken(momentAsSent(moment), zones);
  return `${words}; ${asSent}`;
}
