import type {Client} from '../../api/client/client.js';
import type {Loose} from '../../api/describe/schema.js';
import {about, nullable, object, type TypeOf, text} from '../../core/json-schema/describe.js';
import {lookUp} from '../../core/words/values.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {type ReservedField, reservedFields} from '../../endpoints/fields.js';
import {operations as locations} from '../../endpoints/locations.js';
import type {Finding} from '../../records/fields/finding.js';
import {customValues, textsOf} from '../../records/fields/path.js';
import {plainText} from '../html/plain-text.js';
import {fillTags} from '../html/tags.js';
import {escapeHtml} from '../html/text.js';

/** A mailing as a person checks it before sending, with unfilled tags. */
export type Mailing = {
  /** Its name for the person: of a file, a template or a mailing. */
  readonly name: string;
  /** Undefined if there is none yet: a template gets its subject with a mailing. */
  readonly subject?: string | undefined;
  readonly preheader?: string | undefined;
  readonly html: string;
  readonly sender?: Sender | undefined;
  /** Who gets it, in words. */
  readonly audience?: string | undefined;
  /** The person whose values fill the tags; invented if omitted. */
  readonly reader?: Reader | undefined;
  /** The tags of the account. Others stay in the text, as in real mail. */
  readonly tags?: readonly string[] | undefined;
  readonly findings?: readonly Finding[] | undefined;
};

export type Sender = {readonly name: string; readonly email: string; readonly postalAddress: string};

/** A reader of the mail: in words, and as the values of tags. */
export type Reader = {readonly who: string; readonly values: Readonly<Record<string, string>>};

/** An invented reader, with a value in every standard field. */
export const sampleReader: Reader = {
  who: 'sample data',
  values: {
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@example.com',
    alt_email: 'ada.lovelace@example.com',
    country: 'United Kingdom',
    state: 'England',
    city: 'London',
    address_line1: '12 St James Square',
    address_line2: '2nd floor',
    state_province_region: 'Greater London',
    postal_code: 'SW1Y 4JH',
    full_name: 'Ada Lovelace',
    father_name: 'George',
    designation: 'Analyst',
    age: '36',
    company_name: 'Analytical Engines Ltd',
    birth_date: '1815-12-10',
    join_date: '2026-01-15',
  } satisfies Readonly<Record<ReservedField, string>> & Readonly<Record<string, string>>,
};

/** A sender for mailings that have none yet. */
export const sampleSender: Sender = {
  name: 'Your company',
  email: 'news@example.com',
  postalAddress: '1 Example Street, 12345 Example Town',
};

/** A contact as the values of tags. The list of countries is long, so it is read only if a mail names the country. */
export async function contactReader({call}: Pick<Client, 'call'>, id: number, namesCountry: boolean): Promise<Reader> {
  const contact: Loose = await call(contacts.details, {contact_id: id});
  const {country} = contact;
  const isId = /^\d+$/.test(String(country ?? ''));
  const countries = namesCountry && isId ? (await call(locations.all)).countries : [];
  const countryName = countries.find(place => String(place['id']) === String(country))?.['name'];
  const textAt = textsOf(contact);
  return {
    who: textAt('email') || `contact ${id}`,
    values: {
      ...Object.fromEntries(customValues(contact['custom_field']).map(([name, value]) => [name, String(value ?? '')])),
      ...Object.fromEntries(reservedFields.map(name => [name, textAt(name)])),
      full_name: `${textAt('first_name')} ${textAt('last_name')}`.trim(),
      country: String(countryName ?? country ?? ''),
    },
  };
}

/** A mailing as one person gets it. */
export type FilledMailing = {
  readonly subject: string | undefined;
  readonly preheader: string | undefined;
  readonly html: string;
};

/** Fills the tags of a mailing: one without a value becomes empty, and one that the account does not know stays, as in real mail. */
export function fillMailing({
  subject,
  preheader,
  html,
  reader = sampleReader,
  sender = sampleSender,
  tags,
}: Mailing): FilledMailing {
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
  const inText = (text: string | undefined) => (text === undefined ? undefined : fillTags(text, valueFor));
  return {subject: inText(subject), preheader: inText(preheader), html: fillTags(html, valueFor, escapeHtml)};
}

const shapeOfText = object({
  name: text,
  subject: about('A template has none', nullable(text)),
  preheader: nullable(text),
  from: text,
  filled_with: about('Whose data fills the tags', text),
  text,
});

/** A mailing in words, as a reader gets it. */
export default shapeOfText;

type MailText = TypeOf<typeof shapeOfText>;

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
