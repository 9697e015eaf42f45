import type {Config} from '../accounts/config-file.js';
import {isInside} from '../accounts/keep-to-sandbox.js';
import {findAccount} from '../accounts/resolve.js';
import {BACK, type Back} from '../commands/ask.js';
import type {Context} from '../commands/command.js';
import type {GlobalsOfRun} from '../commands/globals.js';
import {createAsk} from '../commands/prompts.js';
import {ConfigError, EmkError, InterruptedError, KeysError} from '../errors.js';
import {createWaiting} from '../output/live/waiting.js';
import type {Messages} from '../output/messages/messages.js';
import {clean} from '../output/text/sanitise.js';
import {writeNow} from '../output/text/terminal.js';
import {truncate} from '../output/text/width.js';
import {wrapMessage} from '../output/text/wrap-message.js';
import {sentMomentInWords} from '../records/dates/spoken-words.js';
import type {Agenda, Planned} from '../report/agenda.schema.js';
import {audiencesInWords} from '../report/agenda-text.js';
import {mostUrgent} from '../report/attention.js';
import {clockOf} from '../report/clock.js';
import {makeAgenda} from '../report/make-agenda.js';
import {readMailings} from '../report/read-mailings.js';
import {columnsOf} from '../system/columns.js';
import type {Host} from '../system/host.js';
import {jobs, looks, otherAccount, waysIn} from './home-choices.js';
import {createSession} from './session.js';

type Home = {
  readonly host: Host;
  readonly globals: GlobalsOfRun;
  readonly config: Config;
  readonly messages: Messages;
  /** Runs a line; gives back whether its person went back from the first question. */
  run(words: readonly string[]): Promise<number | Back>;
};

/** Longer than this in milliseconds nobody waits for an answer before choosing a job. */
const SOON = 10_000;

/** What `emk` alone shows at a terminal: the state of the account, and the jobs to choose from. */
export async function home({run, ...given}: Home): Promise<number> {
  const {host, globals, messages} = given;
  const waiting = createWaiting(host, messages.progress);
  const ask = createAsk(host, globals, messages.maskKeys, waiting.hold);
  try {
    const reason = whyNoAccount(given);
    const {lines, from} = reason ?? (await readAccount({...given, ...messages, ask, waiting}));
    const shown = lines.map(line => clean(messages.maskKeys(line)));
    writeNow(host.stderr, `${fitted(shown, columnsOf(host.stderr) - 1).join('\n')}\n\n`, 'words');
    for (let at: readonly string[] | undefined; ; ) {
      const chosen = await ask.guided.pick('What would you like to do?', {
        ...{from, canGoBack: true, leaves: 'q', page: 10},
        chosen: from.filter(({value}) => value === at),
      });
      const exit = chosen === BACK ? 0 : await run(chosen);
      if (exit !== BACK) return exit;
      at = chosen === BACK ? undefined : chosen;
    }
  } catch (error) {
    // Leaving this screen needs no message, because nothing was asked yet.
    if (error instanceof InterruptedError) return error.exit;
    throw error;
  }
}

/** The lines above the jobs: wrapped as long as the screen has room for all of them, and otherwise cut. */
function fitted(lines: readonly string[], width: number): readonly string[] {
  let room = MOST_LINES - lines.length;
  return lines.flatMap(line => {
    const rows = wrapMessage(line, width).split('\n');
    if (rows.length - 1 > room) return [truncate(line, width)];
    room -= rows.length - 1;
    return rows;
  });
}

/** With the jobs below, they fill 22 lines. */
const MOST_LINES = 9;

/** What the screen says of the account, and what a person can do there. */
type Seen = {readonly lines: readonly string[]; readonly from: typeof jobs};

/** Why there is no account to show; undefined if there is one. */
function whyNoAccount({globals, host, config}: Pick<Home, 'globals' | 'host' | 'config'>): Seen | undefined {
  try {
    if (!globals.sandbox) findAccount(globals, host, config);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    if (config.profiles.size === 0) return {lines: [`You are not logged in. ${error.message}`], from: waysIn};
    return {lines: [error.message], from: [otherAccount, ...waysIn]};
  }
}

/** The account's state. If it cannot be read soon, the jobs are still shown, unless the keys are wrong. */
async function readAccount({globals, ...given}: Parameters<typeof createSession>[0]): Promise<Seen> {
  const soon = {timeout: Math.min(globals.timeout ?? SOON, SOON), retries: 1};
  const session = createSession({...given, globals: {...globals, ...soon}});
  const {context} = session;
  try {
    const {name, source, baseUrl, guard} = await context.account();
    const {host} = new URL(baseUrl);
    const called = {
      profile: `Profile "${name}" at ${host}`,
      environment: isInside(given.host) ? 'The sandbox' : host,
      sandbox: 'The sandbox',
    }[source];
    const [whose, from] =
      guard === 'read-only' ? [`${called}, read-only: emk changes nothing here`, looks] : [called, jobs];
    try {
      return {lines: [whose, ...(await todayInLines(context))], from};
    } catch (error) {
      if (!(error instanceof EmkError) || error instanceof InterruptedError) throw error;
      if (error instanceof KeysError) return {lines: [whose, error.message], from: waysIn};
      return {
        lines: [whose, `emk cannot read the account now: ${error.message}`, ...(error.hint ? [error.hint] : [])],
        from,
      };
    }
  } finally {
    context.progress.clear();
    await session.close();
  }
}

/** The next mailings and what needs attention, short enough to leave room for the choices below. */
async function todayInLines(context: Context): Promise<readonly string[]> {
  const agenda = makeAgenda(await readMailings(context), clockOf(context), DAYS);
  return [nextInWords(agenda), ...attentionInLines(agenda)];
}

function nextInWords({under_way, scheduled, later}: Agenda): string {
  const [now] = under_way;
  const [next] = [...scheduled, ...later];
  if (now) return `Going out now: ${sendInWords(now)}`;
  return next ? `Next: ${sentMomentInWords(next.moment ?? '')}, ${sendInWords(next)}` : 'Nothing is scheduled.';
}

const sendInWords = ({single_send_name, to}: Planned): string => `"${single_send_name}" to ${audiencesInWords(to)}`;

function attentionInLines({attention}: Agenda): string[] {
  const {shown, more} = mostUrgent(attention);
  if (shown.length === 0) return [];
  const hidden = more + shown.length - SHOWN;
  return [
    `Needs attention${hidden > 0 ? ` (and ${hidden} more: emk agenda)` : ''}`,
    ...shown.slice(0, SHOWN).map(({level, says}) => `  ${level === 'error' ? '✗' : '!'} ${says}`),
  ];
}

const SHOWN = 3;

const DAYS = 7;
