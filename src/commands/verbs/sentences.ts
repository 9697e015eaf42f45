import type {Loose, Source} from '../../api/describe/schema.js';
import {capital} from '../../core/words/sentence.js';

export type Sentence = (record: Loose) => string;

/** `Sender news@acme.com was created.` */
export const wasCreated =
  (of: Source): Sentence =>
  record =>
    `${recordTitle(of, record)} was created.`;

/** `Sender news@acme.com was changed.`, or that it was already like that, or its new name. */
export function wasChanged(of: Source, before: Loose, after: Loose, differs: boolean): string {
  if (!differs) return `${recordTitle(of, after)} was like that already.`;
  const [old, name] = [before, after].map(record => quotedName(of, record));
  return old === name || old === undefined || name === undefined
    ? `${recordTitle(of, after)} was changed.`
    : `${recordTitle(of, before)} is now called ${name}.`;
}

/** A record in a sentence: `Sender news@acme.com`, `List "Leads"`, or its id if it has no name. */
export const recordTitle = (of: Source, record: Loose): string =>
  `${capital(of.noun.one)} ${quotedName(of, record) ?? String(record[of.key] ?? '')}`.trimEnd();

/** A record's name in a sentence, in quotes. Addresses and other words with signs need no quotes. */
export function quotedName({label}: Source, record: Loose): string | undefined {
  const name = record[label];
  if (typeof name !== 'string' || name.trim() === '') return undefined;
  return /^\S+@\S+$/.test(name) ? name : `"${name}"`;
}
