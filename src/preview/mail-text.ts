import {plainText} from '../html/plain-text.js';
import {fillMailing} from './fill-mailing.js';
import type {MailText} from './mail-text.schema.js';
import type {Mailing} from './mailing.js';
import {sampleReader, sampleSender} from './sample-reader.js';

/** A mailing in words, for people and programs that cannot look at a page. */
export function mailText(mailing: Mailing): MailText {
  const {subject, preheader, html} = fillMailing(mailing);
  const {name, sender = sampleSender, reader = sampleReader} = mailing;
  return {
    name,
    subject: subject ?? null,
    preheader: preheader ?? null,
    from: `${sender.name} <${sender.email}>`,
    filled_with: reader.who,
    text: plainText(html),
  };
}

/** The same for people: the words of the inbox above those of the mail. */
export const mailTextLines = ({subject, preheader, from, filled_with, text}: MailText): string =>
  [
    `From:        ${from}`,
    ...(subject === null ? [] : [`Subject:     ${subject}`]),
    ...(preheader === null ? [] : [`Preheader:   ${preheader}`]),
    `Filled with: ${filled_with}`,
    '',
    text,
  ].join('\n');
