import {resolve} from 'node:path';
import {type Context, command} from '../../commands/command.js';
import {unreadable} from '../../csv/bytes/source-file.js';
import {effectOf, join, type Start, unsubscribing} from '../../effect/effect.js';
import {loadOperations} from '../../endpoints/all.js';
import {ForeignAnswerError, UsageError} from '../../errors.js';
import {allowOption} from '../../mailings/started.js';
import type {Result} from '../../output/results/result.js';
import type {Moved} from '../../resources/move-people.js';
import {requireFile} from '../../system/plain-file.js';
import {mailAgainInWords} from '../../who-left/mail-again.js';
import {mailAgainByRequest} from '../../who-left/mail-again-by-request.js';
import {includeOption} from '../../who-left/options.js';
import {closest} from '../../words/closest.js';
import {openEnvelope} from '../answers/envelope.js';
import {textInside} from '../answers/file.js';
import {jsonIn} from '../answers/php-warning.js';
import {type CheckAnswer, rawBody} from '../answers/raw-body.js';
import type {Handmade} from '../client/client.js';
import {checkAddress, operationAt} from '../describe/address.js';
import type {Change, Does} from '../describe/does.js';
import {text} from '../describe/notation.js';
import type {Permit} from '../describe/permit.js';
import {type FormField, textsOf} from '../describe/request.js';
import {partsOf} from '../describe/route.js';
import type {Encoding, Method, Operation} from '../describe/schema.js';
import type {Answer} from '../wire/answer.js';
import {startsByHand} from './api-automations.js';
import {goThroughDoor} from './api-door.js';

