import {setMaxListeners} from 'node:events';
import {resolveAccount} from '../accounts/account.js';
import {createGuard} from '../accounts/guard.js';
import {cachingNames} from '../accounts/names.js';
import {zonesOf} from '../accounts/profile-settings.js';
import type {Config} from '../accounts/store.js';
import {targetOf} from '../accounts/target.js';
import {type Client, createClient} from '../api/client/client.js';
import {changesUntil, createPace, type Patience} from '../api/client/sending.js';
import type {ApiRequest} from '../api/describe/request.js';
import type {Account} from '../api/wire/answer.js';
import type {Wire} from '../api/wire/http.js';
import {createAgree, createLimit} from '../change/agree.js';
import type {Ask} from '../change/ask.js';
import type {Context, GlobalsOfRun} from '../change/context.js';
import type {Budget} from '../change/effect/effect.js';
import {columnsOf, type Host} from '../core/system/host.js';
import type {Messages} from '../output/messages/messages.js';
import {createRequestLog} from '../output/messages/request-log.js';
import {type Format, readerOf, standardFormat} from '../output/results/format.js';
import {writeNow} from '../output/text/terminal.js';

/** What a run begins with. */
export type Run = {
  readonly host: Host;
  readonly globals: GlobalsOfRun;
  readonly config: Config;
  readonly messages: Messages;
  /** What an agent may touch; undefined for anybody else. */
  readonly budget?: Budget | undefined;
};

/** The context of one run, the requests that a dry run did not send, and how to close everything. */
export type Session = {
  readonly context: Context;
  readonly planned: readonly ApiRequest[];
  close(): Promise<void>;
};

/** Creates everything that a command may use. Nothing is opened before the command needs it. */
export function createSession(run: Run, ask: Ask): Session {
  const {host, globals, config, messages, budget} = run;
  const {notice, warn, maskKeys, progress} = messages;
  const reader = readerOf(globals.output);
  const planned: ApiRequest[] = [];
  const open: Opening[] = [];
  const hideKeys = (account: Account): Account => {
    messages.hide([account.publicKey, account.secretKey]);
    return account;
  };
  let found: Promise<Account> | undefined;
  const account = () => {
    found ??= resolveAccount(globals, host, {config, sandbox: () => openSandbox(host, open)}).then(hideKeys);
    return found;
  };
  const guard = createGuard({account, ask, globals, host, several: config.profiles.size > 1, notice});
  const connect = createConnections(run, planned, open);
  const own: Way = {find: account, beforeWrite: guard, signal: host.interrupted};
  const notes = {host, account, mayKeep: (name: string) => maskKeys(name) === name};
  /** The same client, which keeps the names of its lists for completion. */
  const noting = (client: Client): Client => ({
    ...client,
    untiring: () => noting(client.untiring()),
    stream: cachingNames(client.stream, notes),
  });
  const show = (card: (columns: number) => string): void => {
    progress.clear();
    writeNow(host.stderr, maskKeys(card(columnsOf(host.stderr))), 'words');
  };
  return {
    context: {
      ...noting(connect(own)),
      host,
      globals,
      reader,
      screenWidth: screenWidthOf(globals.output, host.stdout),
      account,
      connect: other => connect({...own, find: async () => hideKeys(other), beforeWrite: async () => {}}),
      until: signal => noting(connect({...own, signal})),
      ask,
      agree: createAgree({ask, globals, guard, show, notice, budget}),
      mayChange: guard,
      mayDelete: createLimit({ask, globals, budget}),
      zones: () => zonesOf({host, globals, warn}),
      takeTurns: async (things, work, act) => {
        if (globals.dryRun) return act();
        const {takeTurns} = await import('../accounts/take-turns.js');
        return takeTurns(host, targetOf(await account()), things, work, act);
      },
      keepDeleted: async () => {
        if (globals.keepDeleted === 0) return undefined;
        const {openKeeping} = await import('../accounts/kept-deletions.js');
        return openKeeping(host, await account(), {days: globals.keepDeleted});
      },
      notice,
      warn,
      progress,
      answered: () => undefined,
      called: (_parameter, value) => String(value),
    },
    planned,
    async close() {
      // A connection that is still opening when a question is cancelled would keep the process alive.
      await Promise.all(open.map(async opening => (await opening.catch(() => undefined))?.close()));
    },
  };
}

