import {resolve} from 'node:path';
import {jsonIn, openEnvelope, textInside} from '../api/answers/envelope.js';
import type {Handmade} from '../api/client/client.js';
import {operation, text} from '../api/describe/operation.js';
import {type FormField, textsOfForm} from '../api/describe/request.js';
import {partsOf} from '../api/describe/route.js';
import type {BodyEncoding, Change, Does, Method, Operation} from '../api/describe/schema.js';
import type {Answer} from '../api/wire/answer.js';
import type {Context} from '../change/context.js';
import {effectOf} from '../change/effect/effect.js';
import {command} from '../commands/command.js';
import {PreflightError, UsageError} from '../core/errors.js';
import {requireFile} from '../core/system/files.js';
import {unreadable} from '../csv/bytes/source-file.js';
import {loadOperations} from '../endpoints/all.js';
import type {Result} from '../output/results/result.js';

/** `emk api METHOD PATH`: any request to the service, for endpoints without a command. */
export default command({
  summary: 'Send any request, and print the answer',
  details:
    'PATH is relative to the base URL and may have a query. emk treats addresses it knows with the same care as ' +
    'their commands: it repeats reads, and asks before it deletes. It treats unknown ones as changes. What adds ' +
    'people or mails them has a command that looks who left: emk api sends it only with --unchecked, and asks.',
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
    query: {type: 'text', many: true, value: 'name=value', help: 'A query parameter'},
    unchecked: {
      type: 'flag',
      help: 'Send what adds people or mails without a look at who left',
      decides: 'checks',
    },
  },
  args: ['method', 'path'],
  calls: [],
  gives: {document: () => import('../core/json-schema/describe.js')},
  examples: [
    'emk api GET /contacts-type',
    'emk api POST /contacts-type/add -f name=Leads',
    'emk api POST /contacts/upload-csv -f contact_type_id=12 -F file=@leads.csv --unchecked',
    "emk api POST /contacts/bulk-delete -f 'strIds[0]=7' -f 'strIds[1]=8'",
  ],
  async run(context, {method: word, path, field = [], file = [], query = [], unchecked}): Promise<Result> {
    const method = word as Method;
    checkAddress(path);
    const known = operationAt(method, path, (await context.account()).baseUrl, await loadOperations());
    const fields = [...field.map(toField), ...(await Promise.all(file.map(given => toFile(given, context.host.cwd))))];
    if (fields.length > 0 && method !== 'POST') {
      throw new UsageError(`${method} cannot have a form.`, {hint: 'Use --query, or POST.'});
    }
    const effect: Does = known?.effect ?? 'updates';
    const encoding: BodyEncoding = known?.encoding ?? 'multipart';
    if (encoding === 'urlencoded') textsOfForm(fields);
    const looks = known && commandsThatLook[known.route];
    if (looks && !unchecked) {
      throw new PreflightError(`emk api does not look who left, or who gets mail by ${method} ${path}.`, {
        hint: `The command that does: ${looks}. To send it without that look, add --unchecked`,
      });
    }
    const request = {method, path: withQuery(path, query), encoding, fields};
    const sent = await agreedByHand(context, request, effect, looks !== undefined);
    return toResult(await context.raw(sent, checkOf(known, effect, context)));
  },
});

/** What can add people or mail them, and the command that looks first whom. */
export const commandsThatLook: {readonly [route: string]: string} = {
  'POST /contacts/add': 'emk contacts create',
  'POST /contacts/update': 'emk contacts update',
  'POST /contacts/upload-csv': 'emk contacts import',
  'POST /segment/email/store': 'emk segments recipients add',
  'POST /automations/schedule/create': 'emk automations emails add',
  'GET /automations/set-live?utr': 'emk automations set-live',
  'POST /single/send/create': 'emk send',
  'POST /single/send/update': 'emk mailings update',
  'POST /single/send/duplicate?utr': 'emk mailings duplicate',
  'POST /sender/save': 'emk senders create',
  'GET /sender/resend-mail?sender_id': 'emk senders verify',
  'DELETE /global-unsubscribes/delete?id': 'emk unsubscribes delete',
  'POST /global-unsubscribes/bulk-delete': 'emk unsubscribes delete',
  'DELETE /unsubscribes-groups/recipients-delete?id': 'emk groups recipients delete',
  'POST /unsubscribes-groups/recipients-bulk-delete': 'emk groups recipients delete',
};

