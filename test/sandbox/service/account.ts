/** A sandbox that is asked over HTTP, as any program would, with the words of the table of endpoints. */
import type {Operation} from '../../../src/api/describe/schema.js';
import {type StartOptions, startSandbox} from '../../../src/sandbox/running/start.js';
import {ask, control, multipart, type Part, type RawAnswer, urlencoded} from '../../support/raw-http.js';

type Options = {
  readonly kind?: 'demo' | 'empty';
  readonly contacts?: number;
  readonly seed?: number;
  readonly settings?: StartOptions['settings'];
};

type File = {readonly filename: string; readonly type: string; readonly bytes: Buffer};
type Value = string | null | readonly string[] | File;
export type Form = {readonly [name: string]: Value};

/** An answer of the account, with all records of a collection. The text that an operation is known to answer is null. */
export type Answer =
  | {readonly value: unknown; readonly records?: never; readonly errors?: never}
  | {readonly records: readonly Fields[]; readonly value?: never; readonly errors?: never}
  | {readonly errors: unknown; readonly value?: never; readonly records?: never};

export type Fields = {readonly [field: string]: unknown};

export type Mail = {
  readonly contact_id: number | null;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly triggered_at: string;
  readonly delivered_at: string | null;
  readonly bounced_at: string | null;
  readonly unsubscribed_at: string | null;
  readonly opens: number;
};

export type Account = Awaited<ReturnType<typeof openAccount>>;

const startOfTime = Date.parse('2026-11-20T12:00:00Z');

/** An account in memory with a clock that stands still until it is moved. */
export async function openAccount({kind = 'empty', contacts = 0, seed = 1, settings = {}}: Options = {}) {
  const clock = `step@${new Date(startOfTime).toISOString()}`;
  const sandbox = await startSandbox({clock, seed: {kind, contacts, seed}, settings});
  let time = startOfTime;
  let told = time;

  const onTime = async () => {
    if (told === time) return;
    told = time;
    await control(sandbox, '/__clock', urlencoded([['at', new Date(time).toISOString()]]));
  };

  const account = {
    sandbox,
    /** What is answered, before it is read as the operation's answer; its second method may be named. */
    async raw(operation: Operation, input: Form = {}, second?: string): Promise<RawAnswer> {
      await onTime();
      const [, method = '', path = '', named = ''] = /^(\S+) ([^?]+)\??(.*)$/.exec(operation.route) ?? [];
      const query = named === '' ? [] : named.split('&');
      const parts = Object.entries(input).flatMap(([name, value]) => partsOf(name, value));
      const inQuery = parts.filter(([name]) => query.includes(name.replace(/\[.*/, '')));
      const asked = new URLSearchParams(Object.fromEntries(texts(inQuery)));
      const rest = parts.filter(part => !inQuery.includes(part));
      const form =
        rest.length === 0 ? {} : operation.encoding === 'urlencoded' ? urlencoded(texts(rest)) : multipart(rest);
      return ask(sandbox, `${path}?${asked}`, {...form, method: second ?? method});
    },
    async ask(operation: Operation, input: Form = {}): Promise<Answer> {
      return answerOf(operation, await account.raw(operation, input));
    },
    /** The records of a list, which must not fail. */
    async list(operation: Operation, input: Form = {}): Promise<readonly Fields[]> {
      const {records, errors} = await account.ask(operation, input);
      if (!records) throw new Error(`${operation.route} failed: ${JSON.stringify(errors)}`);
      return records;
    },
    /** Something that must succeed. */
    async make(operation: Operation, input: Form = {}): Promise<string> {
      const {value, errors} = await account.ask(operation, input);
      if (errors !== undefined) throw new Error(`${operation.route} failed: ${JSON.stringify(errors)}`);
      return String(value);
    },
    wait: (seconds: number): void => {
      time += seconds * 1000;
    },
    async mail(utr?: string): Promise<Mail[]> {
      await onTime();
      const {json} = await control(sandbox, `/__mail${utr === undefined ? '' : `?utr=${utr}`}`);
      return (json.message as {deliveries: Mail[]}).deliveries;
    },
    close: () => sandbox.close(),
  };
  return account;
}

function answerOf({returns}: Operation, answer: RawAnswer): Answer {
  if (returns.kind === 'file' && !answer.text.startsWith('{')) return {value: answer.text};
  const {json} = answer;
  if (json.status !== 'success') return {errors: json.errors ?? json.message};
  const message = json.message as {readonly [key: string]: unknown};
  switch (returns.kind) {
    case 'many':
      return {records: message[returns.key] as Fields[]};
    case 'one':
      return {value: returns.inArray ? (message[returns.key] as unknown[])[0] : message[returns.key]};
    case 'tags':
      return {value: message[returns.key]};
    case 'text':
      return {value: json[returns.under] === returns.text ? null : json[returns.under]};
    case 'utr':
      return {value: message['utr']};
    default:
      return {value: message};
  }
}

const texts = (parts: readonly Part[]) => parts.map(([name, value]) => [name, String(value)] as const);

function partsOf(name: string, value: Value): Part[] {
  if (value === null || typeof value === 'string') return [[name, value ?? '']];
  if ('bytes' in value) return [[name, value.bytes, value.filename]];
  return value.map((each, index) => [`${name}[${index}]`, each]);
}
