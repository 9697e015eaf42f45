import type {RecordSource} from '../api/answers/records.js';
import type {Stream} from '../api/client/client.js';
import type {Loose, Reference, Source} from '../api/describe/schema.js';
import type {Account} from '../api/wire/answer.js';
import type {Host} from '../core/system/host.js';
import type {CachedName} from './cached-names.js';
import type {Config} from './config-file.js';

/** The lists whose names are kept for completion. People's addresses are never kept on this machine. */
export const cachedLists: {readonly [list: string]: Reference} = {
  'GET /contacts-type': () => import('../endpoints/lists.js'),
  'GET /custom-fields': () => import('../endpoints/fields.js'),
  'GET /segment/list': () => import('../endpoints/segments.js'),
  'GET /unsubscribes-groups': () => import('../endpoints/groups.js'),
  'GET /senders': () => import('../endpoints/senders.js'),
  'GET /get-design/template': () => import('../endpoints/templates.js'),
  'GET /single-send/list': () => import('../endpoints/mailings.js'),
  'GET /automations': () => import('../endpoints/automations.js'),
  'GET /get/country-state-city countries': () => import('../endpoints/locations.js'),
  'GET /get/country-state-city states': () =>
    import('../endpoints/locations.js').then(({states}) => ({default: states})),
  'GET /get/country-state-city cities': () =>
    import('../endpoints/locations.js').then(({cities}) => ({default: cities})),
};

type Run = {
  readonly host: Host;
  readonly config: Config;
  account(): Promise<Account>;
  /** Whether a name may be saved: a name that contains a key must not. */
  mayKeep(name: string): boolean;
};

/** Makes lists save their names once they were read to the end, without any change for the reader. */
export const cachingNames =
  (stream: Stream, run: Run): Stream =>
  (operation, input, key) => {
    const records = stream(operation, input, key);
    const from = cachedLists[key === undefined ? operation.route : `${operation.route} ${key}`];
    return from === undefined || run.config.settings['completion-cache'] === 'off'
      ? records
      : noting(records, () => takeNotes(from, run));
  };

type Notes = {take(records: readonly Loose[]): void; finish(): Promise<void>};

/** Notes the records of a list as they pass, without any change for the reader. A list that breaks off leaves none. */
const noting = <T extends Loose>(records: RecordSource<T>, start: () => Promise<Notes>): RecordSource<T> => ({
  [Symbol.asyncIterator]: () => passing(records, start, batch => batch),
  lines: () => passing(records.lines(), start, recordsInLines),
});

async function* passing<T>(
  pieces: AsyncIterable<T>,
  start: () => Promise<Notes>,
  recordsIn: (piece: T) => readonly Loose[],
): AsyncGenerator<T, void> {
  const notes = await start();
  for await (const piece of pieces) {
    notes.take(recordsIn(piece));
    yield piece;
  }
  await notes.finish();
}

/** The records of JSON lines, in which a line break is always the end of one. */
const recordsInLines = (lines: Uint8Array): readonly Loose[] =>
  JSON.parse(`[${new TextDecoder().decode(lines).trimEnd().replaceAll('\n', ',')}]`);

/** Notes names as records pass: keeping whole records would need the memory of a list of whole templates. */
async function takeNotes(from: Reference, {host, account, mayKeep}: Run): Promise<Notes> {
  const [{default: source}, {keepNames, listWord, MOST_NAMES, waitingOf}] = await Promise.all([
    from(),
    import('./cached-names.js'),
  ]);
  const names: CachedName[] = [];
  const waiting: CachedName[] = [];
  const {waits} = source;
  return {
    take(records) {
      for (const record of records.slice(0, MOST_NAMES - names.length)) {
        const found = namesOf(record, source).filter(([, name]) => mayKeep(name));
        names.push(...found);
        if (waits && Number(record[waits.field]) < waits.until) waiting.push(...found);
      }
    },
    finish: async () => {
      const owner = await account();
      keepNames(host, owner, listWord(source.noun), names);
      if (waits) keepNames(host, owner, waitingOf(listWord(source.noun)), waiting);
    },
  };
}

const namesOf = (record: Loose, {key, label, labels = []}: Source): CachedName[] =>
  (record['deleted_at'] ?? null) === null
    ? [label, ...labels].map(field => [wordIn(record[key]), wordIn(record[field]).trim()])
    : [];

/** A value as a name. Names are a side effect, so a value that is not text must not break the list. */
const wordIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
