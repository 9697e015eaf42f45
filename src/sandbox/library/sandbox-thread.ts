import {Readable, Writable} from 'node:stream';
import {type MessagePort, parentPort, workerData} from 'node:worker_threads';
import {emptyConfig} from '../../accounts/config-file.js';
import {createSession} from '../../cli/session.js';
import {settleGlobals} from '../../cli/settle-globals.js';
import {createAsk} from '../../commands/prompts.js';
import type {EmkError} from '../../errors.js';
import {createMessages} from '../../output/messages/messages.js';
import {standardFormat} from '../../output/results/format.js';
import {guestHost} from '../../system/host.js';
import {caughtUp} from '../account/account.js';
import {accountTime, parseSpan, stepClock} from '../account/clock.js';
import {leadingNowhere, variablesOf} from '../commands/child-environment.js';
import {fillAccount} from '../running/fill-account.js';
import {parseSettings} from '../running/settings-text.js';
import {type Sandbox as Started, type StartOptions, startSandbox, type Unfilled} from '../running/start.js';
import type {Answer, Call, Handed, Served, ThreadCalls} from './thread-calls.js';

/**
 * The thread of a sandbox: it serves the account there, so that a program can wait for an emk that it starts, and answers
 * what the program asks. The program's thread passes on what it was given.
 */
export async function serveInThread(): Promise<void> {
  const program = parentPort as MessagePort;
  const {options, answers} = workerData as Handed;
  const start = await answered(async () => {
    const started = await startSandbox(startOptions(options, warning => program.postMessage({warning})));
    const calls = callsOf(started);
    program.on('message', async ({id, call, given, bell}: Call) => {
      const answer = await answered(() => (calls[call] as (...all: unknown[]) => unknown)(...given));
      if (bell === undefined) return program.postMessage({id, ...answer});
      answers.postMessage(answer);
      Atomics.store(bell, 0, 1);
      Atomics.notify(bell, 0);
    });
    return served(started);
  });
  program.postMessage({id: 0, ...start});
}

function startOptions(options: Handed['options'], warn: (sentence: string) => void): StartOptions {
  const {empty, account, contacts, seed, keys = {}, host, port, clock, faults = [], settings = {}} = options;
  return {
    ...{host, port, keys, faults, resets: true, isGuest: true},
    ...(clock !== undefined && {clock}),
    seed: {
      kind: (empty ?? account !== undefined) ? 'empty' : 'demo',
      ...(contacts !== undefined && {contacts}),
      ...(seed !== undefined && {seed}),
    },
    settings: parseSettings(Object.entries(settings).map(([name, value]) => `${name}=${value}`)),
    fill: account === undefined ? undefined : unfilled => fillHere(unfilled, account, warn),
  };
}

const served = (started: Started): Served => ({
  url: started.baseUrl,
  keys: {publicKey: started.publicKey, secretKey: started.secretKey},
  env: {...leadingNowhere, ...variablesOf(started), EMK_SANDBOX_RUN: '1'},
});

function callsOf({faults, account, misbehave, requests, reset, close}: Started): ThreadCalls {
  const {store, service, realNow} = account;
  return {
    now: () => store.transaction(db => accountTime(db, realNow())),
    advance: span =>
      store.transaction(db => {
        stepClock(db, {by: parseSpan(span)}, realNow());
        return accountTime(db, realNow());
      }),
    addFaults: (...texts) => misbehave(...texts),
    listFaults: () => faults.list().map(({fault, left}) => ({fault: fault.text, left: left ?? null})),
    clearFaults: () => faults.clear(),
    requests,
    mail: asked => caughtUp(account, db => [...service.deliveriesOf(db, asked)]),
    reset: async () => reset?.(),
    stop: close,
  };
}

/** The result of some work, or its error as far as another thread can receive it. */
async function answered(work: () => unknown): Promise<Answer> {
  try {
    return {result: await work()};
  } catch (error) {
    const {message, hint, code} = error as Partial<EmkError> & {readonly message: string};
    return {error: {message: [message, hint].filter(Boolean).join(' '), code: code ?? 'bug'}};
  }
}

/** Fills an account from files within this process, as a run of emk would that reads nothing, prints nothing and asks nobody. */
async function fillHere(unfilled: Unfilled, folder: string, warn: (sentence: string) => void): Promise<void> {
  const silence = new Writable({write: (_chunk, _encoding, done) => done()});
  const host = guestHost({env: {TZ: 'UTC'}, stdin: Readable.from([]), stdout: silence, stderr: silence});
  const globals = {...settleGlobals({}, host, {}), input: false, quiet: true};
  const {elapsed} = host;
  const messages = createMessages({stderr: silence, format: standardFormat, color: 'never', quiet: true, elapsed});
  const ask = createAsk(host, globals);
  const session = createSession({host, globals, config: emptyConfig, ask, ...messages, warn});
  try {
    await fillAccount(session.context, unfilled, folder);
  } finally {
    await session.close();
  }
}
