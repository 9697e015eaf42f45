import {existsSync} from 'node:fs';
import {isObject} from '../../api/answers/is-object.js';
import {type Command, command} from '../../commands/command.js';
import type {Sharing} from '../account/database-lock.js';
import {openAccount} from '../account/open-account.js';
import {loggedRequests} from '../http/log.js';
import type {LogEntry} from '../http/log.schema.js';
import {databaseOf} from '../running/account-file.js';
import {settingsWith} from '../service/settings.js';
import {databaseParam} from './options.js';
import {askServed} from './served.js';

/**
 * Shows the requests that a sandbox has received: the served one that the user logged in to, or that of `--sandbox`.
 */
export const log: Command = command({
  summary: 'Show the requests the sandbox received',
  details:
    'Shows names and sizes of fields, but no values and no keys. If you are logged in to a sandbox of "emk sandbox ' +
    'serve", it asks that one; otherwise the account of --sandbox.',
  takes: {
    db: databaseParam,
    limit: {type: 'integer', value: 'n', help: 'Only the newest ones (default: 50)', decides: 'output'},
  },
  examples: ['emk sandbox log', 'emk sandbox log --limit 5 -o json'],
  calls: [],
  gives: {document: () => import('../http/log.schema.js')},
  run: async (context, {db, limit = 50}) => {
    const {host, notice} = context;
    const served = db === undefined ? await askServed(context, `/__log?limit=${limit}`, isLog) : undefined;
    const requests = served?.requests ?? (await readLog(databaseOf(host, db), limit, host));
    if (requests.length === 0) notice('The sandbox has received no requests yet.');
    return {kind: 'data', data: requests, text: requests.map(asLine).join('\n')};
  },
});

const isLog = (message: unknown): message is {readonly requests: LogEntry[]} =>
  isObject(message) && Array.isArray((message as {readonly requests?: unknown}).requests);

async function readLog(file: string, limit: number, processes: Sharing): Promise<LogEntry[]> {
  if (!existsSync(file)) return [];
  const {store} = await openAccount({file, processes}, settingsWith());
  try {
    return await store.transaction(db => loggedRequests(db, limit));
  } finally {
    await store.close();
  }
}

function asLine({at, method, path, status, encoding, fields, faults, dropped, unmodelled}: LogEntry): string {
  const names = fields.map(({name, count, filename, bytes}) =>
    filename === undefined ? (count === undefined ? name : `${name}×${count}`) : `${name}=${filename} (${bytes} bytes)`,
  );
  return [
    at.slice(11, 19),
    String(status ?? '---'),
    `${method} ${path}`,
    ...(encoding === 'none' ? [] : [`${encoding}: ${names.join(', ')}`]),
    ...(dropped > 0 ? [`${dropped} fields dropped`] : []),
    ...faults.map(fault => `! ${fault}`),
    ...(unmodelled ? ['! the sandbox has no such records'] : []),
  ].join('  ');
}
