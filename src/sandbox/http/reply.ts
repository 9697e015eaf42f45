import type {IncomingHttpHeaders} from 'node:http';
import {partsOf, pathReader, routeNames} from '../../api/describe/route.js';
import type {Operation} from '../../api/describe/schema.js';
import {type Asking, ask} from '../account/account.js';
import {failed, frameworkError, type PulledAnswer, page, pulled, type WholeAnswer} from '../account/answer.js';
import type {Keys, RunningAccount} from '../account/open-account.js';
import type {Form} from '../service/behaviour.js';
import {limits} from '../service/settings.js';
import type {Faults, FaultsMet, Reply} from './faults.js';
import {MalformedForm, type ParsedForm, parseQuery} from './form.js';

/** An account, and what else a server needs to serve it. */
export type Serving = RunningAccount & {
  readonly keys: Keys;
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
  readonly size: number;
  /** Undefined if the form cannot be read. */
  readonly parsed: ParsedForm | undefined;
  readonly faults: FaultsMet;
};

/** What answers at a path of the API: an operation for each method, and the values in the path. */
type Routes = (
  path: string,
) => {readonly methods: ReadonlyMap<string, Operation>; readonly values: Readonly<Record<string, string>>} | undefined;

/** Indexes the operations by path and method, including second methods. A path without parameters comes first. */
export function routesOf(operations: Iterable<Operation>): Routes {
  const byPath = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    const {method, path} = partsOf(operation);
    const methods = byPath.get(path) ?? new Map<string, Operation>();
    for (const name of operation.also === undefined ? [method] : [method, operation.also]) methods.set(name, operation);
    byPath.set(path, methods);
  }
  const patterns = [...byPath].filter(([path]) => path.includes('{'));
  return path => {
    const methods = byPath.get(path);
    if (methods) return {methods, values: {}};
    for (const [pattern, methods] of patterns) {
      const values = pathReader(pattern)(path);
      if (!values) continue;
      const decoded = Object.entries(values).map(([name, value]) => [name, decodeURIComponent(value)]);
      return {methods, values: Object.fromEntries(decoded)};
    }
    return undefined;
  };
}

type Deciding = Serving & {readonly routes: Routes};

/** Decides what a request gets: the account's answer, or what faults put in its place. */
export async function replyTo(received: Received, deciding: Deciding): Promise<Reply> {
  const {faults} = received;
  return faults.instead ?? faults.answer(await answerOfAccount(received, deciding));
}

async function answerOfAccount(received: Received, deciding: Deciding): Promise<PulledAnswer> {
  const {method, path, inApi, size, headers} = received;
  if (!inApi) return pulled((await servedFile(deciding, path)) ?? noSuchRoute(path));
  const routed = deciding.routes(path);
  if (!routed) return pulled(noSuchRoute(`api${path}`));
  const operation = routed.methods.get(method);
  if (!operation) {
    const allow = [...routed.methods.keys()].join(', ');
    const says = `The ${method} method is not supported for route api${path}. Supported methods: ${allow}.`;
    return pulled(frameworkError(405, says, {allow}));
  }
  if (size > limits.body) return pulled(frameworkError(413, 'The POST data is too large.'));
  const refusal = refusalOf(headers, deciding.keys);
  return refusal ? pulled(refusal) : applied(received, operation, routed.values, deciding);
}

/** The refusal of a request without the account's keys. */
function refusalOf(headers: IncomingHttpHeaders, {publicKey, secretKey}: Keys): WholeAnswer | undefined {
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
  {faults, parsed, query, baseUrl, headers}: Received,
  operation: Operation,
  inPath: Form,
  deciding: Deciding,
): Promise<PulledAnswer> {
  try {
    if (!parsed) return pulled(malformed);
    const asking: Asking = {
      operation,
      input: inputOf(operation, {...parseQuery(query, deciding.settings), ...inPath}, parsed.form),
      tooLarge: parsed.tooLarge,
      baseUrl,
      cap: undefined,
      delay: undefined,
      ...(asksForJson(headers) ? {} : {onComplaint: page(302, 'Redirecting', {location: '/'})}),
    };
    return await ask(deciding, faults.question(asking));
  } catch (error) {
    if (error instanceof MalformedForm) return pulled(malformed);
    deciding.onError(error);
    return pulled(frameworkError(500, 'Server Error'));
  }
}

/** The parameters of an operation: those that the route names from path and query, all others from the form. */
function inputOf(operation: Operation, target: Form, form: Form): Form {
  const names = routeNames(operation);
  const inForm = Object.entries(form).filter(([name]) => !names.includes(name));
  const inTarget = names.flatMap(name => (target[name] === undefined ? [] : [[name, target[name]] as const]));
  return Object.fromEntries([...inForm, ...inTarget]);
}

const malformed = frameworkError(500, 'Malformed UTF-8 characters, possibly incorrectly encoded');

/** Whether a client accepts JSON first, the only type that the framework looks at, or is a script of a page. */
function asksForJson({accept = '', 'x-requested-with': by}: IncomingHttpHeaders): boolean {
  const first = accept.split(',')[0]?.trim() ?? '';
  return /[/+]json/.test(first) || (by === 'XMLHttpRequest' && ['', '*', '*/*'].includes(first));
}

const noSuchRoute = (path: string): WholeAnswer =>
  frameworkError(404, `The route ${path.replace(/^\//, '')} could not be found.`);

/** The files whose addresses are in records: designs as pages, which must not act as the sandbox's own, and pictures. */
async function servedFile({store, service}: RunningAccount, path: string): Promise<WholeAnswer | undefined> {
  const [, folder, name] = /^\/(design|images)\/(.+)$/.exec(path) ?? [];
  if (name === undefined) return undefined;
  if (folder === 'images') return {status: 200, headers: {'content-type': 'image/svg+xml'}, body: picture(name)};
  const body = await store.transaction(db => service.designOf(db, name));
  const headers = {'content-type': 'text/html; charset=UTF-8', 'content-security-policy': 'sandbox'};
  return body === undefined ? undefined : {status: 200, headers, body};
}

const picture = (name: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#eee"/><text x="16" y="108" font-family="sans-serif" font-size="18">${name.replace(/[<&>"]/g, '')}</text></svg>\n`;
