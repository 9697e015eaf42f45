import {cachingNames} from '../accounts/cache-names.js';
import type {Config} from '../accounts/config-file.js';
import {createGuard} from '../accounts/guard.js';
import {resolveAccount} from '../accounts/resolve.js';
import {zonesOf} from '../accounts/time-zone.js';
import {createOddities} from '../api/answers/oddities.js';
import {type Client, createClient} from '../api/client/client.js';
import {createDiscretion, withoutKeys} from '../api/client/discretion.js';
import {type Board, createPace} from '../api/client/pace.js';
import type {Patience} from '../api/client/retry.js';
import type {ApiRequest} from '../api/describe/request.js';
import type {Account} from '../api/wire/account.js';
import type {Wire} from '../api/wire/http.js';
import {proxyFor} from '../api/wire/proxy.js';
import type {Ask} from '../commands/ask.js';
import type {Context} from '../commands/command.js';
import {createConfirm} from '../commands/confirm.js';
import type {GlobalsOfRun} from '../commands/globals.js';
import {operations as contactTypes} from '../endpoints/contact-types.js';
import type {Progress} from '../output/live/progress.js';
import {createRequestLog} from '../output/messages/request-log.js';
import {readerOf, screenWidthOf} from '../output/results/format.js';
import {put} from '../output/text/terminal.js';
import type {Host} from '../system/host.js';
import {steadyClock} from '../system/steady-clock.js';

/** The parts of a session that exist before it: settings, messages, and the way to ask a person. */
type SessionOptions = {
  readonly host: Host;
  readonly globals: GlobalsOfRun;
  readonly config: Config;
  readonly ask: Ask;
  readonly progress: Progress;
  notice(sentence: string): void;
  warn(sentence: string): void;
  log(line: string): void;
  /** Keeps these texts out of every message. */
  hide(secrets: readonly string[]): void;
  /** A text without what is hidden. */
  discreet(text: string): string;
};

/** The context of one run, the requests that a dry run did not send, and the way to close everything. */
export type Session = {
  readonly context: Context;
  readonly planned: readonly ApiRequest[];
  /** An error, or the reason for one that nobody foresaw where the service's answers give one. */
  explain(error: unknown): unknown;
  close(): Promise<void>;
};

