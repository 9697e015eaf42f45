import {setMaxListeners} from 'node:events';
import {changesUntil} from '../api/client/changes-under-way.js';
import {type Client, createClient} from '../api/client/client.js';
import {createPace} from '../api/client/pace.js';
import type {Patience} from '../api/client/retry.js';
import type {ApiRequest} from '../api/describe/request.js';
import type {Account} from '../api/wire/account.js';
import type {Wire} from '../api/wire/http.js';
import {proxyFor} from '../api/wire/proxy.js';
import type {Globals} from '../commands/globals.js';
import {operations as lists} from '../endpoints/lists.js';
import {createRequestLog} from '../output/messages/request-log.js';
import type {Facts} from '../output/results/documents.schema.js';
import {type Host, steadyClock} from '../system/host.js';

/** What all clients of one run share. */
type Connecting = {
  readonly host: Host;
  readonly globals: Globals;
  /** Collects the requests of a dry run. */
  readonly planned: ApiRequest[];
  readonly open: Opening[];
  notice(sentence: string, facts?: Facts): void;
  warn(sentence: string): void;
  log(line: string): void;
};

/** A connection to close later, from the moment it starts to open. */
export type Opening = Promise<{close(): Promise<void>}>;

/** One connection to the service: its account, what runs before a change, and what ends it. */
export type Way = {
  find(): Promise<Account>;
  beforeWrite(): Promise<void>;
  readonly signal: AbortSignal;
  /** Receives notices and warnings in place of stderr. */
  readonly says?: ((sentence: string) => void) | undefined;
};

/** Makes clients with a common waiting budget: a run with several connections waits no longer than a run with one. */
export function createConnections(shared: Connecting): (way: Way) => Client {
  const {host, globals, planned} = shared;
  const steady = steadyClock(host);
  const budget = {left: globals.maxWait ?? MAX_WAIT};
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
      pace: createPace({...patience, now: steady}),
      timeout,
      longest,
      signal,
      beforeWrite,
      plainRead: lists.list,
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
  return () => {
    if (wire) return wire;
    wire = (async () => {
      const account = await find();
      const {overHttp} = await import('../api/wire/http.js');
      return overHttp(account, proxyFor(account.baseUrl, host.env));
    })();
    open.push(wire);
    return wire;
  };
}
