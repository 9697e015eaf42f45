import type {IncomingHttpHeaders} from 'node:http';
import {partsOf, routeNames} from '../../api/describe/route.js';
import type {Operation} from '../../api/describe/schema.js';
import {EmkError, UsageError} from '../../core/errors.js';
import {onlyText} from '../../core/words/values.js';
import {
  type AccountKeys,
  answerFrom,
  answerInJson,
  ask,
  failed,
  frameworkError,
  type RunningAccount,
  type ServiceAnswer,
} from '../account/account.js';
import {accountTime, parseClock, readClock, setClock, stepClock} from '../account/clock.js';
import type {ServiceForm} from '../service/behaviour.js';
import {deliveriesOf} from '../service/mail.js';
import {limits, settingsWith} from '../service/settings.js';
import {type Faults, type FaultsMet, faultsFrom} from './faults.js';
import {MalformedForm, type ParsedForm, parseForm, parseQuery} from './form.js';
import {loggedRequests} from './log.js';

/** An account, and what else a server needs to serve it. */
export type Serving = RunningAccount & {
  readonly keys: AccountKeys;
  readonly faults: Faults;
  /** Resets the account and the faults to their start; undefined if no copy was kept. */
  readonly reset?: (() => Promise<void>) | undefined;
  readonly onError: (error: unknown) => void;
};

/** A request that was read to its end. */
export type Received = {
  readonly method: string;
  /** Relative to `/api` for requests of the API, without the query. */
  readonly path: string;
  readonly inApi: boolean;
  readonly query: string;
  readonly baseUrl: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly size: number;
};

/** The same for the account: with its form, which is undefined if it cannot be read, and the faults that it meets. */
type AskedControl = Received & {readonly parsed: ParsedForm | undefined; readonly faults: FaultsMet};

/** What answers at a path of the API: an operation for each method. */
type Routes = ReadonlyMap<string, ReadonlyMap<string, Operation>>;

/** Indexes the operations by path and method, including second methods. */
export function routesOf(operations: Iterable<Operation>): Routes {
  const byPath = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    const {method, path} = partsOf(operation);
    const methods = byPath.get(path) ?? new Map<string, Operation>();
    for (const name of operation.also === undefined ? [method] : [method, operation.also]) methods.set(name, operation);
    byPath.set(path, methods);
  }
  return byPath;
}

export async function replyTo(asking: AskedControl, serving: Serving, routes: Routes): Promise<ServiceAnswer> {
  const {method, path, inApi, size, headers} = asking;
  if (!inApi) return noSuchRoute(path);
  const methods = routes.get(path);
  if (!methods) return noSuchRoute(`api${path}`);
  const operation = methods.get(method);
  if (!operation) {
    const allow = [...methods.keys()].join(', ');
    const says = `The ${method} method is not supported for route api${path}. Supported methods: ${allow}.`;
    return frameworkError(405, says, {allow});
  }
  if (size > limits.body) return frameworkError(413, 'The POST data is too large.');
  return refusalOf(headers, serving.keys) ?? applied(asking, operation, serving);
}

function refusalOf(headers: IncomingHttpHeaders, {publicKey, secretKey}: AccountKeys): ServiceAnswer | undefined {
  const [givenPublic, givenSecret] = ['publickey', 'secretkey'].map(name => String(headers[name] ?? '').trim());
  const missing = {
    ...(givenPublic ? {} : {PublicKey: ['The public key field is required.']}),
    ...(givenSecret ? {} : {SecretKey: ['The secret key field is required.']}),
  };
  if (Object.keys(missing).length > 0) return failed(missing);
  const isRight = givenPublic === publicKey && givenSecret === secretKey;
  return isRight ? undefined : failed('Invalid public key or secret key', 401);
}

async function applied(
  {faults, parsed, query, baseUrl}: AskedControl,
  operation: Operation,
  serving: Serving,
): Promise<ServiceAnswer> {
  try {
    if (!parsed) return malformed;
    const asking = faults.question({
      operation,
      input: inputOf(operation, parseQuery(query, serving.settings), parsed.form),
      tooLarge: parsed.tooLarge,
      baseUrl,
    });
    return await ask(serving, asking);
  } catch (error) {
    if (error instanceof MalformedForm) return malformed;
    serving.onError(error);
    return frameworkError(500, 'Server Error');
  }
}

/** The parameters of an operation: those that the route names from the query, all others from the form. */
function inputOf(operation: Operation, target: ServiceForm, form: ServiceForm): ServiceForm {
  const names = routeNames(operation);
  const inForm = Object.entries(form).filter(([name]) => !names.includes(name));
  const inTarget = names.flatMap(name => (target[name] === undefined ? [] : [[name, target[name]] as const]));
  return Object.fromEntries([...inForm, ...inTarget]);
}

