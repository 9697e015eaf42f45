import {existsSync} from 'node:fs';
import {confirmLocalChange} from '../../change/agree.js';
import {type Command, command, type Group} from '../../commands/command.js';
import {shownZone} from '../../commands/view.js';
import {CheckError, UsageError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import {plural} from '../../core/words/sentence.js';
import {plainText} from '../../letters/html/plain-text.js';
import {doneResult} from '../../output/results/result.js';
import {toReadable} from '../../records/fields/readable.js';
import {caughtUp, openSeeded, type RunningAccount} from '../account/account.js';
import {type LogEntry, loggedRequests} from '../http/log.js';
import {storedAccount} from '../running/environment.js';
import {type Delivery, deliveriesOf} from '../service/mail.js';
import {run} from './run.js';
import {seedOf, seedParams, serve} from './serve.js';
import {tour} from './tour.js';

const databaseParam = {
  type: 'text',
  value: 'file',
  help: "The account's file instead of the usual one (EMK_SANDBOX_DB)",
} as const;

const ofWhich = 'Reads the account of --sandbox, or that of "emk sandbox serve --db FILE" with the same --db.';

const reset: Command = command({
  summary: 'Reset the account of --sandbox',
  takes: {db: databaseParam, ...seedParams},
  examples: ['emk sandbox reset', 'emk sandbox reset --empty --yes'],
  calls: [],
  gives: 'done',
  run: async (context, {db, ...given}) => {
    const {host, globals, notice} = context;
    const {realNow, file} = storedAccount(host, db);
    const sentence = `Reset the sandbox's account in ${file}.`;
    if (globals.dryRun) {
      notice(`Without --dry-run: ${sentence}`);
      return {kind: 'nothing'};
    }
    await confirmLocalChange(context, `Delete everything in the sandbox's account (${file})`);
    const {account} = await openSeeded({file, processes: host, seed: seedOf(given), fresh: true, realNow});
    await account.store.close();
    return doneResult(sentence, file);
  },
});

const log: Command = command({
  summary: 'Show the requests the sandbox received',
  details: `With -o json it has names and sizes of fields, but no values and no keys. ${ofWhich}`,
  takes: {
    db: databaseParam,
    limit: {type: 'integer', value: 'n', help: 'Only the newest ones (default: 50)', decides: 'output'},
  },
  examples: ['emk sandbox log', 'emk sandbox log --limit 5 -o json'],
  calls: [],
  gives: {document: () => import('../http/log.js')},
  run: async ({host, notice}, {db, limit = 50}) => {
    const account = await keptAccount(host, db);
    const requests = (await account?.store.transaction(rows => loggedRequests(rows, limit))) ?? [];
    await account?.store.close();
    if (requests.length === 0) notice('The sandbox has received no requests yet.');
    return {kind: 'data', data: requests, text: requests.map(asLine).join('\n')};
  },
});

const asLine = ({at, method, path, status, faults}: LogEntry): string =>
  [at.slice(11, 19), status ?? '---', `${method} ${path}`, ...faults.map(fault => `! ${fault}`)].join('  ');

const mail: Command = command({
  summary: 'Show which mail people got, with the tags filled',
  details: ofWhich,
  takes: {
    utr: {type: 'text', help: 'Only what this mailing, automation or schedule sent', value: 'code'},
    db: databaseParam,
    to: {type: 'text', help: 'Only what this address got', value: 'address'},
    fail_if_empty: {type: 'flag', help: 'Exit with 10 if there is no such mail', decides: 'checks'},
  },
  args: ['utr'],
  examples: ['emk sandbox mail', 'emk sandbox mail --to ada@example.com -o json'],
  calls: [],
  gives: {document: () => import('../service/mail.js')},
  run: async (context, {db, fail_if_empty: mustBe, ...asked}) => {
    const timeOf = toReadable('timestamp', shownZone(context));
    const account = await keptAccount(context.host, db);
    const mails = account ? await caughtUp(account, rows => [...deliveriesOf(rows, asked)]) : [];
    await account?.store.close();
    if (mails.length === 0) {
      const says = 'The sandbox has sent no such mail.';
      if (mustBe) throw new CheckError(says);
      context.notice(says);
    }
    const text = mails.map(each => asLines(each, timeOf(each.triggered_at))).join('\n\n');
    return {kind: 'data', data: mails, text};
  },
});

function asLines(mail: Delivery, time: string): string {
  const {to, from, subject, preheader, name, body} = mail;
  return [
    `To: ${to}`,
    `From: ${from}`,
    `Subject: ${subject}`,
    ...(preheader === '' ? [] : [`Preheader: ${preheader}`]),
    `Sent: ${time} by "${name}", ${fateOf(mail)}`,
    '',
    ...plainText(body, {addresses: false})
      .split('\n')
      .map(line => `  ${line}`.trimEnd()),
  ].join('\n');
}

function fateOf({bounced_at, delivered_at, opens, unsubscribed_at}: Delivery): string {
  if (bounced_at !== null) return 'bounced';
  if (delivered_at === null) return 'under way';
  const opened = opens === 0 ? 'not opened' : plural(opens, 'opened once', `opened ${opens} times`);
  return `arrived, ${opened}${unsubscribed_at === null ? '' : ', then unsubscribed'}`;
}

/** Opens the stored account; undefined if there is none, because looking must not create one. */
async function keptAccount(host: Host, db: string | undefined): Promise<RunningAccount | undefined> {
  if (host.env['EMK_SANDBOX_RUN'] && !host.env['EMK_SANDBOX_DB'] && db === undefined) {
    throw new UsageError('This sandbox keeps its account in memory.', {
      hint: 'Ask GET /__mail or GET /__log at its address (EMK_BASE_URL), with EMK_SECRET_KEY in the header SecretKey.',
    });
  }
  const stored = storedAccount(host, db);
  return existsSync(stored.file) ? (await openSeeded(stored)).account : undefined;
}

const group: Group = {commands: {tour, run, serve, reset, log, mail}};

export default group;
