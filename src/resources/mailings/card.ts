import {inPeople, peopleInWords, sizesInWords} from '../../checks/audience.js';
import {findingRows} from '../../checks/findings.js';
import {isPast, type Moment} from '../../checks/moment.js';
import type {Mailing} from '../../checks/read-mailing.js';
import type {Card, CardLine} from '../../commands/card.js';
import {isVerified} from '../../endpoints/senders.js';
import {marksInWords} from '../../html/utm.js';
import type {Finding} from '../../records/fields/finding.schema.js';
import {capital} from '../../words/sentence.js';
import {momentToCheck} from './when.js';

/**
 * What a person should know before a mailing is sent: its words, sender, audience and moment, and what the checks
 * found. `says` makes the question from the audience in words.
 */
export function sendCard(mailing: Mailing, findings: readonly Finding[], says: (audience: string) => string): Card {
  const {audience, moment} = mailing;
  const {to, except, people} = audience;
  const all = sizesInWords(to);
  const [only] = to;
  const marks = mailing.html === undefined ? undefined : marksInWords(mailing.html);
  const isWhole = to.length === 1 && only?.people === people;
  const lines: CardLine[] = [
    ['Subject', mailing.subject],
    ['Preheader', mailing.preheader ?? ''],
    ['From', senderInWords(mailing)],
    ['To', all],
    ...(isWhole ? [] : [['', peopleInWords(audience)] as const]),
    ...(except.length > 0 ? [['Without', sizesInWords(except)] as const] : []),
    ['Group', mailing.group.record?.group_name ?? `group ${mailing.group.id}, which is not in the account`],
    ['Template', templateInWords(mailing)],
    ...(marks === undefined ? [] : [['Links', marks] as const]),
    ['When', moment?.schedule_type === 1 ? whenInWords(moment, mailing) : 'at once'],
    ...findingRows(findings),
  ];
  return {
    what: says(except.length > 0 ? `${all}, without ${sizesInWords(except)},` : all),
    question: says(isWhole ? all : inPeople(people)),
    lines,
  };
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
