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
import {plainText} from '../html/plain-text.js';
import {fillTags, tagValuesOf} from '../html/tags.js';
import {escapeHtml} from '../html/text.js';

/** The mark of a preview, which may be replaced without a question. */
export const GENERATOR = '<meta name="generator" content="emk templates preview">';

/** A self-contained page that shows a mailing as its readers get it, and forbids fetching and running. */
export function previewPage(mailing: ShownMailing): string {
  const {name, from, subject, preheader, filled_with, text} = mailText(mailing);
  const facts = [
    ['From', from],
    ['Subject', subject ?? ''],
    ['Preheader', preheader ?? ''],
    ['Filled with', filled_with],
  ] as const;
  const mail = escapeHtml(mailFrame(printable(fillMailing(mailing).html)));
  const frame = (device: string, title: string): string =>
    `<section><h2>${title}</h2><iframe class="${device}" title="${title}" sandbox srcdoc="${mail}"></iframe></section>`;
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
<dl>${facts.map(([about, fact]) => `<dt>${about}</dt><dd>${isolated(fact)}</dd>`).join('')}</dl>
<main>
${frame('desktop', 'On a desktop, 640 pixels wide')}
${frame('phone', 'On a phone, 375 pixels wide')}
<section class="text"><h2>As plain text</h2><pre>${escapeHtml(printable(text)) || 'There is no text.'}</pre></section>
</main>
<footer>This page downloads nothing, so pictures on web servers are missing, and links don't open.</footer>
</body>
</html>
`;
}

/** What the page and the frames in it may do: show themselves. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** The letter in a sandbox under the policy of the page: nothing is loaded or run, and a link has no window to open. */
const mailFrame = (html: string): string =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="x-dns-prefetch-control" content="off"><base target="_blank"><style>${frameStyle}</style>${html.replaceAll(unpoliced, '<x-')}`;

const frameStyle = 'body{margin:8px}img:not([src^="data:"]){background:#dde1e6;color:#3d4650}';

/** Elements that may look up or connect to a server although a policy forbids to load from it, and pages in the page. */
const unpoliced = /<(?=(?:link|iframe|frame|object|embed)[\s/>])/gi;

/** Text that cannot change the reading direction around it. */
const isolated = (text: string): string => `<bdi>${line(text)}</bdi>`;

const line = (text: string): string => escapeHtml(printable(text).replaceAll(/\s+/g, ' ').trim());

/** Text without control characters and half characters, which a page cannot contain. */
const printable = (text: string): string => text.replaceAll(/(?![\n\t])\p{Cc}/gu, ' ').replaceAll(/\p{Cs}/gu, '\ufffd');

/** Writes a preview into a private folder, because it may show a person's data, in place of the one before. */
export async function keepPreview(host: Host, mailing: ShownMailing): Promise<string> {
  const folder = join(stateFolder(host), 'previews');
  const path = join(folder, 'preview.html');
  await tellingFileTrouble(async () => {
    makeFolder(folder);
    await writeWhole(path, [previewPage(mailing)]);
  });
  return path;
}

/** The style of a preview, for wide and narrow screens. */
const pageStyle = `
* {box-sizing: border-box}
body {margin: 0 auto; max-width: 1560px; padding: 20px; background: #f5f6f8; color: #1b1f24; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere}
h1 {margin: 0; font-size: 22px}
h2 {margin: 24px 0 8px; font-size: 14px; font-weight: 600; color: #545d68}
dl {display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 14px; margin: 8px 0 0}
dt, footer {color: #545d68}
dd {margin: 0}
main {display: flex; flex-wrap: wrap; gap: 0 20px}
section {max-width: 100%}
.text {flex: 1 1 420px}
iframe {display: block; width: 642px; max-width: 100%; height: 860px; border: 1px solid #d0d7de; border-radius: 8px}
.phone {width: 377px; border-radius: 20px}
pre {margin: 0; max-height: 860px; overflow: auto; padding: 14px; border: 1px solid #d0d7de; border-radius: 8px; background: #fff; font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; unicode-bidi: plaintext}
footer {margin-top: 24px; font-size: 14px}
`;

/** A mailing as a person checks it before sending, with unfilled tags. */
export type ShownMailing = {
  /** Its name for the person: of a file, a template or a mailing. */
  readonly name: string;
  /** Undefined if there is none yet: a template gets its subject with a mailing. */
  readonly subject?: string | undefined;
  readonly preheader?: string | undefined;
  readonly html: string;
  readonly sender?: Sender | undefined;
  /** The person whose values fill the tags; invented if omitted. */
  readonly reader?: MailReader | undefined;
  /** The tags of the account. Others stay in the text, as in real mail. */
  readonly tags?: readonly string[] | undefined;
};

export type Sender = {readonly name: string; readonly email: string; readonly postalAddress: string};

/** A reader of the mail: in words, and as the values of tags. */
type MailReader = {readonly who: string; readonly values: Readonly<Record<string, string>>};

/** An invented reader; other fields are shown by their names. */
const sampleReader: MailReader = {
  who: 'sample data',
  values: {first_name: 'Ada', last_name: 'Lovelace', full_name: 'Ada Lovelace', email: 'ada@example.com'},
};

/** A sender for mailings that have none yet. */
const sampleSender: Sender = {
  name: 'Your company',
  email: 'news@example.com',
  postalAddress: '1 Example Street, 12345 Example Town',
};

/** A contact as the values of tags. */
export async function contactReader({call}: Pick<Client, 'call'>, id: number): Promise<MailReader> {
  const contact: Loose = await call(contacts.details, {contact_id: id});
  return {who: String(contact['email'] || `contact ${id}`), values: tagValuesOf(contact, '[country]')};
}

/** Fills the tags of a mailing: one without a value becomes empty, and one that the account does not know stays, as in real mail. */
function fillMailing({subject, preheader, html, reader = sampleReader, sender = sampleSender, tags}: ShownMailing) {
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
export function mailText(mailing: ShownMailing): MailText {
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