/** Refuses a path that does not fit into the first line of a request, or that leads out of the API. */
function checkAddress(path: string): void {
  const odd = /[^\x21-\x7e]|[#\\]/u.exec(path)?.[0];
  if (odd !== undefined) {
    throw new UsageError(`A path cannot have ${JSON.stringify(odd)}.`, {
      hint: `Write it percent-encoded: ${encodeURIComponent(odd)}`,
    });
  }
  if (/(^|\/)\.\.?(\/|$)/.test(comparablePath(path)))
    throw new UsageError('A path cannot have the parts "." or "..".', {hint: 'Write the whole path.'});
}

/**
 * The operation behind an address in any spelling: servers decode it, and most ignore an extra slash. With another
 * method, it is still the operation at this address, because PHP lets a form field override the method. Only the server
 * knows where the API begins, so operations that change something are recognised by the end of the address.
 */
export function operationAt(
  method: Method,
  path: string,
  baseUrl: string,
  all: readonly Operation[],
): Operation | undefined {
  const typed = partsOfPath(comparablePath(path));
  const full = partsOfPath(comparablePath(`${new URL(baseUrl).pathname}/${path}`));
  const here = all.filter(operation => {
    const own = partsOfPath(partsOf(operation).path.toLowerCase());
    if (fits(own, typed) || fits(['api', ...own], full)) return true;
    return operation.effect !== 'reads' && fits(own, full.slice(-own.length));
  });
  return (
    here.find(operation => partsOf(operation).method === method || operation.also === method) ??
    here.find(({effect}) => effect !== 'reads')
  );
}

const partsOfPath = (path: string): readonly string[] => path.split('/').filter(part => part !== '');

/** Whether a path belongs to a route. */
const fits = (route: readonly string[], path: readonly string[]): boolean => route.join('/') === path.join('/');

/** A path in the spelling that is compared: without its query, decoded, in lower case, single slashes. */
const comparablePath = (path: string): string =>
  decoded(path.split('?')[0] ?? '')
    .trim()
    .toLowerCase()
    .replace(/\/+/g, '/')
    .replace(/(?<=.)\/$/, '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The request with the yes that it needs: for what deletes, and for what may mail people unlooked at. */
async function agreedByHand(
  {agree}: Pick<Context, 'agree'>,
  request: Omit<Handmade['request'], 'effect'>,
  effect: Does,
  isUnchecked: boolean,
): Promise<Handmade> {
  if (effect === 'reads') return {request: {...request, effect}};
  const asked: Change = isUnchecked && effect !== 'deletes' ? 'sends' : effect;
  const consequence = asked === 'deletes' ? ', which deletes' : asked === 'sends' ? ', which can mail people' : '';
  const again = isUnchecked && effect === 'deletes' ? ' and lets people get mail again' : '';
  const path = request.path.split('?')[0];
  const noun = {one: `record of ${path}`, many: `records of ${path}`};
  const permit = await agree(effectOf<Change>(asked, {noun}, 1, {starts: [], wayBack: 'none', at: 'unknown'}), {
    what: `Send ${request.method} ${request.path}${consequence}${again}`,
  });
  return {request: {...request, effect}, permit};
}

function toResult({text: body, withoutKeys}: Awaited<ReturnType<Context['raw']>>): Result {
  const parsed = body === '' ? undefined : jsonIn(body);
  if (!parsed) return body === '' ? {kind: 'nothing'} : {kind: 'raw', body};
  const {message, errors} = (parsed.value ?? {}) as {message?: unknown; errors?: unknown};
  const answer = message ?? errors ?? null;
  // Records are passed on as they are, but a sentence may repeat what was sent.
  const data = typeof answer === 'string' ? withoutKeys(answer) : answer;
  return {kind: 'data', data, text: typeof data === 'string' ? data : JSON.stringify(data, null, 2)};
}

/** Checks an answer as for any operation. An unknown endpoint answers with a text, which accepts any data. */
function checkOf(known: Operation | undefined, effect: Does, {warn}: Pick<Context, 'warn'>) {
  return (answer: Answer): void => {
    if (known?.returns.kind === 'file') return void textInside(known, answer);
    const {warning} = openEnvelope(operation('GET /anything', {effect, returns: text('Done')}), answer);
    if (warning) warn(warning);
  };
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

const withQuery = (path: string, query: readonly string[]): string =>
  query.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query.map(toPair))}`;

const toPair = (given: string) => toField(given).map(String) as [string, string];
