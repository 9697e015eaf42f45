import {type MessagePort, parentPort, workerData} from 'node:worker_threads';
import type {EmkError} from '../../errors.js';
import {caughtUp} from '../account/account.js';
import {accountTime, parseSpan, stepClock} from '../account/clock.js';
import {leadingNowhere, variablesOf} from '../commands/child-environment.js';
import {parseSettings} from '../running/settings-text.js';
import {type Sandbox as Started, type StartOptions, startSandbox} from '../running/start.js';
import {fillHere} from './fill-here.js';
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
