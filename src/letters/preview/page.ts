import {join} from 'node:path';
import type {Client} from '../../api/client/client.js';
import type {Loose} from '../../api/describe/schema.js';
import {about, nullable, object, type TypeOf, text} from '../../core/json-schema/describe.js';
import {stateFolder} from '../../core/own-files/folders.js';
import {makeFolder, tellingFileTrouble} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {writeWhole} from '../../core/system/whole-file.js';
import {lookUp} from '../../core/words/values.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {type ReservedField, reservedFields} from '../../endpoints/fields.js';
import {operations as locations} from '../../endpoints/locations.js';
import type {Finding} from '../../records/fields/finding.js';
import {customValues, textsOf} from '../../records/fields/path.js';
import {type Letter, readLetter, textOf} from '../html/parse.js';
import {openingText, plainText} from '../html/plain-text.js';
import {fillTags} from '../html/tags.js';
import {escapeHtml} from '../html/text.js';

/** The mark of a preview, which may be replaced without a question. */
export const GENERATOR = '<meta name="generator" content="emk templates preview">';

/** A self-contained page that shows a mailing as its readers get it, and forbids fetching and running. */
export function previewPage(mailing: Mailing): string {
  const {html, ...texts} = fillMailing(mailing);
  const mail = {...texts, html: printable(html)};
  const letter = readLetter(mail.html);
  const {name} = mailing;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
${GENERATOR}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${line(name)} · preview</title>
<style>${pageStyle}</style>
</head>
<body>
<h1>${isolated(name)}</h1>
<dl>${facts(mailing, mail, letter)
    .map(([about, fact]) => `<dt>${about}</dt><dd>${isolated(fact)}</dd>`)
    .join('')}</dl>
<main>
${frame(mail, 'desktop', 'On a desktop, 640 pixels wide')}
${frame(mail, 'phone', 'On a phone, 375 pixels wide')}
<section class="text"><h2>As plain text</h2><pre tabindex="0" role="region" aria-label="As plain text">${escapeHtml(printable(plainText(mail.html))) || 'There is no text.'}</pre></section>
</main>
${findings(mailing.findings)}
<footer>This page downloads nothing, so pictures on web servers are missing, and links don't open; point at one to see where it leads. The email has the colours, light or dark, that it says itself for your screen.</footer>
</body>
</html>
`;
}

/** What the page and the frames in it may do: show themselves. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** What an inbox shows of a mailing, and for whom it is filled. */
function facts(
  {sender = sampleSender, audience, reader = sampleReader}: Mailing,
  {subject, preheader}: FilledMailing,
  letter: Letter,
): ReadonlyArray<readonly [string, string]> {
  return [
    ['From', `${sender.name} <${sender.email}>`],
    ...(audience === undefined ? [] : [['To', audience] as const]),
    ['Subject', (subject ?? titleOf(letter)) || '(no subject)'],
    ['Preheader', (preheader?.trim() ? preheader : openingText(letter.page)).slice(0, 250)],
    ['Filled with', reader.who],
  ];
}

/**
 * The letter as a mail program shows it. Its frame is a sandbox under the policy of the page: nothing is loaded or run, and
 * a link has no window to open.
 */
const frame = ({html}: FilledMailing, device: string, title: string): string =>
  `<section><h2>${title}</h2><iframe class="${device}" title="${title}" sandbox srcdoc="${escapeHtml(mailFrame(html))}"></iframe></section>`;

const mailFrame = (html: string): string =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="x-dns-prefetch-control" content="off"><base target="_blank"><style>${frameStyle}</style>${html.replaceAll(unpoliced, '<x-')}`;

const frameStyle = 'body{margin:8px}img:not([src^="data:"]){background:#dde1e6;color:#3d4650}';

/** Elements that may look up or connect to a server although a policy forbids to load from it, and pages in the page. */
const unpoliced = /<(?=(?:link|iframe|frame|object|embed)[\s/>])/gi;

function findings(found: readonly Finding[] | undefined): string {
  if (found === undefined || found.length === 0) return '';
  const items = [...found.filter(isError), ...found.filter(each => !isError(each))].map(
    ({level, says, hint, line: at}) =>
      `<li class="${level}"><b>${level === 'error' ? 'Error' : 'Warning'}</b>${at === undefined ? '' : ` in line ${at}`}: ${isolated(says)}${hint ? ` <span class="hint">${isolated(hint)}</span>` : ''}</li>`,
  );
  return `<section><h2>To fix</h2><ul>${items.join('')}</ul></section>`;
}

const isError = ({level}: Finding): boolean => level === 'error';

function titleOf({elements}: Letter): string {
  const title = elements.find(({tagName}) => tagName === 'title');
  return (title?.childNodes ?? [])
    .map(node => textOf(node) ?? '')
    .join('')
    .trim();
}

/** Text that cannot change the reading direction around it. */
const isolated = (text: string): string => `<bdi>${line(text)}</bdi>`;

const line = (text: string): string => escapeHtml(printable(text).replaceAll(/\s+/g, ' ').trim());

/** Text without control characters and half characters, which a page cannot contain. */
const printable = (text: string): string => text.replaceAll(/(?![\n\t])\p{Cc}/gu, ' ').replaceAll(/\p{Cs}/gu, '\ufffd');

/** Writes a preview into a private folder, because it may show a person's data, in place of the one before. */
export async function keepPreview(host: Host, mailing: Mailing): Promise<string> {
  const folder = join(stateFolder(host), 'previews');
  const path = join(folder, 'preview.html');
  await tellingFileTrouble(async () => {
    makeFolder(folder);
    await writeWhole(path, [previewPage(mailing)]);
  });
  return path;
}

/** The style of a preview, for wide and narrow screens, light and dark. */
const pageStyle = `
:root {color-scheme: light dark; --ground: #f5f6f8; --card: #fff; --ink: #1b1f24; --faint: #545d68; --line: #d0d7de; --error: #b3261e; --warning: #7a4d00}
@media screen and (prefers-color-scheme: dark) {
  :root {--ground: #0f1318; --card: #181d24; --ink: #e6edf3; --faint: #a3adb8; --line: #343b44; --error: #ff9d94; --warning: #eac06a}
}
* {box-sizing: border-box}
body {margin: 0 auto; max-width: 1560px; padding: 20px; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere}
h1 {margin: 0; font-size: 22px}
h2 {margin: 24px 0 8px; font-size: 14px; font-weight: 600; color: var(--faint)}
dl {display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 14px; margin: 8px 0 0}
dt, .hint, footer {color: var(--faint)}
dd {margin: 0}
main {display: flex; flex-wrap: wrap; gap: 0 20px}
section {max-width: 100%}
.text {flex: 1 1 420px}
iframe {display: block; width: 642px; max-width: 100%; height: 860px; border: 1px solid var(--line); border-radius: 8px}
.phone {width: 377px; border-radius: 20px}
pre {margin: 0; max-height: 860px; overflow: auto; padding: 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; unicode-bidi: plaintext}
ul {margin: 0; padding-left: 20px}
.error b {color: var(--error)}
.warning b {color: var(--warning)}
footer {margin-top: 24px; font-size: 14px}
`;

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
const sampleReader: Reader = {
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
const sampleSender: Sender = {
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
type FilledMailing = {
  readonly subject: string | undefined;
  readonly preheader: string | undefined;
  readonly html: string;
};

/** Fills the tags of a mailing: one without a value becomes empty, and one that the account does not know stays, as in real mail. */
function fillMailing({
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
