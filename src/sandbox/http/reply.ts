import type {IncomingHttpHeaders} from 'node:http';
import {routeNames} from '../../api/describe/route.js';
import type {Operation} from '../../api/describe/schema.js';
import {type Asking, ask} from '../account/account.js';
import {frameworkError, type PulledAnswer, pulled, type WholeAnswer} from '../account/answer.js';
import {type Keys, refusalOf} from '../account/keys.js';
import type {Routes, RunningAccount} from '../account/open-account.js';
import type {Form} from '../service/behaviour.js';
import {limits} from '../service/settings.js';
import {type Faults, type FaultsMet, page, type Reply} from './faults.js';
import {MalformedForm, type ParsedForm, parseQuery} from './form.js';
import {servedFile} from './served-file.js';

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

type Deciding = Serving & {readonly routes: Routes};

/** Decides what a request gets: the account's answer, or what faults put in its place. */
export async function replyTo(received: Received, deciding: Deciding): Promise<Reply> {
  const {faults} = received;
  return faults.instead ?? faults.answer(await answerOfAccount(received, deciding));
}

async function answerOfAccount(received: Received, deciding: Deciding): Promise<PulledAnswer> {
  const {keys, routes} = deciding;
  if (!received.inApi) return pulled((await servedFile(deciding, received)) ?? notFound(received));
  const routed = routes(received.path);
  const operation = routed?.methods.get(received.method);
  if (!routed || !operation) return pulled(routed ? wrongMethod(received, routed.methods) : notFound(received));
  const early =
    received.size > limits.body
      ? frameworkError(413, 'The POST data is too large.')
      : refusalOf(received.headers, keys);
  return early ? pulled(early) : applied(received, operation, routed.values, deciding);
}

async function applied(
  received: Received,
  operation: Operation,
  inPath: Form,
  deciding: Deciding,
): Promise<PulledAnswer> {
  const {faults, parsed, query, baseUrl, headers} = received;
  const {settings, onError} = deciding;
  try {
    if (!parsed) return pulled(malformed);
    const asking: Asking = {
      operation,
      input: inputOf(operation, {...parseQuery(query, settings), ...inPath}, parsed.form),
      tooLarge: parsed.tooLarge,
      baseUrl,
      cap: undefined,
      delay: undefined,
      ...(asksForJson(headers) ? {} : {onComplaint: page(302, 'Redirecting', {location: '/'})}),
    };
    return await ask(deciding, faults.question(asking));
  } catch (error) {
    if (error instanceof MalformedForm) return pulled(malformed);
    onError(error);
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

const notFound = ({inApi, path}: Received): WholeAnswer =>
  frameworkError(404, `The route ${inApi ? 'api' : ''}${path} could not be found.`.replace('route /', 'route '));

const wrongMethod = ({method, path}: Received, methods: ReadonlyMap<string, Operation>): WholeAnswer =>
  frameworkError(
    405,
    `The ${method} method is not supported for route api${path}. Supported methods: ${[...methods.keys()].join(', ')}.`,
    {allow: [...methods.keys()].join(', ')},
  );
