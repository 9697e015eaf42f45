import {escapeHtml} from '../html/escape.js';
import {fillTags, tagsIn} from '../html/tags.js';
import {lookUp} from '../words/look-up.js';
import type {Mailing} from './mailing.js';
import {sampleReader, sampleSender} from './sample-reader.js';

/** A mailing as one person gets it. */
export type FilledMailing = {
  readonly subject: string | undefined;
  readonly preheader: string | undefined;
  readonly html: string;
  /** Each used tag with its value; undefined for a tag that the account does not know, which stays unfilled. */
  readonly used: ReadonlyArray<readonly [tag: string, value: string | undefined]>;
};

/** Fills the tags of a mailing. A known tag without a value becomes empty, as in real mail. */
export function fillMailing({
  subject,
  preheader,
  html,
  reader = sampleReader,
  sender = sampleSender,
  tags,
}: Mailing): FilledMailing {
  const names = new Set([subject, preheader, html].flatMap(text => tagsIn(text ?? '').map(({name}) => name)));
  const given: Readonly<Record<string, string>> = {
    ...reader.values,
    sender_name: sender.name,
    sender_address: sender.postalAddress,
    unsubscribe_preferences: 'https://unsubscribe.example/preview',
  };
  const valueFor = (name: string): string | undefined => {
    const value = lookUp(given, name);
    if (value !== undefined) return value;
    if (!tags?.includes(name)) return undefined;
    return reader === sampleReader ? `[${name}]` : '';
  };
  const used = [...names].map(name => [name, valueFor(name)] as const);
  const values = Object.fromEntries(used.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  const inText = (text: string | undefined) => (text === undefined ? undefined : fillTags(text, values));
  return {subject: inText(subject), preheader: inText(preheader), html: fillTags(html, values, escapeHtml), used};
}