/** `emk api METHOD PATH`: any request to the service, for endpoints without a command. */
export default command({
  summary: 'Send any request, and print the answer',
  details:
    'PATH is relative to the base URL and may have a query. emk treats addresses it knows with the same care as ' +
    'their commands: it repeats reads, and asks before it deletes, mails or sets live. It treats unknown ones as ' +
    'changes.',
  takes: {
    method: {type: 'text', required: true, choices: ['GET', 'POST', 'DELETE'], help: 'GET, POST or DELETE'},
    path: {
      type: 'text',
      required: true,
      help: 'As in /contacts/details?contact_id=7',
      limits: {pattern: /^\//, says: 'must begin with /'},
    },
    field: {type: 'text', many: true, short: 'f', value: 'name=value', help: 'A form field'},
    file: {type: 'text', many: true, short: 'F', value: 'name=@path', help: 'A form field with a file'},
    query: {type: 'text', many: true, value: 'name=value', help: 'A query parameter; -q name=value for short'},
    ...includeOption,
    ...allowOption,
    raw: {type: 'flag', help: 'Print the whole body, not only the data inside it', decides: 'output'},
  },
  args: ['method', 'path'],
  calls: [],
  gives: {document: () => import('../../json-schema/any-json.schema.js')},
  examples: [
    'emk api GET /contacts-type',
    'emk api POST /contacts-type/add -f name=Leads',
    'emk api POST /contacts/upload-csv -f contact_type_id=12 -F file=@leads.csv',
    "emk api POST /contacts/bulk-delete -f 'strIds[0]=7' -f 'strIds[1]=8'",
  ],
  async run(
    context,
    {method: word, path, field = [], file = [], query = [], include_unsubscribed, allow_automations, raw},
  ): Promise<Result> {
    const method = word as Method;
    checkAddress(path);
    const operations = await loadOperations();
    const known = operationAt(method, path, (await context.account()).baseUrl, operations);
    const fields = [...field.map(toField), ...(await Promise.all(file.map(given => toFile(given, context.host.cwd))))];
    if (fields.length > 0 && method !== 'POST') {
      throw new UsageError(`${method} cannot have a form.`, {hint: 'Use -q for the query, or POST.'});
    }
    const renamed = fields.map(([name]) => name).filter(name => /[. ]/.test(name.replace(/\[.*$/, '')));
    for (const name of renamed) {
      context.warn(`The service would read "." and " " in the name "${name}" as "_".`);
    }
    const effect: Does = known?.effect ?? 'updates';
    const encoding: Encoding = known?.encoding ?? 'multipart';
    if (encoding === 'urlencoded') textsOf(fields);
    const request = {method, path: withQuery(path, query), encoding, fields};
    const again = await mailAgainByRequest(context, {operation: known, path: request.path, fields});
    const starts = await startsByHand(context, known, fields, allow_automations);
    const also = again ? ` (${mailAgainInWords(again)})` : '';
    const what = `Send ${method} ${path}${consequence(effect)}${also}`;
    const permit = await agreedByHand(context, effect, {path, known, starts, what});
    if (again && (context.globals.yes || context.globals.dryRun)) context.notice(`${mailAgainInWords(again)}.`);
    const moved = permit && (await goThroughDoor(context, permit, known, fields, {include_unsubscribed}));
    const sent: Handmade = permit ? {request: {...request, effect}, permit} : {request: {...request, effect: 'reads'}};
    const check = checkOf({known, path, operations}, effect, context);
    if (raw || known?.returns.kind === 'file') return {kind: 'raw', body: asItCame(context, sent, check, moved)};
    const answer = await context.raw(sent, check).catch((error: unknown) => {
      throw moved ? moved.orStays(error) : error;
    });
    return toResult(answer);
  },
});

function toResult({text: body, withoutKeys}: Awaited<ReturnType<Context['raw']>>): Result {
  if (body === '') return {kind: 'nothing'};
  const {message, errors} = (jsonIn(body)?.value ?? {}) as {message?: unknown; errors?: unknown};
  const data = message ?? errors ?? null;
  if (typeof data !== 'string') return {kind: 'data', data, text: JSON.stringify(data, null, 2)};
  // Records are passed on as they are, but a sentence may repeat what was sent.
  return {kind: 'data', data: withoutKeys(data), text: withoutKeys(data)};
}

const consequence = (effect: Does): string =>
  effect === 'deletes' ? ', which deletes' : effect === 'sends' ? ', which can mail people' : '';

/** Gets the permit for a request as far as its address says what it does; a person who moves may be unsubscribed along. */
async function agreedByHand(
  {agree}: Pick<Context, 'agree'>,
  does: Does,
  {path, known, starts, what}: ByHand,
): Promise<Permit | undefined> {
  if (does === 'reads') return undefined;
  const noun = {one: `record of ${path}`, many: `records of ${path}`};
  const along = known?.admits && does === 'updates' ? [unsubscribing(0)] : [];
  return agree(join<Change>(effectOf<Change>(does, {noun}, 1, {starts, wayBack: 'none', at: 'unknown'}), ...along), {
    what,
  });
}

type ByHand = {
  readonly path: string;
  readonly known: Operation | undefined;
  readonly starts: readonly Start[];
  readonly what: string;
};

const ANYTHING = {
  route: 'GET /',
  also: undefined,
  params: {},
  admits: undefined,
  returns: text('Done'),
  encoding: 'multipart',
} as const;

type Asked = {
  readonly known: Operation | undefined;
  readonly path: string;
  readonly operations: readonly Operation[];
};

/** Checks an answer as for any operation. An unknown endpoint answers with a text, which accepts any data. */
function checkOf({known, path, operations}: Asked, effect: Does, {warn}: Pick<Context, 'warn'>): CheckAnswer {
  return answer => {
    if (known?.returns.kind === 'file') return void textInside(known, answer);
    try {
      const {warning} = openEnvelope({...ANYTHING, effect} as Operation, answer);
      if (warning) warn(warning);
    } catch (error) {
      throw known ? error : mistypedPath(error, answer, path, operations);
    }
  };
}

/** An address that neither the service nor emk knows is more often mistyped than the base URL is wrong. */
function mistypedPath(cause: unknown, {status}: Answer, path: string, operations: readonly Operation[]): unknown {
  if (!(cause instanceof ForeignAnswerError) || ![404, 405].includes(status)) return cause;
  const paths = operations.map(operation => partsOf(operation).path);
  const near = closest(path, paths);
  const hint = near === undefined ? 'Check the path. emk does not know it either.' : `Did you mean ${near}?`;
  return new ForeignAnswerError(cause.message, {cause, hint});
}

/** The body alone, even of a failure: it is printed without keys before the command ends with the error. */
async function* asItCame(
  {download}: Pick<Context, 'download'>,
  asked: Handmade,
  check: (answer: Answer) => void,
  moved: Moved | undefined,
): AsyncGenerator<Uint8Array> {
  const refused: {error?: unknown; body?: string} = {};
  const remembering: CheckAnswer = (answer, body) => {
    try {
      check(answer);
    } catch (error) {
      if (body) Object.assign(refused, {error, body: answer.withoutKeys(Buffer.from(body).toString())});
      throw error;
    }
  };
  try {
    yield* download(asked, live => rawBody(live, remembering));
  } catch (error) {
    if (refused.body && refused.error === error) yield Buffer.from(refused.body);
    throw moved ? moved.orStays(error) : error;
  }
}

function toField(given: string): FormField {
  const at = given.indexOf('=');
  if (at < 1) throw new UsageError(`"${given}" is not a field.`, {hint: 'Write it as name=value.'});
  return [given.slice(0, at), given.slice(at + 1)];
}

async function toFile(given: string, cwd: string): Promise<FormField> {
  const [, name, path] = /^([^=]+)=@(.+)$/s.exec(given) ?? [];
  if (!name || !path) throw new UsageError(`"${given}" is not a file field.`, {hint: 'Write it as name=@path.'});
  const whole = resolve(cwd, path);
  await requireFile(whole, whole).catch(unreadable(whole));
  return [name, {path: whole}];
}

function withQuery(path: string, query: readonly string[]): string {
  const pairs = query.map(given =>
    toField(given)
      .map(part => encodeURIComponent(String(part)))
      .join('='),
  );
  return pairs.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}
