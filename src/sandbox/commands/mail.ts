import {existsSync} from 'node:fs';
import {readRecords} from '../../api/answers/records.js';
import {type Command, command} from '../../commands/command.js';
import {shownZone} from '../../commands/shown-zone.js';
import {CheckError} from '../../errors.js';
import type {Item} from '../../output/results/result.js';
import {toReadable} from '../../records/fields/readable.js';
import {type Host, isReadAloud} from '../../system/host.js';
import {caughtUp} from '../account/account.js';
import {openAccount} from '../account/open-account.js';
import {databaseOf} from '../running/account-file.js';
import {environmentOptions} from '../running/environment.js';
import type {MailAsked} from '../service/life/mail.js';
import type {Delivery} from '../service/life/mail.schema.js';
import {settingsWith} from '../service/settings.js';
import {mailDrawing} from './mail-drawing.js';
import {databaseParam} from './options.js';
import {openServed, servedAt} from './served.js';

/** Shows the mail that a sandbox has sent, that of the served one or of `--sandbox`, as each recipient got it. */
export const mail: Command = command({
  summary: 'Show which mail people got, with the tags filled',
  details:
    'If you are logged in to a sandbox of "emk sandbox serve", it asks that one; otherwise the account of --sandbox.',
  takes: {
    utr: {type: 'text', help: 'Only what this mailing, automation or schedule sent', value: 'code'},
    db: databaseParam,
    to: {type: 'text', help: 'Only what this address got', value: 'address'},
    limit: {type: 'integer', value: 'n', help: 'Only the newest', decides: 'output'},
    fail_if_none: {type: 'flag', help: 'Exit with 10 if there is no such mail', decides: 'checks'},
  },
  args: ['utr'],
  examples: ['emk sandbox mail', 'emk sandbox mail --to ada@example.com -o json'],
  calls: [],
  gives: {document: () => import('../service/life/mail.schema.js')},
  run: async (context, {db, limit, fail_if_none: mustBe, ...whose}) => {
    const {host, notice} = context;
    const asked = {...whose, newest: limit};
    const width = isReadAloud(host) ? undefined : context.screenWidth;
    const sent = toReadable('timestamp', shownZone(context));
    const drawn = (mail: Delivery): string => mailDrawing(mail, sent(mail.triggered_at), width);
    const url = db === undefined ? servedAt(context, `/__mail?${queryOf(asked)}`) : undefined;
    const mails = url === undefined ? keptMail(host, databaseOf(host, db), asked) : servedMail(url);
    const nothing = (): void => {
      const says = 'The sandbox has sent no such mail.';
      if (mustBe) throw new CheckError(says);
      notice(says);
    };
    return {kind: 'items', items: emails(mails, drawn, nothing)};
  },
});

const queryOf = ({utr, to, newest}: MailAsked): string =>
  new URLSearchParams({
    ...(utr !== undefined && {utr}),
    ...(to !== undefined && {to}),
    ...(newest !== undefined && {limit: String(newest)}),
  }).toString();

const servedMail = (url: string): Mails =>
  readRecords<Delivery>(
    () => openServed(url),
    'deliveries',
    () => undefined,
  );

async function* keptMail(host: Host, file: string, asked: MailAsked): Mails {
  if (!existsSync(file)) return;
  const settings = settingsWith(environmentOptions(host).settings);
  const account = await openAccount({file, processes: host, realNow: () => host.now()}, settings);
  const {store, service} = account;
  try {
    const deliveries = await caughtUp(account, db => service.deliveriesOf(db, asked));
    for (;;) {
      const page = await store.transaction(() => [...taken(deliveries, 100)]);
      if (page.length === 0) return;
      yield page;
    }
  } finally {
    await store.close();
  }
}

/** Takes the next few items and leaves the iterator open for the rest, which a `for` loop would close. */
function* taken<T>(items: Iterator<T>, count: number): Generator<T> {
  for (let left = count; left > 0; left -= 1) {
    const {done, value} = items.next();
    if (done) return;
    yield value;
  }
}

type Mails = AsyncIterable<readonly Delivery[]>;

async function* emails(
  mails: Mails,
  drawn: (mail: Delivery) => string,
  nothing: () => void,
): AsyncGenerator<readonly Item[]> {
  let some = false;
  for await (const page of mails) {
    some ||= page.length > 0;
    yield page.map(delivery => ({data: delivery, text: () => drawn(delivery)}));
  }
  if (!some) nothing();
}
