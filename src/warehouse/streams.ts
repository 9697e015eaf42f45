import {forEachRecord, noneIfNotFound} from '../api/answers/record-sources.js';
import type {RecordSource} from '../api/answers/records.js';
import type {Collection} from '../api/describe/collection.js';
import type {Loose, Many, Operation, Params, Read, Shape, Source} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {loadCollections} from '../endpoints/all.js';
import {operations as fields} from '../endpoints/fields.js';
import {readAhead} from './read-ahead.js';

/** One kind of record of the account, with all its records. */
export type Stream = Pick<Collection, 'record' | 'key' | 'noun'> & {
  /** The name of its table: `segments_recipients`. */
  readonly name: string;
  /** Whether its list is short and says when its records change, so that it can be read again for a comparison. */
  readonly isShort: boolean;
  readonly reads: readonly Operation[];
  read(context: Pick<Context, 'stream'>): RecordSource;
};

/** Every kind of record of an account, each with what stands below it: recipients of segments, emails of automations. */
export async function accountStreams(): Promise<readonly Stream[]> {
  const collections = (await loadCollections()).filter(({list}) => list.returns.kind === 'many');
  return Promise.all(
    collections.map(async ({path, record, key, noun, list}): Promise<Stream> => {
      const parent = await parentOf(list);
      const reads = path === 'fields' ? [fields.reserved, fields.custom] : [list];
      const name = path.replace(/[ -]/g, '_');
      const known = {name, record, key, noun, reads, isShort: parent === undefined && !LONG.includes(path)};
      return {
        ...known,
        read: context =>
          parent === undefined
            ? asOneList(() => reads.map(each => listed(context, each)))
            : belowAll(context, list, parent),
      };
    }),
  );
}

/** The operations by which everything is read. */
export const streamReads = async (): Promise<readonly Operation[]> =>
  (await accountStreams()).flatMap(({reads}) => reads);

/** Lists that may be as long as the account is large, or whose records are whole pages. */
const LONG = ['contacts', 'unsubscribers', 'templates'];

type Parent = {readonly source: Source; readonly parameter: string};

/** The records that a list belongs to: those that its required parameter names. */
async function parentOf({params}: Operation): Promise<Parent | undefined> {
  const [parameter, from] = Object.entries(params).flatMap(([name, {required, from}]) =>
    required && from ? ([name, from] as const) : [],
  );
  if (typeof parameter !== 'string' || typeof from !== 'function') return undefined;
  return {source: (await from()).default, parameter};
}

type Reading = Pick<Context, 'stream'>;

/** The service says "not found" for some lists that are empty. */
const listed = ({stream}: Reading, list: Operation, input?: Loose): RecordSource =>
  noneIfNotFound(stream(list as Read<Params, Many<Shape>>, input));

/** The lists below each record of a kind, as one list. */
function belowAll(context: Reading, list: Operation, {source, parameter}: Parent): RecordSource {
  const lists = async (): Promise<readonly RecordSource[]> => {
    const found: RecordSource[] = [];
    await forEachRecord(listed(context, source.list), ({[source.key]: id}) =>
      found.push(listed(context, list, {[parameter]: id})),
    );
    return found;
  };
  return {
    async *[Symbol.asyncIterator]() {
      yield* readAhead((await lists()).map(each => () => each));
    },
    async *lines() {
      yield* readAhead((await lists()).map(each => each.lines));
    },
  };
}

/** Several lists as one. */
const asOneList = (sources: () => readonly RecordSource[]): RecordSource => ({
  async *[Symbol.asyncIterator]() {
    for (const source of sources()) yield* source;
  },
  async *lines() {
    for (const source of sources()) yield* source.lines();
  },
});
