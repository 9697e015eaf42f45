/** A target as the Singer specification describes it, which holds every message to it and keeps the rows in tables. */
import {Ajv} from 'ajv';

type Loose = Readonly<Record<string, unknown>>;
type Row = {readonly record: Loose; readonly version: number};

export type Target = {
  /** The rows of each stream by key, as they are after all messages so far. */
  readonly tables: ReadonlyMap<string, Map<string, Row>>;
  /** The last state. */
  state(): unknown;
  /** Takes the messages of one run, which ended well unless it is said that it broke. */
  take(messages: string, run?: {readonly broke?: true}): void;
};

type Message = Loose & {readonly type: string; readonly stream: string};

/** What is known of a stream in this run. */
type Known = {
  readonly keys: readonly string[];
  readonly columns: Loose;
  readonly isValid: (row: unknown) => boolean;
  /** That of its records: a run gives one version of each stream. */
  version: number | undefined;
  /** The version that was activated after the last record. */
  activated: number | undefined;
};

/** Makes a target. It throws at the first message that breaks the specification, and names the rule. */
export function createTarget(): Target {
  const ajv = new Ajv({strict: false, formats: {'date-time': isMoment}});
  const tables = new Map<string, Map<string, Row>>();
  let streams = new Map<string, Known>();
  let state: Loose | undefined;

  const streamOf = (message: Message): Known => {
    const known = streams.get(message.stream);
    if (!known) throw broken('its SCHEMA comes first', message);
    return known;
  };
  const handlers: Readonly<Record<string, (message: Message) => void>> = {
    SCHEMA(message) {
      const {stream, schema, key_properties: keys, bookmark_properties: bookmarks = []} = message;
      must(typeof stream === 'string' && stream !== '', 'a stream has a name', message);
      must(
        isObject(schema) && schema['type'] === 'object' && isObject(schema['properties']),
        'a SCHEMA describes objects',
        message,
      );
      const columns = (schema as {readonly properties: Loose}).properties;
      must(
        isNames(keys) && keys.length > 0 && keys.every(key => key in columns),
        'key_properties are in the schema',
        message,
      );
      must(
        isNames(bookmarks) && bookmarks.every(name => name in columns),
        'bookmark_properties are in the schema',
        message,
      );
      const isValid = ajv.compile(schema as Loose);
      streams.set(stream, {keys: keys as string[], columns, isValid, version: undefined, activated: undefined});
      tables.set(stream, tables.get(stream) ?? new Map());
    },
    RECORD(message) {
      const known = streamOf(message);
      const {stream, record, version, time_extracted: read} = message;
      must(isObject(record) && known.isValid(record), 'a RECORD is as its SCHEMA says', message);
      const row = record as Loose;
      must(
        known.keys.every(key => (row[key] ?? null) !== null),
        'a RECORD has its keys',
        message,
      );
      must(
        Object.keys(row).every(name => name in known.columns),
        'a RECORD has no column beyond its SCHEMA',
        message,
      );
      must(
        Number.isSafeInteger(version) && version === (known.version ?? version),
        'a stream has one version',
        message,
      );
      must(typeof read === 'string' && isMoment(read), 'time_extracted is a moment', message);
      must(!isInState(stream, version), 'a STATE comes after the records that it stands for', message);
      known.version = Number(version);
      known.activated = undefined;
      tables.get(stream)?.set(JSON.stringify(known.keys.map(key => row[key])), {record: row, version: known.version});
    },
    ACTIVATE_VERSION(message) {
      const known = streamOf(message);
      const {stream, version} = message;
      must(
        Number.isSafeInteger(version) && version === (known.version ?? version),
        'the version of the records is activated',
        message,
      );
      known.activated = Number(version);
      const table = tables.get(stream) ?? new Map<string, Row>();
      for (const [key, row] of table) if (row.version !== version) table.delete(key);
    },
    STATE(message) {
      const {value} = message;
      must(isObject(value) && isObject(value['bookmarks']), 'a STATE has bookmarks', message);
      for (const [stream, mark] of Object.entries((value as {readonly bookmarks: Loose}).bookmarks)) {
        const version = isObject(mark) ? mark['version'] : undefined;
        must(
          isInState(stream, version) || (version !== undefined && streams.get(stream)?.activated === version),
          'a STATE comes after the records that it stands for',
          message,
        );
      }
      state = value as Loose;
    },
  };
  function isInState(stream: string, version: unknown): boolean {
    const mark = (state?.['bookmarks'] as Loose | undefined)?.[stream];
    return isObject(mark) && mark['version'] === version;
  }
  return {
    tables,
    state: () => state,
    take(messages, {broke} = {}) {
      streams = new Map();
      must(messages === '' || messages.endsWith('\n'), 'a message is a line', messages.slice(-80));
      for (const line of messages.split('\n').slice(0, -1)) {
        const message: Message = JSON.parse(line);
        const handle = handlers[message.type];
        if (!handle) throw broken('a message has a known type', message);
        handle(message);
      }
      if (broke) return;
      for (const [stream, {activated}] of streams)
        must(activated !== undefined, 'a version is activated after its last record', stream);
    },
  };
}

function must(holds: boolean, rule: string, message: unknown): void {
  if (!holds) throw broken(rule, message);
}

const broken = (rule: string, message: unknown): Error =>
  new Error(`This breaks the specification: ${rule}. ${JSON.stringify(message)}`);

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(name => typeof name === 'string');

/** Whether a text is a date and a time in the form of RFC 3339, on a day that exists. */
const isMoment = (text: string): boolean => {
  const [, day] =
    /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  return day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true;
};