/** Creates everything a command may use. Nothing is opened before the command needs it. */
export function createSession(options: SessionOptions): Session {
  const {host, globals, config, ask, notice, warn} = options;
  const planned: ApiRequest[] = [];
  const open: Opening[] = [];

  let found: Promise<Account> | undefined;
  const keysHidden = (account: Account): Account => {
    options.hide([account.publicKey, account.secretKey]);
    return account;
  };
  const {discretion, keySeen, isClean} = createDiscretion(options);
  const account = () => {
    found ??= resolveAccount(globals, host, {config, sandbox: () => openSandbox(host, open)}).then(keysHidden);
    return found;
  };
  const oddities = createOddities();
  const guard = createGuard({account, ask, globals, host, notice});
  const steady = steadyClock(host);
  const budget = {left: globals.maxWait ?? MAX_WAIT};

  const timeoutOf = (request: ApiRequest) => globals.timeout ?? (uploads(request) ? UPLOAD_TIMEOUT : TIMEOUT);
  // What is left of all waiting, but never less than one answer needs: earlier failures must not cut what goes well.
  const longest = (request: ApiRequest) => {
    if (globals.maxWait === undefined && uploads(request)) return UPLOAD_MAX_WAIT;
    return Math.max(budget.left, Math.min(timeoutOf(request), globals.maxWait || Number.POSITIVE_INFINITY));
  };

  /** Runs of one account share what they know; the sandbox of this very process has nobody to share with. */
  const boardOf = async (): Promise<Board | undefined> => {
    const current = await account();
    if (current.source === 'sandbox') return undefined;
    return (await import('../accounts/pace-board.js')).paceBoard(host, current);
  };

  const clientFor = (
    find: () => Promise<Account>,
    beforeWrite: () => Promise<void>,
    signal: AbortSignal,
    {board, says}: {readonly board?: typeof boardOf; readonly says?: ((sentence: string) => void) | undefined} = {},
  ): Client => {
    const wire = lazyWire({find, host, open}, keySeen);
    const sleep = (milliseconds: number) => host.sleep(milliseconds, signal);
    const patience: Patience = {
      tries: globals.retries,
      budget,
      sleep,
      random: host.random,
      waiting: (why, milliseconds) => (says ?? notice)(`${why.replace(/\.$/, '')}; waiting ${seconds(milliseconds)}.`),
    };
    return createClient(async (request, limits) => (await wire()).exchange(request, limits), {
      patience,
      pace: createPace({...patience, now: steady, rate: globals.rps, board}),
      timeout: timeoutOf,
      longest,
      minRate: globals.minRate,
      signal,
      beforeWrite,
      plainRead: contactTypes.list,
      planned: globals.dryRun ? request => planned.push(request) : undefined,
      observe: createRequestLog(globals, host, options.log),
      warn: says ?? warn,
      oddities,
    });
  };

  const client = clientFor(account, guard, host.interrupted, {board: boardOf});
  return {
    context: {
      ...client,
      stream: cachingNames(client.stream, {host, config, account, mayKeep: isClean}),
      host,
      globals,
      reader: readerOf(globals.output),
      screenWidth: screenWidthOf(globals.output, host.stdout),
      account,
      connect: other =>
        clientFor(
          async () => keysHidden(other),
          async () => {},
          host.interrupted,
        ),
      until: (signal, says) => clientFor(account, guard, signal, {board: boardOf, says}),
      ask,
      confirm: createConfirm(ask, {...globals, reader: readerOf(globals.output)}, guard, async lines => {
        options.progress.clear();
        const {cardText} = await import('../commands/card.js');
        put(host.stderr, cardText(withoutKeys(lines, discretion), host.stderr.columns ?? 80), 'words');
      }),
      mayChange: guard,
      zones: () => zonesOf({host, globals, warn}),
      inTurn: async (thing, work, act) =>
        globals.dryRun
          ? act()
          : (await import('../accounts/take-turns.js')).takeTurns(host, await account(), thing, work, act),
      keepDeleted: async () => {
        if (globals.keepDeleted === 0) return undefined;
        const {openKeeping} = await import('../accounts/kept-deletions.js');
        return openKeeping(host, await account(), {days: globals.keepDeleted, discretion});
      },
      notice,
      warn,
      progress: options.progress,
      called: (_parameter, value) => String(value),
      discretion,
    },
    planned,
    explain: error => (isBug(error) ? (oddities.explain(error) ?? error) : error),
    async close() {
      // One that is still being opened when a question is left would otherwise stay open, and the process with it.
      await Promise.all(open.map(async opening => (await opening.catch(() => undefined))?.close()));
    },
  };
}

/** What code throws at values that are not of the kind it was written for. */
const isBug = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;

const TIMEOUT = 60_000;
const UPLOAD_TIMEOUT = 120_000;
const MAX_WAIT = 120_000;
const UPLOAD_MAX_WAIT = 30 * 60_000;

const uploads = ({fields}: ApiRequest): boolean => fields.some(([, value]) => typeof value !== 'string');

const seconds = (milliseconds: number): string => `${Math.max(1, Math.round(milliseconds / 1000))} s`;

/** Something that must be closed again, from the moment it begins to be opened. */
type Opening = Promise<{close(): Promise<void>}>;

/** The connection to the service, opened with the first request: the network code takes longer to load than most commands to run. */
function lazyWire(
  {find, host, open}: {find: () => Promise<Account>; host: Host; open: Opening[]},
  keySeen: () => void,
): () => Promise<Wire> {
  let wire: Promise<Wire> | undefined;
  return () => {
    if (wire) return wire;
    wire = (async () => {
      const account = await find();
      const {overHttp} = await import('../api/wire/http.js');
      return overHttp(account, proxyFor(account.baseUrl, host.env), keySeen);
    })();
    open.push(wire);
    return wire;
  };
}

async function openSandbox(host: Host, open: Opening[]): Promise<Account> {
  const opening = import('../sandbox/running/embedded.js').then(({openSandbox}) => openSandbox({host}));
  open.push(opening);
  return (await opening).account;
}
