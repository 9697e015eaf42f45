/** The table of the guide "Move from another tool", which has a row for each export of the tests. */
import {readFileSync, writeFileSync} from 'node:fs';
import {headOf} from '../../../src/records/fields/heads.js';
import type {Reading} from '../reading.js';

const guide = 'docs/moving.md';
const table = /(\| Export \|.*\n\|[-|]+\|\n)(?:\|.*\n)*/;

/** The rows of the guide. */
export const tableOfGuide = (): string => table.exec(readFileSync(guide, 'utf8'))?.[0] ?? '';

export const writeTable = (rows: string): void =>
  writeFileSync(
    guide,
    readFileSync(guide, 'utf8').replace(table, () => rows),
  );

/** What emk does with each export: which columns say who gets no mail, and which fields it fills. */
export const tableFor = (readings: ReadonlyMap<string, Reading['read']>): string =>
  [
    '| Export | Who gets no mail | What is filled |',
    '|---|---|---|',
    ...[...readings]
      .map(([tool, {status_columns: headers, columns}]) => {
        const fields = columns.flatMap(column => column.fields).map(headOf);
        const says = [...new Set(headers)].map(header => `\`${header}\``).join(', ') || 'no column says it';
        return `| ${names[tool]} | ${says} | ${fields.join(', ')} |`;
      })
      .sort((one, other) => one.localeCompare(other, 'en')),
    '',
  ].join('\n');

/** What people call each export. */
export const names: {readonly [tool: string]: string} = {
  activecampaign: 'ActiveCampaign',
  brevo: 'Brevo',
  'constant-contact': 'Constant Contact',
  'constant-contact-address-book': 'Constant Contact, address book',
  cordial: 'Cordial',
  coss: 'coss',
  eventbrite: 'Eventbrite',
  ghost: 'Ghost',
  gohighlevel: 'GoHighLevel',
  'google-new': 'Google contacts',
  'google-old': 'Google contacts until 2024',
  hubspot: 'HubSpot',
  inewsletter: 'iNewsletter',
  keila: 'Keila',
  kit: 'Kit',
  klaviyo: 'Klaviyo',
  listmonk: 'Listmonk',
  lyris: 'Lyris',
  'mailchimp-cleaned': 'Mailchimp, cleaned',
  'mailchimp-subscribed': 'Mailchimp, subscribed',
  'mailchimp-unsubscribed': 'Mailchimp, unsubscribed',
  mailerlite: 'MailerLite',
  mailerpath: 'MailerPath',
  'mailup-unsubscribed': 'MailUp, unsubscribed',
  omnisend: 'Omnisend',
  outlook: 'Outlook',
  phplist: 'phpList',
  'promio-blacklist': 'promio.connect, blacklist',
  rasa: 'rasa.io',
  'salesforce-loader': 'Salesforce, Data Loader',
  'salesforce-report': 'Salesforce, report',
  sendgrid: 'SendGrid',
  sendy: 'Sendy',
  shopify: 'Shopify',
  substack: 'Substack',
  woocommerce: 'WooCommerce',
  zoho: 'Zoho CRM',
};
