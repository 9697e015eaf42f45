import type {Operation} from '../../../src/api/describe/schema.js';
import {openStore} from '../../../src/sandbox/account/store.js';
import type {Db, Form} from '../../../src/sandbox/service/behaviour.js';
import {missingFields} from '../../../src/sandbox/service/form/required.js';
import {service} from '../../../src/sandbox/service/service.js';
import {type Settings, settingsWith} from '../../../src/sandbox/service/settings.js';

const {behaviourOf, bringUpToDate, deliveriesOf, growCrowd, schema, seedAccount} = service;

type Options = {
  readonly kind?: 'demo' | 'empty';
  readonly contacts?: number;
  readonly seed?: number;
  readonly settings?: Partial<Settings>;
};

/** An answer of the account, with all records of a collection. */
export type Answer =
  | {readonly value: unknown; readonly records?: never; readonly errors?: never}
  | {readonly records: readonly Fields[]; readonly value?: never; readonly errors?: never}
  | {readonly errors: unknown; readonly value?: never; readonly records?: never};

export type Fields = {readonly [field: string]: unknown};

export type Account = Awaited<ReturnType<typeof openAccount>>;

export const startOfTime = Date.parse('2026-11-20T12:00:00Z');

/** An account in memory with a clock that stands still until it is moved. */
export async function openAccount({kind = 'empty', contacts = 0, seed = 1, settings: changes = {}}: Options = {}) {
  const settings = settingsWith(changes);
  const store = await openStore({file: ':memory:', schema, mark: 'service_state'});
  let time = startOfTime;
  await store.transaction(db => seedAccount(db, {kind, contacts, seed, settings, now: new Date(time)}));
  while (!(await store.transaction(growCrowd)));

  const answer = (db: Db, operation: Operation, input: Form): Answer => {
    const now = new Date(time);
    bringUpToDate(db, now, settings);
    const missing = missingFields(operation, input);
    if (missing) return {errors: missing};
    const outcome = behaviourOf(operation)({
      operation,
      input,
      db,
      now,
      settings,
      baseUrl: 'http://127.0.0.1:4010/api',
    });
    if (outcome.kind === 'records')
      return {
        records: [...outcome.records].flatMap(some =>
          typeof some === 'string' ? (JSON.parse(`[${some.replaceAll('\n', ',')}]`) as Fields[]) : [some as Fields],
        ),
      };
    if (outcome.kind === 'failure') return {errors: outcome.errors};
    return {value: outcome.kind === 'file' ? outcome.body : outcome.value};
  };

  const account = {
    ask: (operation: Operation, input: Form = {}): Promise<Answer> =>
      store.transaction(db => answer(db, operation, input)),
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
    now: (): Date => new Date(time),
    wait: (seconds: number): void => {
      time += seconds * 1000;
    },
    mail: (utr?: string) =>
      store.transaction(db => {
        bringUpToDate(db, new Date(time), settings);
        return [...deliveriesOf(db, {utr})];
      }),
    /** Sends about this many mails at most; false while more are due. */
    catchUp: (most: number): Promise<boolean> =>
      store.transaction(db => bringUpToDate(db, new Date(time), settings, most)),
    within: <T>(work: (db: Db) => T): Promise<T> => store.transaction(work),
    close: () => store.close(),
  };
  return account;
}
