import {cachingNames} from '../accounts/cache-names.js';
import type {Config} from '../accounts/config-file.js';
import {createGuard} from '../accounts/guard.js';
import {resolveAccount} from '../accounts/resolve.js';
import {targetOf} from '../accounts/target.js';
import {zonesOf} from '../accounts/time-zone.js';
import type {Client} from '../api/client/client.js';
import type {ApiRequest} from '../api/describe/request.js';
import type {Account} from '../api/wire/account.js';
import type {Ask} from '../ask/terminal/ask.js';
import {createAgree} from '../commands/agree.js';
import type {CardLine} from '../commands/card.js';
import type {Context} from '../commands/command.js';
import type {GlobalsOfRun} from '../commands/globals.js';
import type {Budget} from '../effect/budget.js';
import type {Progress} from '../output/live/progress.js';
import type {Facts} from '../output/results/documents.schema.js';
import {readerOf, screenWidthOf} from '../output/results/format.js';
import {writeNow} from '../output/text/terminal.js';
import {columnsOf} from '../system/columns.js';
import type {Host} from '../system/host.js';
import {createConnections, type Opening, type Way} from './connection.js';

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
  const own: Way = {
    find: account,
    beforeWrite: guard,
    signal: host.interrupted,
  };
  const noting = noteTaker(options, {account});
  return {
    context: {
      ...noting(connect(own)),
      host,
      globals,
      reader,
      screenWidth: screenWidthOf(globals.output, host.stdout),
      account,
      connect: other =>
        connect({find: async () => hideKeys(other), beforeWrite: async () => {}, signal: host.interrupted}),
      until: (signal, says) => noting(connect({...own, signal, says})),
      ask,
      agree: agreeing(options, guard, notice),
      mayChange: guard,
      zones: () => zonesOf({host, globals, warn}),
      ...onThisMachine(options, account),
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

const agreeing = (options: SessionOptions, guard: () => Promise<void>, notice: Context['notice']): Context['agree'] =>
  createAgree(
    options.ask,
    {...options.globals, reader: readerOf(options.globals.output)},
    guard,
    lines => showCard(options, lines),
    notice,
    options.budget,
  );

/** Makes a client keep the names of its lists for completion. */
const noteTaker =
  (options: SessionOptions, taking: NoteTaking) =>
  (client: Client): Client => {
    const {host, config} = options;
    const {account} = taking;
    const mayKeep = (name: string): boolean => options.maskKeys(name) === name;
    return {
      ...client,
      untiring: () => noteTaker(options, taking)(client.untiring()),
      stream: cachingNames(client.stream, {host, config, account, mayKeep}),
    };
  };

type NoteTaking = {account(): Promise<Account>};

/** What runs on one machine share, besides the account. */
const onThisMachine = (
  {host, globals}: SessionOptions,
  account: () => Promise<Account>,
): Pick<Context, 'takeTurns' | 'keepDeleted'> => ({
  takeTurns: async (things, work, act) =>
    globals.dryRun
      ? act(false)
      : (await import('../accounts/take-turns.js')).takeTurns(host, targetOf(await account()), things, work, act),
  keepDeleted: async () => {
    if (globals.keepDeleted === 0) return undefined;
    const {openKeeping} = await import('../accounts/kept-deletions.js');
    return openKeeping(host, await account(), {days: globals.keepDeleted});
  },
});

async function showCard({host, progress, maskKeys}: SessionOptions, lines: readonly CardLine[]): Promise<void> {
  progress.clear();
  const {cardText} = await import('../commands/card.js');
  writeNow(host.stderr, maskKeys(cardText(lines, columnsOf(host.stderr))), 'words');
}

async function openSandbox(host: Host, open: Opening[]): Promise<Account> {
  const opening = import('../sandbox/running/environment.js').then(({openSandbox}) => openSandbox({host}));
  open.push(opening);
  return (await opening).account;
}
