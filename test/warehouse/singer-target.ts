/** A target as the Singer specification describes it, which holds every message to it and keeps the rows in tables. */
import {Ajv} from 'ajv';

type Row = {readonly record: Readonly<Record<string, unknown>>; readonly version: number};

export type Target = {
  /** The rows of each stream by key, as they are after all messages so far. */
  readonly tables: ReadonlyMap<string, Map<string, Row>>;
  /** The last state. */
  state(): unknown;
  take(messages: string): void;
};

type Message = {
  readonly type: string;
  readonly stream: string;
  readonly value?: unknown;
  readonly schema?: object;
  readonly key_properties?: readonly string[];
  readonly record?: Row['record'];
  readonly version?: number;
  readonly time_extracted?: string;
};

type Known = {readonly keys: readonly string[]; readonly check: (row: unknown) => boolean};

/** Makes a target. It throws at the first message that breaks the specification. */
export function createTarget(): Target {
  const ajv = new Ajv({strict: false, formats: {'date-time': text => !Number.isNaN(Date.parse(text))}});
  const tables = new Map<string, Map<string, Row>>();
  let described = new Map<string, Known>();
  let state: unknown;

  const must = <T>(value: T | undefined, message: Message): T => {
    if (value === undefined) throw new Error(`This breaks the specification: ${JSON.stringify(message)}`);
    return value;
  };
  const handlers: Readonly<Record<string, (message: Message) => void>> = {
    STATE: message => {
      state = must(message.value, message);
    },
    SCHEMA: message => {
      const check = ajv.compile(must(message.schema, message));
      described.set(message.stream, {keys: must(message.key_properties, message), check});
      tables.set(message.stream, tables.get(message.stream) ?? new Map());
    },
    ACTIVATE_VERSION: message => {
      must(described.get(message.stream), message);
      const table = must(tables.get(message.stream), message);
      for (const [key, {version}] of table) if (version !== message.version) table.delete(key);
    },
    RECORD: message => {
      const {keys, check} = must(described.get(message.stream), message);
      const [record, version] = [must(message.record, message), must(message.version, message)];
      must(check(record) || undefined, message);
      must(Date.parse(message.time_extracted ?? '') || undefined, message);
      tables.get(message.stream)?.set(JSON.stringify(keys.map(key => record[key])), {record, version});
    },
  };
  return {
    tables,
    state: () => state,
    take(messages) {
      described = new Map();
      for (const line of messages.split('\n').slice(0, -1)) {
        const message = JSON.parse(line);
        must(handlers[message.type], message)(message);
      }
    },
  };
}
