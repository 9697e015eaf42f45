import type {Config} from '../accounts/config-file.js';
import {isInside} from '../accounts/keep-to-sandbox.js';
import {findAccount} from '../accounts/resolve.js';
import {BACK, type Back} from '../commands/ask.js';
import type {GlobalsOfRun} from '../commands/globals.js';
import {createAsk} from '../commands/prompts.js';
import {ConfigError, InterruptedError} from '../errors.js';
import type {Messages} from '../output/messages/messages.js';
import {clean} from '../output/text/sanitise.js';
import {writeNow} from '../output/text/terminal.js';
import {wrapMessage} from '../output/text/wrap-message.js';
import type {News} from '../prompts/list-question.js';
import {columnsOf} from '../system/columns.js';
import {type Host, mayRedraw} from '../system/host.js';
import {isAboutAccounts, jobs, looks, otherAccount, waysIn} from './home-choices.js';
import {type AccountNews, readNews} from './home-news.js';
import {sameAccount} from './same-account.js';

type Home = {
  readonly host: Host;
  readonly globals: GlobalsOfRun;
  readonly config: Config;
  readonly messages: Messages;
  run(words: Words): Promise<Chosen>;
};

/** How a chosen line ended, and whether its person went back from its first question, or left emk. */
export type Chosen = {readonly exit: number; readonly way: 'on' | 'back' | 'left'};

type Words = readonly string[];

/** What `emk` alone shows at a terminal: the account, its news, and the jobs to choose from, again after each job. */
export async function home(given: Home): Promise<number | 'another account'> {
  const {host, messages} = given;
  const place = whereWeAre(given);
  say(given, place.says);
  const putChoices = chooser(given, place);
  try {
    for (let last: Last = {}; ; ) {
      const chosen = await putChoices(last);
      if (chosen === BACK) return 0;
      const {exit, way} = await given.run(chosen);
      if (way === 'left' || host.interrupted.aborted) return exit;
      if (isAboutAccounts(chosen) && way === 'on' && exit === 0) return 'another account';
      last = {chosen, way};
    }
  } catch (error) {
    // Leaving this screen needs no message, because nothing was asked yet.
    if (error instanceof InterruptedError) return error.exit;
    throw error;
  } finally {
    messages.progress.clear();
  }
}

/** What was chosen last, and how it ended. */
type Last = {readonly chosen?: Words; readonly way?: Chosen['way']};

/** Asks what to do. The news arrive above the choices; after a job only those that nobody has seen. */
function chooser(given: Home, {from, hasAccount}: Place): (last: Last) => Promise<Words | Back> {
  const {host, globals, messages} = given;
  const ask = createAsk(host, globals, messages.maskKeys);
  const rows = rowsOf(host);
  let seen: AccountNews | undefined;
  return async ({chosen, way}) => {
    const isAfter = way === 'on';
    const [page, shared] = isAfter ? [AFTER_A_JOB, Math.min(2 * AFTER_A_JOB, rows)] : [from.length, rows];
    const old = new Set(isAfter ? seen?.lines : []);
    const toShown = (news: AccountNews): News<Words> => ({
      above: width => [...fitted(given, unseen(news, old), {width, most: shared - LEAST_CHOICES}), ''],
      ...(news.from && {from: news.from}),
    });
    const read = async (signal: AbortSignal) => {
      if (!seen || isAfter) seen = await readNews(given, signal);
      return toShown(seen);
    };
    const known = toShown(isAfter ? {lines: []} : (seen ?? {lines: hasAccount ? ['Reading the account…'] : []}));
    const news = {known, read: hasAccount ? read : async () => known};
    return ask.guided.pick(QUESTION, {
      ...(mayRedraw(host) ? {from, news} : await readFirst(given, from, news)),
      ...{canGoBack: true, leaves: 'q', page, shared, vanishes: true},
      chosen: from.filter(({value}) => value === chosen),
    });
  };
}

/** Where nothing is drawn over, the news come before the question. */
async function readFirst(given: Home, from: typeof jobs, {read}: {read(signal: AbortSignal): Promise<News<Words>>}) {
  const news = await read(given.host.interrupted);
  say(given, news.above(columnsOf(given.host.stderr) - 1));
  return {from: news.from ?? from};
}

const QUESTION = 'What would you like to do?';

const say = ({host, messages}: Home, lines: readonly string[]): void =>
  writeNow(host.stderr, lines.map(line => `${messages.maskKeys(clean(line))}\n`).join(''), 'words');

/** How many rows the news and the choices share in this window, beside the heading, the question, a note and the keys. */
function rowsOf({stdout}: Host): number {
  // In a narrow window, the keys and the note of a choice need a row more.
  return (stdout.rows ?? 24) - (columnsOf(stdout) < 50 ? 7 : 5);
}

/** After a job its result stays in the window above the choices. */
const AFTER_A_JOB = 5;

const LEAST_CHOICES = 5;

/** The news that nobody has seen. How many there are besides was said with the first ones. */
const unseen = ({lines, more}: AccountNews, old: ReadonlySet<string>): AccountNews =>
  old.size === 0 ? {lines, more} : {lines: lines.filter(line => !old.has(line))};

/** News in so many rows, each line whole. What has no room is counted, with the command that shows all of it. */
function fitted(
  {globals}: Home,
  {lines, more = 0}: AccountNews,
  {width, most}: {readonly width: number; readonly most: number},
): readonly string[] {
  const rows = lines.map(line => wrapMessage(clean(line), width).split('\n'));
  const whole = (shown: number): readonly string[] => {
    const left = more + lines.slice(shown).filter(line => line.startsWith(' ')).length;
    const rest = left > 0 ? [`  and ${left} more: ${sameAccount(globals, 'emk agenda')}`] : [];
    return [...rows.slice(0, shown).flat(), ...rest];
  };
  let shown = rows.length;
  while (shown > 1 && whole(shown).length > most) shown--;
  return whole(shown);
}

/** Whose account it is, and what a person can do there. */
type Place = {readonly says: readonly string[]; readonly from: typeof jobs; readonly hasAccount: boolean};

function whereWeAre({globals, host, config}: Home): Place {
  const others = config.profiles.size > 1 ? [otherAccount] : [];
  try {
    if (globals.sandbox) return {says: ['The sandbox'], from: jobs, hasAccount: true};
    const {name, source, baseUrl, guard} = findAccount(globals, host, config);
    const service = new URL(baseUrl.value).host;
    const called = source === 'profile' ? `Profile "${name}" at ${service}` : isInside(host) ? 'The sandbox' : service;
    return guard === 'read-only'
      ? {says: [`${called}, read-only: emk changes nothing here`], from: [...looks, ...others], hasAccount: true}
      : {says: [called], from: [...jobs, ...others], hasAccount: true};
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const isOut = config.profiles.size === 0;
    return {says: [error.message], from: isOut ? waysIn : [otherAccount, ...waysIn], hasAccount: false};
  }
}