async function openSandbox(host: Host, open: Opening[]): Promise<Account> {
  const opening = import('../sandbox/running/environment.js').then(({openSandbox}) => openSandbox(host));
  open.push(opening);
  return (await opening).account;
}

/** A connection to close later, from the moment it starts to open. */
type Opening = Promise<{close(): Promise<void>}>;

/** One connection to the service: its account, what runs before a change, and what ends it. */
type Way = {find(): Promise<Account>; beforeWrite(): Promise<void>; readonly signal: AbortSignal};

/** Makes clients with a common waiting budget: a run with several connections waits no longer than a run with one. */
function createConnections({host, globals, messages}: Run, planned: ApiRequest[], open: Opening[]) {
  const budget = {left: globals.maxWait ?? MAX_WAIT};
  const timeout = (request: ApiRequest) => globals.timeout ?? (uploads(request) ? UPLOAD_TIMEOUT : TIMEOUT);
  // What is left of the waiting budget, but at least the time of one answer: earlier failures must not cut off a
  // success.
  const longest = (request: ApiRequest) => {
    if (globals.maxWait === undefined && uploads(request)) return UPLOAD_MAX_WAIT;
    return Math.max(budget.left, Math.min(timeout(request), globals.maxWait || Number.POSITIVE_INFINITY));
  };
  return ({find, beforeWrite, signal}: Way): Client => {
    // Each request under way listens to it, and Node.js warns people of more than ten.
    setMaxListeners(0, signal);
    const wire = lazyWire(find, host, open);
    const patience: Patience = {
      tries: globals.retries,
      budget,
      sleep: milliseconds => host.sleep(milliseconds, signal),
      random: host.random,
      waiting: (why, milliseconds) =>
        messages.notice(`${why.replace(/\.$/, '')}; waiting ${Math.max(1, Math.round(milliseconds / 1000))} s.`),
    };
    return createClient({
      exchange: async (request, limits) => (await wire()).exchange(request, limits),
      patience,
      pace: createPace({...patience, elapsed: host.elapsed}),
      timeout,
      longest,
      signal,
      beforeWrite,
      planned: globals.dryRun ? request => planned.push(request) : undefined,
      changes: changesUntil(host.interrupted),
      observe: createRequestLog(globals, host, messages.log),
      warn: messages.warn,
    });
  };
}

const TIMEOUT = 60_000;
const UPLOAD_TIMEOUT = 120_000;
const MAX_WAIT = 120_000;
const UPLOAD_MAX_WAIT = 30 * 60_000;

const uploads = ({fields}: ApiRequest): boolean => fields.some(([, value]) => typeof value !== 'string');

/** The connection to the service, opened with the first request: loading it takes longer than most commands. */
function lazyWire(find: () => Promise<Account>, {env}: Host, open: Opening[]): () => Promise<Wire> {
  let wire: Promise<Wire> | undefined;
  const connect = async (): Promise<Wire> => {
    const account = await find();
    const {overHttp} = await import('../api/wire/http.js');
    return overHttp(account, env);
  };
  return () => {
    if (wire) return wire;
    wire = connect();
    open.push(wire);
    return wire;
  };
}

/** The width for laying out a format: that of the terminal, if the output goes to one. */
const screenWidthOf = (format: Format, {isTTY, columns = 80}: TerminalSize): number | undefined =>
  format === standardFormat && isTTY === true ? columns : undefined;

type TerminalSize = {readonly isTTY?: boolean; readonly columns?: number};
