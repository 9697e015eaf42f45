import {existsSync} from 'node:fs';
import {type Command, command} from '../../commands/command.js';
import {ownFormats} from '../../commands/own-formats.js';
import type {Host} from '../../host.js';
import {catchUp} from '../account.js';
import {accountTime} from '../clock.js';
import {environmentOptions} from '../environment.js';
import {openAccount} from '../open-account.js';
import {databaseOf} from '../place.js';
import {askServed} from '../served.js';
import type {Delivery} from '../service/index.js';
import {settingsWith} from '../settings.js';
import {databaseParam} from './options.js';

/** Shows the mail that the sandbox has sent, as each recipient got it. */
export const mail: Command = command({
  summary: 'Show who got what, with the tags filled',
  takes: {
    utr: {type: 'text', help: 'Only what this single send, automation or schedule sent', value: 'utr'},
    db: databaseParam,
    to: {type: 'text', help: 'Only what this address got', value: 'address'},
  },
  args: ['utr'],
  examples: ['emk sandbox mail', 'emk sandbox mail --to ada@example.com -o json'],
  calls: [],
  formats: ownFormats,
  run: async ({host, notice}, {utr, db, to}) => {
    const sent = db === undefined ? await servedMail(host, utr) : undefined;
    const all = sent ?? (await keptMail(host, databaseOf(host, db), utr));
    const deliveries = to === undefined ? all : all.filter(delivery => delivery.to.toLowerCase() === to.toLowerCase());
    if (deliveries.length === 0) notice('The sandbox has sent no such mail.');
    return {kind: 'data', data: deliveries, text: deliveries.map(asLetter).join('\n')};
  },
});

async function servedMail(host: Host, utr: string | undefined): Promise<readonly Delivery[] | undefined> {
  const query = utr === undefined ? '' : `?utr=${encodeURIComponent(utr)}`;
  return (await askServed<{deliveries: Delivery[]}>(host, `/__mail${query}`))?.deliveries;
}

async function keptMail(host: Host, file: string, utr: string | undefined): Promise<readonly Delivery[]> {
  if (!existsSync(file)) return [];
  const settings = settingsWith(environmentOptions(host).settings);
  const account = await openAccount({file, processes: host, realNow: () => host.now()}, settings);
  try {
    return await account.store.transaction(db => {
      catchUp(account, db, accountTime(db, account.realNow()));
      return account.service.deliveriesOf(db, utr);
    });
  } finally {
    await account.store.close();
  }
}

/** A mail as one reads it, with what became of it beneath. */
function asLetter(delivery: Delivery): string {
  const {to, from, subject, preheader, body, triggered_at, name} = delivery;
  return [
    `To: ${to}`,
    `From: ${from}`,
    `Subject: ${subject}`,
    ...(preheader === '' ? [] : [`Preheader: ${preheader}`]),
    `Sent: ${triggered_at} by "${name}", ${fateOf(delivery)}`,
    '',
    ...legible(body).map(line => `  ${line}`),
    '',
  ].join('\n');
}

function fateOf({bounced_at, delivered_at, opens, unsubscribed_at}: Delivery): string {
  if (bounced_at !== null) return 'bounced';
  if (delivered_at === null) return 'under way';
  const opened = opens === 0 ? 'not opened' : opens === 1 ? 'opened once' : `opened ${opens} times`;
  return `arrived, ${opened}${unsubscribed_at === null ? '' : ', then unsubscribed'}`;
}

/** The words of a page: tags become line ends, entities the characters they stand for. */
const legible = (html: string): string[] =>
  html
    .replace(/<(style|script|head)\b.*?<\/\1>/gis, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (entity, name: string) => entities[name] ?? entity)
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');

const entities: {readonly [name: string]: string} = {amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'"};
