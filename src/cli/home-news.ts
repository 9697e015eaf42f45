import type {Config} from '../accounts/config-file.js';
import type {GlobalsOfRun} from '../commands/globals.js';
import {createAsk} from '../commands/prompts.js';
import {EmkError, InterruptedError, KeysError} from '../errors.js';
import {createWaiting} from '../output/live/waiting.js';
import type {Messages} from '../output/messages/messages.js';
import {sentMomentInWords} from '../records/dates/spoken-words.js';
import type {Agenda, Planned} from '../report/agenda.schema.js';
import {audiencesInWords} from '../report/agenda-text.js';
import {mostUrgent} from '../report/attention.js';
import {clockOf} from '../report/clock.js';
import {makeAgenda} from '../report/make-agenda.js';
import {type Mailings, readMailings} from '../report/read-mailings.js';
import type {Host} from '../system/host.js';
import {firstSteps, type jobs, waysIn} from './home-choices.js';
import {createSession} from './session.js';

/** What is new in an account, and what a person can do there if it is not the usual. */
export type AccountNews = {
  readonly lines: readonly string[];
  /** How many lines the agenda has beside these. */
  readonly more?: number | undefined;
  readonly from?: typeof jobs;
};

/** Reads the news without a word on the terminal, which shows a question meanwhile. */
export async function readNews({host, globals, config, messages}: Reading, signal: AbortSignal): Promise<AccountNews> {
  const warnings: string[] = [];
  const soon = {timeout: Math.min(globals.timeout ?? SOON, SOON), retries: 1};
  const session = createSession({
    ...messages,
    ...{host, config, globals: {...globals, ...soon}},
    ...{progress: silent, waiting: createWaiting(host, silent), ask: createAsk(host, {input: false})},
    ...{notice: () => undefined, log: () => undefined},
    warn: sentence => warnings.push(sentence),
  });
  const {context} = session;
  try {
    const client = context.until(AbortSignal.any([signal, host.interrupted]), () => undefined);
    const mailings = await readMailings({...client, progress: silent});
    const {guard} = await context.account();
    if (isEmpty(mailings) && guard !== 'read-only') return {lines: [EMPTY, ...warnings], from: firstSteps};
    const agenda = makeAgenda(mailings, clockOf(context), DAYS);
    const {lines, more} = attentionInLines(agenda);
    return {lines: [...warnings, nextInWords(agenda), ...lines], more};
  } catch (error) {
    if (!(error instanceof EmkError) || error instanceof InterruptedError) throw error;
    if (error instanceof KeysError) return {lines: [error.message], from: waysIn};
    return {lines: [`emk cannot read the account now: ${error.message}`, ...(error.hint ? [error.hint] : [])]};
  } finally {
    await session.close();
  }
}

type Reading = {
  readonly host: Host;
  readonly globals: GlobalsOfRun;
  readonly config: Config;
  readonly messages: Messages;
};

/** Longer than this in milliseconds nobody waits for the news. */
const SOON = 10_000;

const silent = {show() {}, clear() {}, wait() {}, waited() {}};

/** Whether there is nobody to write to, and nothing was written. */
const isEmpty = ({sends, lists}: Mailings): boolean =>
  sends.length === 0 && lists.every(({contacts_count: people}) => Number(people) === 0);

const EMPTY = 'Nobody is in this account yet, and nothing was sent. These are the first steps:';

function nextInWords({under_way, scheduled, later}: Agenda): string {
  const [now] = under_way;
  const [next] = [...scheduled, ...later];
  if (now) return `Going out now: ${sendInWords(now)}`;
  return next ? `Next: ${sentMomentInWords(next.moment ?? '')}, ${sendInWords(next)}` : 'Nothing is scheduled.';
}

const sendInWords = ({single_send_name, to}: Planned): string => `"${single_send_name}" to ${audiencesInWords(to)}`;

function attentionInLines({attention}: Agenda): Required<Pick<AccountNews, 'lines' | 'more'>> {
  const {shown, more} = mostUrgent(attention);
  if (shown.length === 0) return {lines: [], more};
  const lines = shown.slice(0, SHOWN).map(({level, says}) => `  ${level === 'error' ? '✗' : '!'} ${says}`);
  return {lines: ['Needs attention:', ...lines], more: more + shown.length - lines.length};
}

const SHOWN = 3;

const DAYS = 7;
