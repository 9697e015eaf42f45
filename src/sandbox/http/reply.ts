import type {IncomingHttpHeaders} from 'node:http';
import type {Operation} from '../../api/schema.js';
import {ask, type PulledAnswer, type RunningAccount} from '../account/account.js';
import {frameworkError, type WholeAnswer} from '../account/answer.js';
import {type Keys, refusalOf} from '../account/keys.js';
import type {Routes} from '../account/routes.js';
import {acceptPart} from './accept-part.js';
import {answerInstead, page, phpWarning} from './fault-answers.js';
import type {Befalling, Faults} from './faults.js';
import {MalformedForm, type ParsedForm, parseQuery} from './form.js';
import type {rateLimiter} from './rate-limit.js';
import {servedFile} from './served-file.js';

/** Everything a server needs to know of the account it serves. */
export type Serving = RunningAccount & {
  readonly keys: Keys;
  readonly faults: Faults;
  /** Told of whatever goes wrong in the sandbox itself. */
  readonly onError: (error: unknown) => void;
};

/** A request, read to its end. */
export type Received = {
  readonly method: string;
  /** Below `/api` where it is in the API, without the query. */
  readonly path: string;
  readonly inApi: boolean;
  readonly query: string;
  readonly baseUrl: string;
  readonly headers: IncomingHttpHeaders;
  readonly size: number;
  /** Nothing, when it cannot be read. */
  readonly parsed: ParsedForm | undefined;
  readonly befalling: Befalling;
};

type Deciding = Serving & {readonly routes: Routes; readonly throttle: ReturnType<typeof rateLimiter>};

/** Decides what a request gets: the account's answer, what a fault puts in its place, or nothing at all. */
export async function replyTo(received: Received, deciding: Deciding): Promise<PulledAnswer | 'drop' | 'hang'> {
  const {befalling} = received;
  const instead = answerInstead(befalling);
  const hang = befalling.of('hang');
  if (befalling.of('reset-before')) return 'drop';
  if (instead && !instead.applied) return pulled(instead.answer);
  if (hang && !('applied' in hang.options)) return 'hang';
  const answer = await answerOfAccount(received, deciding);
  const late = befalling.of('late-commit');
  if (befalling.of('lost-reply') || (late && !('answered' in late.options))) return 'drop';
  if (hang) return 'hang';
  if (instead) return pulled(instead.answer);
  return befalling.of('php-warning') ? withWarning(answer) : answer;
}

/** An answer that is there as a whole. */
export const pulled = ({status, headers, body}: WholeAnswer): PulledAnswer => ({
  status,
  headers,
  text: body,
  more: undefined,
});

const withWarning = (answer: PulledAnswer): PulledAnswer => ({
  ...answer,
  headers: {...answer.headers, 'content-type': 'text/html; charset=UTF-8'},
  text: phpWarning('Undefined variable $settings') + answer.text,
});

async function answerOfAccount(received: Received, deciding: Deciding): Promise<PulledAnswer> {
  const {settings, keys, throttle, routes} = deciding;
  if (!received.inApi) return pulled((await servedFile(deciding, received)) ?? notFound(received));
  const methods = routes.get(received.path);
  const operation = methods?.get(received.method);
  if (!methods || !operation) return pulled(methods ? wrongMethod(received, methods) : notFound(received));
  const {headers, refusal} = throttle();
  const early =
    refusal ??
    (received.size > settings.bodyLimit && settings.bodyTooLarge === '413'
      ? frameworkError(413, 'The POST data is too large.')
      : refusalOf(received.headers, keys, settings));
  const answer = early ? pulled(early) : await applied(received, operation, deciding);
  return {...answer, headers: {...headers, ...answer.headers}};
}

async function applied(received: Received, operation: Operation, deciding: Deciding): Promise<PulledAnswer> {
  const {befalling, parsed, query, baseUrl, headers} = received;
  const {settings, onError} = deciding;
  try {
    if (!parsed) return pulled(malformed);
    const [cap, part] = [befalling.of('list-cap'), befalling.of('accept-part')];
    const input = {...parseQuery(query, settings), ...parsed.form};
    return await ask(deciding, {
      operation,
      input: part ? acceptPart(input, numberOf(part.options['n'])) : input,
      lost: parsed.lost,
      baseUrl,
      cap: cap && Number(cap.options['n'] ?? 100),
      delay: delayOf(operation, befalling, settings.importDelay),
      ...(settings.plainClients === 'redirect' && !asksForJson(headers)
        ? {onComplaint: page(302, 'Redirecting', front)}
        : {}),
    });
  } catch (error) {
    if (error instanceof MalformedForm) return pulled(malformed);
    onError(error);
    return pulled(frameworkError(500, 'Server Error'));
  }
}

const malformed = frameworkError(500, 'Malformed UTF-8 characters, possibly incorrectly encoded');

/** Seconds until the change lands, where it does not land at once. */
function delayOf({route}: Operation, befalling: Befalling, importDelay: number): number | undefined {
  const late = befalling.of('late-commit');
  if (late) return Number(late.options['s'] ?? 5);
  return route === 'POST /contacts/upload-csv' && importDelay > 0 ? importDelay : undefined;
}

const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

/** The framework looks at the first type a client accepts, and only there. */
const asksForJson = ({accept = ''}: IncomingHttpHeaders): boolean => /[/+]json/.test(accept.split(',')[0] ?? '');

const front = {location: '/'};

const notFound = ({inApi, path}: Received): WholeAnswer =>
  frameworkError(404, `The route ${inApi ? 'api' : ''}${path} could not be found.`.replace('route /', 'route '));

const wrongMethod = ({method, path}: Received, methods: ReadonlyMap<string, Operation>): WholeAnswer =>
  frameworkError(
    405,
    `The ${method} method is not supported for route api${path}. Supported methods: ${[...methods.keys()].join(', ')}.`,
    {allow: [...methods.keys()].join(', ')},
  );
