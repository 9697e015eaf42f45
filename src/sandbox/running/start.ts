import {setImmediate} from 'node:timers/promises';
import {parseClock, setClock} from '../account/clock.js';
import {type Keys, keysOf} from '../account/keys.js';
import {
  backToBeginning,
  keepBeginning,
  type Opening,
  openAccount,
  operationsByRoute,
  type RunningAccount,
  type Seed,
  seedOnce,
} from '../account/open-account.js';
import {createFaults, type Faults, faultsFrom} from '../http/faults.js';
import {type LogEntry, loggedRequests} from '../http/log.js';
import {type Listening, serveAccount} from '../http/server.js';
import {type Settings, settingsWith} from '../service/settings.js';

export type StartOptions = Opening &
  Listening & {
    /** The content of a new account. */
    readonly seed?: Partial<Seed>;
    readonly settings?: Partial<Settings>;
    /** Faults as text: `POST /contacts/upload-csv=lost-reply:1`. */
    readonly faults?: readonly string[];
    /** `real`, `x60`, `step` or `step@2026-01-31T09:00:00Z`. */
    readonly clock?: string;
    readonly keys?: Partial<Keys>;
    /** Stops the creation of invented contacts, which continues when the account is next opened. */
    readonly interrupted?: AbortSignal | undefined;
    /** Whether it can be reset, for which it keeps a copy of its start. */
    readonly resets?: boolean;
    readonly onError?: (error: unknown) => void;
  };

/** A served account. */
export type Sandbox = Keys & {
  readonly baseUrl: string;
  readonly origin: string;
  readonly faults: Faults;
  readonly account: RunningAccount;
  misbehave(...faults: readonly string[]): void;
  requests(): Promise<LogEntry[]>;
  /** Resets it to its start; undefined unless it was started with a copy. */
  readonly reset: (() => Promise<void>) | undefined;
  close(): Promise<void>;
};

/** Opens an account, fills it if it is new, and serves it. */
export async function startSandbox(options: StartOptions = {}): Promise<Sandbox> {
  const initial = faultsFrom(options.faults ?? [], (await operationsByRoute()).values());
  const faults = createFaults(initial);
  const {account, keys} = await openSeeded(options);
  const {store} = account;
  try {
    const {onError = () => undefined} = options;
    const begin = options.resets ? await beginningOf(account, options.clock) : undefined;
    const reset =
      begin &&
      (async () => {
        await begin();
        faults.clear();
        faults.add(...initial);
      });
    const {origin, close} = await serveAccount({...account, keys, faults, reset, onError}, options);
    return {
      ...keys,
      baseUrl: `${origin}/api`,
      origin,
      faults,
      account,
      misbehave: (...texts) => faults.add(...faultsFrom(texts, account.operations.values())),
      requests: () => store.transaction(db => loggedRequests(db)),
      reset,
      close: async () => {
        await close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Keeps a copy of an account, and returns the function that resets the account to it. A given clock starts again. */
async function beginningOf({store, realNow}: RunningAccount, clock: string | undefined): Promise<() => Promise<void>> {
  await store.transaction(keepBeginning);
  return () =>
    store.transaction(db => {
      backToBeginning(db);
      if (clock !== undefined) setClock(db, parseClock(clock), realNow());
    });
}

/** Opens an account and fills it if it is new, without serving it. */
export async function openSeeded(
  options: StartOptions,
): Promise<{readonly account: RunningAccount; readonly keys: Keys}> {
  const settings = settingsWith(options.settings);
  const clock = options.clock === undefined ? undefined : parseClock(options.clock);
  const account = await openAccount(options, settings);
  const {store, realNow} = account;
  try {
    const keys = await store.transaction(db => {
      // Another process may fill it as soon as it is empty, so both happen in one transaction.
      if (options.fresh) store.clear(db);
      if (clock) setClock(db, clock, realNow());
      seedOnce(account, db, {kind: 'demo', contacts: 0, seed: settings.seed, ...options.seed});
      return keysOf(db, options.keys, options.seed?.seed);
    });
    while (!(await store.transaction(account.service.growCrowd)))
      await setImmediate(undefined, {signal: options.interrupted});
    return {account, keys};
  } catch (error) {
    await store.close();
    throw error;
  }
}
