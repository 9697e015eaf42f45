import type {IncomingHttpHeaders} from 'node:http';
import {partsOf, pathReader, routeNames} from '../../api/describe/route.js';
import type {Operation} from '../../api/describe/schema.js';
import {ask} from '../account/account.js';
import {type Answer, failed, frameworkError, page} from '../account/answer.js';
import type {Keys, RunningAccount} from '../account/open-account.js';
import {designOf} from '../service/automations.js';
import type {Form} from '../service/behaviour.js';
import {limits} from '../service/settings.js';
import type {Faults, FaultsMet} from './faults.js';
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
  readonly bytes: Buffer;
  readonly size: number;
};

/** The same for the account: with its form, which is undefined if it cannot be read, and the faults that it meets. */
type Asking = Received & {readonly parsed: ParsedForm | undefined; readonly faults: FaultsMet};

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

/** What the account answers. */
export async function replyTo(asking: Asking, serving: Serving, routes: Routes): Promise<Answer> {
  const {method, path, inApi, size, headers} = asking;
  if (!inApi) return (await servedFile(serving, path)) ?? noSuchRoute(path);
  const routed = routes(path);
  if (!routed) return noSuchRoute(`api${path}`);
  const operation = routed.methods.get(method);
  if (!operation) {
    const allow = [...routed.methods.keys()].join(', ');
    const says = `The ${method} method is not supported for route api${path}. Supported methods: ${allow}.`;
    return frameworkError(405, says, {allow});
  }
  if (size > limits.body) return frameworkError(413, 'The POST data is too large.');
  return refusalOf(headers, serving.keys) ?? applied(asking, operation, routed.values, serving);
}

/** The refusal of a request without the account's keys. */
function refusalOf(headers: IncomingHttpHeaders, {publicKey, secretKey}: Keys): Answer | undefined {
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
  {faults, parsed, query, baseUrl, headers}: Asking,
  operation: Operation,
  inPath: Form,
  serving: Serving,
): Promise<Answer> {
  try {
    if (!parsed) return malformed;
    const asking = faults.question({
      operation,
      input: inputOf(operation, {...parseQuery(query, serving.settings), ...inPath}, parsed.form),
      tooLarge: parsed.tooLarge,
      baseUrl,
      ...(asksForJson(headers) ? {} : {onComplaint: page(302, 'Redirecting', {location: '/'})}),
    });
    return await ask(serving, asking);
  } catch (error) {
    if (error instanceof MalformedForm) return malformed;
    serving.onError(error);
    return frameworkError(500, 'Server Error');
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

const noSuchRoute = (path: string): Answer =>
  frameworkError(404, `The route ${path.replace(/^\//, '')} could not be found.`);

/** The files whose addresses are in records: designs as pages, which must not act as the sandbox's own, and pictures. */
async function servedFile({store}: RunningAccount, path: string): Promise<Answer | undefined> {
  const [, folder, name] = /^\/(design|images)\/(.+)$/.exec(path) ?? [];
  if (name === undefined) return undefined;
  if (folder === 'images') return {status: 200, headers: {'content-type': 'image/svg+xml'}, text: picture(name)};
  const text = await store.transaction(db => designOf(db, name));
  const headers = {'content-type': 'text/html; charset=UTF-8', 'content-security-policy': 'sandbox'};
  return text === undefined ? undefined : {status: 200, headers, text};
}

const picture = (name: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#eee"/><text x="16" y="108" font-family="sans-serif" font-size="18">${name.replace(/[<&>"]/g, '')}</text></svg>\n`;
