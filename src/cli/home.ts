import {findAccount, isInside} from '../accounts/account.js';
import {hostOf} from '../accounts/key.js';
import {forEachRecord} from '../api/answers/record-sources.js';
import {createAsk} from '../ask/terminal/create-ask.js';
import type {Context} from '../change/context.js';
import {ConfigError, EmkError, InterruptedError} from '../core/errors.js';
import type {MailingRecord} from '../endpoints/mailings.js';
import {operations as mailings} from '../endpoints/mailings.js';
import {twoColumns} from '../help/page.js';
import {clockOf} from '../insight/months.js';
import {sendState} from '../insight/upcoming.js';
import {createSink} from '../output/results/sink.js';
import {sentMomentInWords} from '../records/dates/words.js';
import {createSession, type Run} from './context.js';

/** What `emk` alone prints at a terminal: the account, the next mailing, and three commands. */
export async function home(given: Run): Promise<number> {
  const {messages, host} = given;
  const {says, hasAccount} = whereWeAre(given);
  const news = hasAccount ? [await nextMailing(given)] : [];
  messages.progress.clear();
  const lines = [
    says,
    ...news,
    '',
    ...twoColumns(hasAccount ? jobs : waysIn),
    '',
    'To see all commands: emk --help',
    '',
  ];
  await createSink(host.stdout, messages).write(messages.maskKeys(lines.join('\n')));
  return 0;
}

type Commands = ReadonlyArray<readonly [line: string, summary: string]>;

const jobs: Commands = [
  ['emk import', 'Add people from a file'],
  ['emk send', 'Write a mailing'],
  ['emk results', 'See how mailings did'],
];

const waysIn: Commands = [
  ['emk login', 'Log in to your account'],
  ['emk sandbox tour', 'Take a tour, without an account'],
  ['emk --sandbox', 'Try emk on a local copy of the service'],
];

/** Whose account it is; or why there is none. */
function whereWeAre({globals, host, config}: Run): {readonly says: string; readonly hasAccount: boolean} {
  if (globals.sandbox || isInside(host)) return {says: 'The sandbox', hasAccount: true};
  try {
    const {name, source, baseUrl, guard} = findAccount(globals, host, config).account;
    const called = source === 'profile' ? `Profile "${name}" at ${hostOf(baseUrl)}` : hostOf(baseUrl);
    return {says: guard === 'none' ? called : `${called}, ${guard}`, hasAccount: true};
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return {says: error.message, hasAccount: false};
  }
}

/** The next mailing in a sentence, or why it cannot be read: a service that is down keeps nobody from the commands. */
async function nextMailing({host, globals, config, messages}: Run): Promise<string> {
  const soon = {timeout: Math.min(globals.timeout ?? SOON, SOON), retries: 1};
  const quick = {host, config, messages, globals: {...globals, ...soon}};
  const session = createSession(quick, createAsk(host, {input: false}));
  try {
    const next = await findNext(session.context);
    if (next === undefined) return 'Nothing is scheduled.';
    return `Next mailing: "${next.single_send_name}", ${sentMomentInWords(momentOf(next))}`;
  } catch (error) {
    if (!(error instanceof EmkError) || error instanceof InterruptedError) throw error;
    return [`emk cannot read the account now: ${error.message}`, error.hint].filter(Boolean).join('\n');
  } finally {
    await session.close();
  }
}

async function findNext(context: Context): Promise<MailingRecord | undefined> {
  const clock = clockOf(context);
  let next: MailingRecord | undefined;
  await forEachRecord(context.stream(mailings.list), send => {
    if (sendState(send, clock) === 'coming' && (!next || momentOf(send) < momentOf(next))) next = send;
  });
  return next;
}

const momentOf = ({schedule_date, schedule_time}: MailingRecord): string => `${schedule_date} ${schedule_time}`;

/** In milliseconds: nobody waits longer to see which account it is. */
const SOON = 10_000;
