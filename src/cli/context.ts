import {setMaxListeners} from 'node:events';
import {resolveAccount} from '../accounts/account.js';
import {createGuard} from '../accounts/guard.js';
import {cachingNames} from '../accounts/names.js';
import {zonesOf} from '../accounts/profile-settings.js';
import type {Config} from '../accounts/store.js';
import {targetOf} from '../accounts/target.js';
import {type Client, createClient} from '../api/client/client.js';
import {createPace} from '../api/client/pace.js';
import type {Patience} from '../api/client/retry.js';
import {changesUntil} from '../api/client/sending.js';
import type {ApiRequest} from '../api/describe/request.js';
import type {Account} from '../api/wire/answer.js';
import type {Wire} from '../api/wire/http.js';
import type {Ask} from '../change/ask.js';
import type {Budget} from '../change/effect/budget.js';
import {type CardLine, createAgree} from '../commands/agree.js';
import type {Context} from '../commands/command.js';
import type {GlobalsOfRun} from '../commands/globals.js';
import {columnsOf, type Host, steadyClock} from '../core/system/host.js';
import type {Progress} from '../output/live/progress.js';
import {createRequestLog} from '../output/messages/request-log.js';
import type {Facts} from '../output/results/documents.js';
import {readerOf, screenWidthOf} from '../output/results/format.js';
import {writeNow} from '../output/text/terminal.js';

/** The parts of a session that exist before it: settings, messages, and how to ask a person. */
type SessionOptions = {
  readonly host: Host;
  readonly globals: GlobalsOfRun;
  readonly config: Config;
  readonly ask: Ask;
  readonly progress: Progress;
  /** What an agent may touch; undefined for anybody else. */
  readonly budget?: Budget | undefined;
  notice(sentence: string, facts?: Facts): void;
  warn: Context['warn'];
  log(line: string): void;
  /** Removes these texts from every message. */
  hide(secrets: readonly string[]): void;
  maskKeys(text: string): string;
};

/** The context of one run, the requests that a dry run did not send, and how to close everything. */
export type Session = {
  readonly context: Context;
  readonly planned: readonly ApiRequest[];
  close(): Promise<void>;
};

