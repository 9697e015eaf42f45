import {
  type AccountKeys,
  type AccountOpening,
  beginningOf,
  openSeeded,
  type RunningAccount,
} from '../account/account.js';
import {createFaults, type Faults, faultsFrom} from '../http/faults.js';
import {type LogEntry, loggedRequests} from '../http/log.js';
import {type Listening, serveAccount} from '../http/server.js';

export type StartOptions = AccountOpening &
  Listening & {
    /** Faults as text: `POST /contacts/upload-csv=lost-reply:1`. */
    readonly faults?: readonly string[];
    /** Whether it can be reset, for which it keeps a copy of its start. */
    readonly resets?: boolean;
    readonly onError?: (error: unknown) => void;
  };

export type RunningSandbox = AccountKeys & {
  readonly baseUrl: string;
  readonly origin: string;
  readonly faults: Faults;
  readonly account: RunningAccount;
  misbehave(...faults: readonly string[]): void;
  requests(): Promise<LogEntry[]>;
  close(): Promise<void>;
};

/** Opens an account, fills it if it is new, and serves it. */
export async function startSandbox(options: StartOptions = {}): Promise<RunningSandbox> {
  const {account, keys} = await openSeeded(options);
  const {store, operations} = account;
  try {
    const initial = faultsFrom(options.faults ?? [], operations.values());
    const faults = createFaults(initial);
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
      misbehave: (...texts) => faults.add(...faultsFrom(texts, operations.values())),
      requests: () => store.transaction(db => loggedRequests(db)),
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
