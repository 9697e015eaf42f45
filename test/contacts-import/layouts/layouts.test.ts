/**
 * Exports of other tools: which column fills which field, who is skipped and why. Each golden report is what a person
 * would read; `UPDATE=1` writes them again, to be read before they are committed.
 */
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import type {Checked} from '../../../src/contacts/file/contract.js';
import {EmkError} from '../../../src/core/errors.js';
import {openText, recordsIn} from '../../../src/csv/bytes/sniff-dialect.js';
import {check, checkClearly, optionsFor, reserved, warningsOf} from '../reading.js';
import {tableFor, tableOfGuide, writeTable} from './guide-table.js';

const folder = new URL('.', import.meta.url).pathname;
const tools = readdirSync(folder)
  .filter(name => name.endsWith('.csv'))
  .map(name => name.slice(0, -'.csv'.length))
  .sort();
const status = {column: undefined};

async function reportOf(tool: string): Promise<string> {
  const path = `${folder}${tool}.csv`;
  const checked = await checkClearly(optionsFor(path, {status})).catch(refusal);
  if (typeof checked === 'string') return `${tool}\n  ${checked}`;
  const filled = checked.columns.filter(({fields}) => fields.length > 0);
  const unused = checked.columns.filter(
    ({header, fields}) => fields.length === 0 && !checked.status.headers.includes(header),
  );
  const people = await Promise.all(
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map(row => fateOf(path, row)),
  );
  return [
    tool,
    ...filled.map(({header, fields}) => `  ${header} → ${fields.join(', ')}`),
    ...(unused.length > 0 ? [`  left out: ${unused.map(({header}) => header).join(', ')}`] : []),
    ...(checked.status.headers.length > 0 ? [`  says who gets no mail: ${checked.status.headers.join(', ')}`] : []),
    ...people.map(line => `  ${line}`),
    ...warningsOf(checked).map(warning => `  ! ${warning}`),
  ].join('\n');
}

function refusal(error: unknown): string {
  if (!(error instanceof EmkError)) throw error;
  return `refused: ${error.message}\n  ${error.hint?.replaceAll('\n', '\n  ')}`;
}

/** What happens to one person, checked alone under the file's header. */
async function fateOf(path: string, row: string): Promise<string> {
  const [header = ''] = readFileSync(path, 'utf8').split('\n');
  const address = /[\w.]+@[\w.]+/.exec(row)?.[0];
  const checked = await check(`${header}\n${row}\n`, {status}).catch(refusal);
  if (typeof checked === 'string') return `${address}: ${checked}`;
  const {good, status: said} = checked;
  const why = (['left', 'bounced', 'out'] as const).find(standing => said[standing] > 0);
  if (good === 0) return `${address}: not sent (${why ?? 'rejected'})`;
  const values: string[] = [];
  for await (const rows of checked.valuesOf(1)) {
    for (const {values: sent} of rows) {
      for (const [field, value] of Object.entries(sent)) if (value !== '') values.push(`${field} ${value}`);
    }
  }
  return `${address}: sent as ${values.join(' | ')}`;
}

test('are mapped, and leave people out, as they always did', async () => {
  const reports: string[] = [];
  for (const tool of tools) reports.push(await reportOf(tool));
  const written = `${reports.join('\n\n')}\n`;
  if (process.env['UPDATE'] && !process.env['CI']) writeFileSync(`${folder}golden.txt`, written);
  expect(written).toBe(readFileSync(`${folder}golden.txt`, 'utf8'));
});

test('birthdays without a year leave a date empty, and refuse nobody', async () => {
  const fields = [...reserved, {name: 'birthday', type: 'datetime-local'}] as const;
  const checked = await checkClearly(optionsFor(`${folder}mailchimp-subscribed.csv`, {status, fields}));
  expect([checked.good, checked.rejected]).toEqual([4, 0]);
  expect(warningsOf(checked).join('\n')).toContain('“Birthday” is skipped: its values, such as “12/10”, are no dates');
});

test('have a row each in the guide', {tags: ['long']}, async () => {
  const checked = new Map<string, Checked>();
  for (const tool of tools) {
    const found = await checkClearly(optionsFor(`${folder}${tool}.csv`, {status})).catch(refusal);
    if (typeof found !== 'string') checked.set(tool, found);
  }
  const wanted = tableFor(checked);
  if (process.env['UPDATE'] && !process.env['CI']) writeTable(wanted);
  expect(tableOfGuide()).toBe(wanted);
});

/** Columns that the tool itself leaves empty: a shop knows the names of guests only from their bills. */
const empty: {readonly [tool: string]: readonly string[]} = {woocommerce: ['first_name', 'last_name']};