const malformed = frameworkError(500, 'Malformed UTF-8 characters, possibly incorrectly encoded');

const noSuchRoute = (path: string): ServiceAnswer =>
  frameworkError(404, `The route ${path.replace(/^\//, '')} could not be found.`);

/**
 * Answers questions about the sandbox itself: its log, its clock, its faults, its mail. That it is there anybody may
 * ask, as container tools do without keys: it listens only once its account is complete.
 */
export async function answerControl(serving: Serving, asked: Received): Promise<ServiceAnswer> {
  const route = `${asked.method} ${asked.path}`;
  if (route === 'GET /__health') return answered({ready: true});
  // No web page that a person happens to open can send this header.
  if (asked.headers['secretkey'] !== serving.keys.secretKey)
    return failed("Send the account's secret key in the header SecretKey.", 401);
  const control = controls[route];
  try {
    if (!control) return failed(`The sandbox answers GET /__health, ${Object.keys(controls).join(', ')}.`, 404);
    return await control(serving, await saidBy(asked));
  } catch (error) {
    if (error instanceof MalformedForm) return failed(error.message, 422);
    if (!(error instanceof EmkError)) throw error;
    return failed([error.message, error.hint].filter(Boolean).join(' '), 422);
  }
}

const answered = (message: object): ServiceAnswer => answerInJson(200, {status: 'success', message});

const units: {readonly [unit: string]: number} = {s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000};

const controls: {readonly [route: string]: (serving: Serving, input: ServiceForm) => Promise<ServiceAnswer>} = {
  'POST /__reset': async serving => {
    if (!serving.reset) throw new UsageError('This sandbox cannot be reset.');
    await serving.reset();
    return clockOf(serving);
  },
  'GET /__log': async ({store}) => answered({requests: await store.transaction(db => loggedRequests(db))}),
  // There may be a hundred thousand mails, so they are read while they are sent.
  'GET /__mail': (serving, {utr, to}) =>
    answerFrom(serving, db => ({
      head: '{"status":"success","message":{"deliveries":[',
      records: deliveriesOf(db, {utr: onlyText(utr), to: onlyText(to)}),
      tail: ']}}',
    })),
  'GET /__clock': clockOf,
  'POST /__clock': async (serving, {by, at, clock}) => {
    const {store, realNow} = serving;
    await store.transaction(db => {
      if (typeof clock === 'string') setClock(db, parseClock(clock), realNow());
      else if (typeof at === 'string') stepClock(db, {at: new Date(at)}, realNow());
      else if (typeof by === 'string') stepClock(db, {by: parseSpan(by)}, realNow());
      else throw new UsageError('The new time is missing.', {hint: 'Send by=1h, at=<time> or clock=x60.'});
    });
    return clockOf(serving);
  },
  'GET /__faults': async serving => faultsOf(serving),
  'POST /__faults': async (serving, {fault, faults}) => {
    const given = [fault, faults].flat().filter(text => typeof text === 'string');
    if (given.length === 0) throw new UsageError('The fault is missing.', {hint: 'Send it as the field "fault".'});
    serving.faults.add(...faultsFrom(given, serving.operations.values()));
    return faultsOf(serving);
  },
  'DELETE /__faults': async serving => {
    serving.faults.clear();
    return faultsOf(serving);
  },
};

/** Reads `90s`, `5m`, `2 hours` or `3 days` as milliseconds. A number alone may be seconds or milliseconds, so it is refused. */
function parseSpan(text: string): number {
  const [, count, unit] = /^(\d{1,9}) ?([smhdw]|(?:second|minute|hour|day|week)s?)$/i.exec(text.trim()) ?? [];
  if (unit === undefined) {
    throw new UsageError(`"${text}" is not a duration with its unit.`, {hint: 'Write 90s, 5m, 2h or 3 days.'});
  }
  return Number(count) * (units[unit.charAt(0).toLowerCase()] ?? 0);
}

async function clockOf({store, realNow}: Serving): Promise<ServiceAnswer> {
  return store.transaction(db => {
    const real = realNow();
    return answered({clock: {now: accountTime(db, real).toISOString(), speed: readClock(db, real).speed}});
  });
}

const faultsOf = ({faults}: Serving): ServiceAnswer => answered({faults: faults.list()});

/** What a request to the sandbox itself says: its query, or its form. */
const saidBy = async ({method, query, headers, bytes}: Received): Promise<ServiceForm> =>
  method === 'POST'
    ? (await parseForm(headers['content-type'], bytes, settingsWith())).form
    : parseQuery(query, settingsWith());
