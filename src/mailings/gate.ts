import type {Permit} from '../api/describe/permit.js';
import {effectOf} from '../change/effect/effect.js';
import type {Card, CardLine} from '../commands/agree.js';
import type {Context} from '../commands/command.js';
import {PreflightError} from '../core/errors.js';
import {capital} from '../core/words/sentence.js';
import mailings from '../endpoints/mailings.js';
import {isVerified} from '../endpoints/senders.js';
import type {Finding} from '../records/fields/finding.js';
import {inPeople, peopleInWords, readSizes, sizesInWords} from './audience.js';
import {findingRows, findingsOf, settleFindings, warnOf} from './findings.js';
import {type Draft, digestOf, effectOfMailing, type Mailing, readMailing} from './mailing.js';
import {isPast, type Moment, momentInWords, momentToCheck} from './moment.js';
import type {CheckRules} from './options.js';

/** A mailing that is about to be sent, and how to ask about it. */
type Sending = {
  readonly draft: Draft;
  readonly rules: CheckRules;
  /** Makes the consequence from the audience in words. */
  readonly says?: ((audience: string) => string) | undefined;
  /** Checks that do not apply here. */
  readonly without?: readonly string[];
  /** The digest of the mailing that somebody has agreed to. */
  readonly digest?: string | undefined;
  /** Whether to ask; a script's options may be enough. */
  readonly asks?: boolean;
};

/**
 * Checks a mailing before anything is sent, and asks about it. Errors stop it; warnings are in the card, or on stderr
 * if nobody sees a card. A script without `--yes` is refused before anything is read for it.
 */
export async function passSendGate(context: Context, sending: Sending): Promise<Permit<'sends'>> {
  const {draft, rules, without, digest, asks = true} = sending;
  const {says = sendConsequence(draft)} = sending;
  const {ask, globals, called} = context;
  const what = says(draft.form.recipient_id.map(target => called('recipient_id', target)).join(', '));
  const isAsked = asks && !globals.yes && !globals.dryRun;
  if (isAsked && !ask.possible) {
    const unread = effectOf('sends', mailings, 1, {at: 'unknown'});
    return context.agree(unread, {what, card: () => namedCard(context, draft, says)});
  }
  await context.mayChange();
  const mailing = await readMailing(context, draft);
  if (digest !== undefined && digest !== (await digestOf(context, draft.form, mailing))) {
    throw new PreflightError(`The mailing "${mailing.name}" changed since you prepared it.`, {
      hint: 'Nothing was sent. Look at it again with "emk mailings check", and use the new digest.',
    });
  }
  const findings = settleMailing(context, mailing, {rules, without, warns: !isAsked});
  const settled = {settled: 'neither its audience nor its moment changes'};
  const card = async () => sendCard(mailing, findings, says);
  return context.agree(effectOfMailing(mailing), asks ? {what, card} : settled);
}

type Settling = {
  readonly rules: CheckRules;
  readonly without?: readonly string[] | undefined;
  /** Whether no card shows the warnings. */
  readonly warns: boolean;
};

/** What a mailing, apart from some checks, is sent in spite of. Errors stop it. */
export function settleMailing(
  context: Pick<Context, 'warn'>,
  mailing: Mailing,
  {rules, without = [], warns}: Settling,
): readonly Finding[] {
  const found = findingsOf(mailing).filter(({check}) => !without.includes(check));
  const findings = settleFindings(found, rules, 'mailing');
  if (warns) warnOf(context, findings);
  return findings;
}

/** The consequence of sending a mailing, from its audience in words. */
export const sendConsequence =
  ({form: {single_send_name: name}, moment, zones}: Pick<Draft, 'form' | 'moment' | 'zones'>) =>
  (audience: string): string => {
    const at = moment && (moment.schedule_type === 0 ? ' now' : ` on ${momentInWords(moment, zones)}`);
    return `Mail "${name}" to ${audience}${at ?? ''}`;
  };

/** The sentence of a refusal, with the names and sizes of the audience. */
async function namedCard(context: Context, {form}: Draft, says: (audience: string) => string): Promise<Card> {
  const {recipient_id: to, exclude_specific_recipient_id: except = []} = form;
  const sizes = await readSizes(context, [...to, ...except]);
  return {what: says(audienceInWords(sizes.slice(0, to.length), sizes.slice(to.length))), lines: []};
}

const audienceInWords = (to: Mailing['audience']['to'], except: Mailing['audience']['except']): string =>
  except.length > 0 ? `${sizesInWords(to)}, without ${sizesInWords(except)},` : sizesInWords(to);

/**
 * What a person should know before a mailing is sent: its words, sender, audience and moment, and what the checks
 * found. `says` makes the question from the audience in words.
 */
export function sendCard(mailing: Mailing, findings: readonly Finding[], says: (audience: string) => string): Card {
  const {audience, moment} = mailing;
  const {to, except, people} = audience;
  const all = sizesInWords(to);
  const isWhole = to.length === 1 && to[0]?.people === people;
  const lines: CardLine[] = [
    ['Subject', mailing.subject],
    ['Preheader', mailing.preheader ?? ''],
    ['From', senderInWords(mailing)],
    ['To', all],
    ...(isWhole ? [] : [['', peopleInWords(audience)] as const]),
    ...(except.length > 0 ? [['Without', sizesInWords(except)] as const] : []),
    ['Group', mailing.group.record?.group_name ?? `group ${mailing.group.id}, which is not in the account`],
    ['Template', templateInWords(mailing)],
    ['When', moment?.schedule_type === 1 ? whenInWords(moment, mailing) : 'at once'],
    ...findingRows(findings),
  ];
  return {what: says(audienceInWords(to, except)), question: says(isWhole ? all : inPeople(people)), lines};
}

function whenInWords(moment: Moment, {zones, clock}: Mailing): string {
  const words = momentToCheck(moment, zones);
  return isPast(moment, clock, zones) ? `at once: ${words} is past` : words;
}

function senderInWords({sender: {id, record}}: Mailing): string {
  if (!record) return `sender ${id}, which is not in the account`;
  const verified = isVerified(record) ? 'verified' : 'NOT verified';
  return `${record.from_name} <${record.from_email}>, ${verified}`;
}

function templateInWords({template: {id, record}, html, json}: Mailing): string {
  const name = record?.template_name ?? `template ${id}`;
  const own = html ? 'your own email' : json ? 'your own JSON' : undefined;
  if (own === undefined) return name;
  return record?.is_blank === 1 ? capital(own) : `${name}, with ${own}`;
}