/** Where the header of each file was seen: in public code or documentation, or in the tool's own help. */
const sources: {readonly [tool: string]: string} = {
  activecampaign: 'help: ActiveCampaign, “Export contacts”',
  brevo: 'help: Brevo, “Export your contacts”; older files head the column BLACKLISTED',
  cordial: 'help: Cordial, “Import a list of unsubscribed contacts” (support.cordial.com, 220318527)',
  coss: 'help: coss.com, “Export contacts as CSV” in its API reference',
  inewsletter: 'help: iNewsletter, “Importing and exporting email subscribers” (help.naavi.com), four columns',
  lyris:
    'help: Cornell, “Notes on CSV File Content with E-list Member Lists (Lyris)”; what a type means: lunar.lyris.com',
  mailerpath: 'help: MailerPath, “Contacts”, columns of its CSV files (docs.mailerpath.com)',
  'mailup-unsubscribed': 'help: MailUp, “Export of email unsubscribes” (help.mailup.com, pageId=37978139)',
  omnisend:
    'help: Omnisend, “Import from the file - define your contacts’ subscription statuses”: who has no opt-in date is not subscribed',
  phplist: 'seen: phpList/phplist3, actions/export.php and the names of columns in structure.php',
  'promio-blacklist': 'help: promio.connect, “Export types: Blacklist” (servicewiki.promio-connect.com)',
  rasa: 'help: rasa.io, “What do the fields in my Contacts Export represent?”',
  'constant-contact': 'seen: “Email address - other”, “Email status”, “Email permission status” in scripts on GitHub',
  'constant-contact-address-book':
    'help: Constant Contact, “How to Add and Update Contacts”, labels for address fields',
  eventbrite: 'help: Eventbrite, attendee summary report',
  ghost: 'seen: TryGhost/Ghost, tests of the members CSV writer',
  gohighlevel: 'seen: Contact Id … Tags as in tests of importers on GitHub; DND by its help',
  'google-new': 'seen: Google CSV since 2024, in converters on GitHub',
  'google-old': 'seen: Google CSV until 2024, in converters on GitHub',
  hubspot:
    'seen: labels of contact properties in code on GitHub; two properties are both called “Email hard bounce reason”',
  keila: 'help: Keila, export of contacts; a status is active, unsubscribed or unreachable',
  kit: 'help: Kit (ConvertKit), “Export subscribers”; state as in its API',
  klaviyo: 'help: Klaviyo, “Profiles and properties glossary” and “How to export all people in your account”',
  listmonk: 'help: listmonk, subscriber export; status as in its API',
  'mailchimp-cleaned': 'help: Mailchimp, “View or export contacts”, cleaned contacts; CLEAN_ columns',
  'mailchimp-subscribed': 'seen: audience export, as in tests of CSV readers on GitHub (buren/honey_format and others)',
  'mailchimp-unsubscribed': 'seen: the UNSUB_ columns, in code on GitHub that reads unsubscribed_members_export files',
  mailerlite: 'seen: Subscriber, Name, Last name as in tests of importers on GitHub; the others by its help',
  outlook: 'seen: Microsoft, “Create or edit .csv files to import into Outlook”; also michalbe/csv2vcard',
  'salesforce-loader': 'help: Salesforce, names of standard fields of Contact, as Data Loader heads its columns',
  'salesforce-report': 'help: Salesforce, labels of standard fields of contacts in a report',
  sendgrid: 'help: Twilio SendGrid, “Exporting contacts”, reserved fields',
  sendy: 'help: Sendy, export of a list',
  shopify:
    'seen: customer export, whole header in tests of importers on GitHub; numbers and codes begin with an apostrophe',
  substack: 'seen: email_list.csv, as in importers on GitHub and TryGhost/migrate',
  woocommerce: 'help: WooCommerce, names of the customer meta fields, as export plugins head their columns',
  zoho: 'help: Zoho CRM, standard fields of contacts in an export',
};

test('all say where their headers were seen', () => {
  expect(Object.keys(sources).sort()).toEqual(tools);
});

const recordsOf = (text: string): string[][] => {
  const bytes = Buffer.from(text);
  const {dialect} = openText(bytes, true, header => Number(/e-?mail/i.test(header)));
  return recordsIn(bytes, 0, true, dialect).map(({texts}) => [...texts]);
};

describe.each(tools)('%s', tool => {
  const text = readFileSync(`${folder}${tool}.csv`, 'utf8');

  test('has a value in every column of some row', () => {
    const [headers = [], ...rows] = recordsOf(text);
    const silent = headers.filter((_, column) => rows.every(row => row[column] === ''));
    expect(silent).toEqual(empty[tool] ?? []);
  });

  test('holds nobody who exists', () => {
    for (const [, domain] of text.matchAll(/@([\w.]+)/g)) expect(domain).toMatch(/^example\.(?:com|test)$/);
  });
});
