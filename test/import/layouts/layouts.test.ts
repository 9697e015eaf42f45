/**
 * Exports of other tools: which column fills which field, who is skipped and why. Each golden report is what a person
 * would read; `UPDATE=1` writes them again, to be read before they are committed.
 */
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {describe, expect, test} from 'vitest';
import {type Reading, useReading} from '../reading.js';
import {tableFor, tableOfGuide, writeTable} from './guide-table.js';

const {read} = useReading();
const papaparse = createRequire(import.meta.url)('papaparse') as {
  parse(text: string, options: {readonly skipEmptyLines: boolean}): {readonly data: string[][]};
};

const folder = new URL('.', import.meta.url).pathname;
const tools = readdirSync(folder)
  .filter(name => name.endsWith('.csv'))
  .map(name => name.slice(0, -'.csv'.length))
  .sort();
const status = 'auto';

const exports = new Map<string, Promise<Reading>>();

/** What emk reads in the whole file; read once for all tests. */
function readExport(tool: string): Promise<Reading> {
  const known = exports.get(tool);
  if (known) return known;
  const found = read(readFileSync(`${folder}${tool}.csv`), {status, name: `${tool}.csv`, rehearses: true});
  exports.set(tool, found);
  return found;
}

async function reportOf(tool: string): Promise<string> {
  const text = readFileSync(`${folder}${tool}.csv`, 'utf8');
  const found = await readExport(tool);
  if (found.refused !== undefined) return `${tool}\n  ${refusal(found.refused)}`;
  const {columns, status_columns: headers} = found.read;
  const filled = columns.filter(({fields}) => fields.length > 0);
  const unused = columns.filter(({header, fields}) => fields.length === 0 && !headers.includes(header));
  const [first = '', ...rows] = text.trimEnd().split('\n');
  const people = await Promise.all(rows.map(row => fateOf(first, row)));
  return [
    tool,
    ...filled.map(({header, fields}) => `  ${header} → ${fields.join(', ')}`),
    ...(unused.length > 0 ? [`  left out: ${unused.map(({header}) => header).join(', ')}`] : []),
    ...(headers.length > 0 ? [`  says who gets no mail: ${headers.join(', ')}`] : []),
    ...people.map(line => `  ${line}`),
    ...found.warnings.map(warning => `  ! ${warning}`),
  ].join('\n');
}

const refusal = (refused: string): string =>
  `refused: ${refused.trim().replace(/^error \d+: /, '')}`.replaceAll(/\n(?! {2})/g, '\n  ');

/** What happens to one person, read alone under the file's header. */
async function fateOf(header: string, row: string): Promise<string> {
  const address = /[\w.]+@[\w.]+/.exec(row)?.[0];
  const found = await read(`${header}\n${row}\n`, {status});
  if (found.refused !== undefined) return `${address}: ${refusal(found.refused)}`;
  const why = (['left', 'bounced', 'out'] as const).find(standing => found[standing] > 0);
  if (found.good === 0) return `${address}: not sent (${why ?? 'rejected'})`;
  const values = found.sent.flatMap(({values: sent}) =>
    Object.entries(sent).flatMap(([field, value]) => (value === '' ? [] : [`${field} ${value}`])),
  );
  return `${address}: sent as ${values.join(' | ')}`;
}

test('are mapped, and leave people out, as they always did', {tags: ['long'], timeout: 120_000}, async () => {
  const reports: string[] = [];
  for (const tool of tools) reports.push(await reportOf(tool));
  const written = `${reports.join('\n\n')}\n`;
  if (process.env['UPDATE'] && !process.env['CI']) writeFileSync(`${folder}golden.txt`, written);
  expect(written).toBe(readFileSync(`${folder}golden.txt`, 'utf8'));
});

test('birthdays without a year leave a date empty, and refuse nobody', async () => {
  const found = await read(readFileSync(`${folder}mailchimp-subscribed.csv`), {
    status,
    fields: {birthday: 'datetime-local'},
  });
  expect([found.good, found.rejectedCount]).toEqual([4, 0]);
  expect(found.warnings.join('\n')).toContain('“Birthday”');
});

test('have a row each in the guide', {tags: ['long']}, async () => {
  const readings = new Map<string, Reading['read']>();
  for (const tool of tools) {
    const found = await readExport(tool);
    if (found.refused === undefined) readings.set(tool, found.read);
  }
  const wanted = tableFor(readings);
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

describe.each(tools)('%s', tool => {
  const text = readFileSync(`${folder}${tool}.csv`, 'utf8');

  test('has a value in every column of some row', () => {
    const [headers = [], ...rows] = papaparse.parse(text, {skipEmptyLines: true}).data;
    const silent = headers.filter((_, column) => rows.every(row => row[column] === ''));
    expect(silent).toEqual(empty[tool] ?? []);
  });

  test('holds nobody who exists', () => {
    for (const [, domain] of text.matchAll(/@([\w.]+)/g)) expect(domain).toMatch(/^example\.(?:com|test)$/);
  });
});