/** Creates everything that a command may use. Nothing is opened before the command needs it. */
export function createSession(options: SessionOptions): Session {
  const {host, globals, config, ask, notice, warn} = options;
  const reader = readerOf(globals.output);
  const planned: ApiRequest[] = [];
  const open: Opening[] = [];
  const hideKeys = (found: Account): Account => {
    options.hide([found.publicKey, found.secretKey]);
    return found;
  };
  let found: Promise<Account> | undefined;
  const account = () => {
    found ??= resolveAccount(globals, host, {config, sandbox: () => openSandbox(host, open)}).then(hideKeys);
    return found;
  };
  const guard = createGuard({account, ask, globals, host, several: config.profiles.size > 1, notice});
  const connect = createConnections({...options, planned, open});
  const own: Way = {find: account, beforeWrite: guard, signal: host.interrupted};
  const show = (lines: readonly CardLine[]) => showCard(options, lines);
  const noting = (client: Client): Client => keepingNames(client, options, account);
  return {
    context: {
      ...noting(connect(own)),
      host,
      globals,
      reader,
      screenWidth: screenWidthOf(globals.output, host.stdout),
      account,
      connect: other => connect({...own, find: async () => hideKeys(other), beforeWrite: async () => {}}),
      until: (signal, says) => noting(connect({...own, signal, says})),
      ask,
      agree: createAgree(ask, {...globals, reader}, guard, show, notice, options.budget),
      mayChange: guard,
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
      progress: options.progress,
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

/** The same client, which keeps the names of its lists for completion. */
function keepingNames(client: Client, options: SessionOptions, account: () => Promise<Account>): Client {
  const {host, config, maskKeys} = options;
  const mayKeep = (name: string): boolean => maskKeys(name) === name;
  return {
    ...client,
    untiring: () => keepingNames(client.untiring(), options, account),
    stream: cachingNames(client.stream, {host, config, account, mayKeep}),
  };
}

async function showCard({host, progress, maskKeys}: SessionOptions, lines: readonly CardLine[]): Promise<void> {
  progress.clear();
  const {cardText} = await import('../commands/agree.js');
  writeNow(host.stderr, maskKeys(cardText(lines, columnsOf(host.stderr))), 'words');
}

async function openSandbox(host: Host, open: Opening[]): Promise<Account> {
  const opening = import('../sandbox/running/environment.js').then(({openSandbox}) => openSandbox(host));
  open.push(opening);
  return (await opening).account;
}

/** What all clients of one run share. */
type Connecting = Pick<SessionOptions, 'host' | 'globals' | 'notice' | 'warn' | 'log'> & {
  /** Collects the requests of a dry run. */
  readonly planned: ApiRequest[];
  readonly open: Opening[];
};

/** A connection to close later, from the moment it starts to open. */
type Opening = Promise<{close(): Promise<void>}>;

/** One connection to the service: its account, what runs before a change, and what ends it. */
type Way = {
  find(): Promise<Account>;
  beforeWrite(): Promise<void>;
  readonly signal: AbortSignal;
  /** Receives notices and warnings in place of stderr. */
  readonly says?: ((sentence: string) => void) | undefined;
};

/** Makes clients with a common waiting budget: a run with several connections waits no longer than a run with one. */
function createConnections(shared: Connecting): (way: Way) => Client {
  const {host, globals, planned} = shared;
  const budget = {left: globals.maxWait ?? MAX_WAIT};
  const now = steadyClock(host);
  const timeout = (request: ApiRequest) => globals.timeout ?? (uploads(request) ? UPLOAD_TIMEOUT : TIMEOUT);
  // What is left of the waiting budget, but at least the time of one answer: earlier failures must not cut off a
  // success.
  const longest = (request: ApiRequest) => {
    if (globals.maxWait === undefined && uploads(request)) return UPLOAD_MAX_WAIT;
    return Math.max(budget.left, Math.min(timeout(request), globals.maxWait || Number.POSITIVE_INFINITY));
  };
  return ({find, beforeWrite, signal, says}) => {
    // Each request under way listens to it, and Node.js warns people of more than ten.
    setMaxListeners(0, signal);
    const wire = lazyWire(find, shared);
    const patience: Patience = {
      tries: globals.retries,
      budget,
      sleep: milliseconds => host.sleep(milliseconds, signal),
      random: host.random,
      waiting: (why, milliseconds) =>
        (says ?? shared.notice)(`${why.replace(/\.$/, '')}; waiting ${seconds(milliseconds)}.`),
    };
    return createClient({
      exchange: async (request, limits) => (await wire()).exchange(request, limits),
      patience,
      pace: createPace({...patience, now}),
      timeout,
      longest,
      signal,
      beforeWrite,
      planned: globals.dryRun ? request => planned.push(request) : undefined,
      changes: changesUntil(host.interrupted),
      observe: createRequestLog(globals, host, shared.log),
      warn: says ?? shared.warn,
    });
  };
}

const TIMEOUT = 60_000;
const UPLOAD_TIMEOUT = 120_000;
const MAX_WAIT = 120_000;
const UPLOAD_MAX_WAIT = 30 * 60_000;

const uploads = ({fields}: ApiRequest): boolean => fields.some(([, value]) => typeof value !== 'string');

const seconds = (milliseconds: number): string => `${Math.max(1, Math.round(milliseconds / 1000))} s`;

/** The connection to the service, opened with the first request: loading it takes longer than most commands. */
function lazyWire(find: () => Promise<Account>, {host, open}: Connecting): () => Promise<Wire> {
  let wire: Promise<Wire> | undefined;
  const connect = async (): Promise<Wire> => {
    const account = await find();
    const {overHttp} = await import('../api/wire/http.js');
    return overHttp(account, host.env);
  };
  return () => {
    if (wire) return wire;
    wire = connect();
    open.push(wire);
    return wire;
  };
}
