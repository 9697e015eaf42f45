import {forEachRecord, noneIfNotFound} from '../../api/answers/record-sources.js';
import type {OperationInput, OperationOutput} from '../../api/describe/operation.js';
import {recordName} from '../../api/describe/route.js';
import type {
  Loose,
  Many,
  Noun,
  One,
  Operation,
  Params,
  Read,
  RecordOf,
  Reference,
  Shape,
  Source,
} from '../../api/describe/schema.js';
import {NotFoundError} from '../../core/errors.js';
import type {NameReader} from '../../output/results/result.js';
import {isNotDeleted} from '../../records/fields/path.js';
import type {Context} from '../context.js';
import {toEmkError} from '../work/stop-errors.js';

/** Reads one record. If there is none, the error names it as the person did. */
export async function readRecord<O extends Read<Params, One>>(
  {call, called}: Pick<Context, 'call' | 'called'>,
  {noun}: {readonly noun: Noun},
  operation: O,
  input: OperationInput<O>,
): Promise<OperationOutput<O>> {
  const name = recordName(operation) ?? '';
  return call(operation, input as never).catch(orNoSuch(noun, called(name, (input as Loose)[name])));
}

/** Turns "Record Not Found" into a sentence that names the record: `call(…).catch(orNoSuch(noun, id))`. */
export const orNoSuch =
  (noun: Noun, id: unknown) =>
  (error: unknown): never => {
    throw error instanceof NotFoundError ? noSuch(noun, id, error) : error;
  };

/** The error for the service's "Record Not Found", with the record's kind and id. */
export const noSuch = (noun: Noun, id: unknown, cause?: unknown): NotFoundError =>
  new NotFoundError(`There is no ${noun.one} ${String(id)}.`, {
    cause,
    // The list of these records needs to know whose they are.
    hint: ['recipients', 'emails'].includes(noun.many)
      ? `See the list of ${noun.many}.`
      : `To see the ${noun.many}: emk ${groupOf(noun)} list`,
  });

/** The word after `emk` for a kind of record. */
export const groupOf = ({many, command = many.replace(/^custom /, '').replaceAll(' ', '-')}: Noun): string => command;

/** The record with this id in a list; undefined if it is missing or deleted. Reading stops at the record. */
export async function recordOfList<S extends Shape>(
  {stream}: Pick<Context, 'stream'>,
  list: Read<Params, Many<S>>,
  id: number,
): Promise<RecordOf<S> | undefined> {
  for await (const batch of noneIfNotFound(stream(list))) {
    const found = (batch as ReadonlyArray<RecordOf<S> & Loose>).find(
      record => Number(record['id']) === id && isNotDeleted(record),
    );
    if (found) return found;
  }
  return undefined;
}

/**
 * Throws if a record is not in its list: the only way to tell what "Record Not Found" refers to, and an empty answer about
 * it must not be read as "it has none".
 */
export async function mustBeListed({stream}: Context, {list, key, under, noun}: Source, id: unknown): Promise<void> {
  for await (const batch of stream(list, {}, under))
    if ((batch as readonly Loose[]).some(record => String(record[key]) === String(id))) return;
  throw noSuch(noun, id);
}

/** A list's records, batch by batch. For an empty list under a parent, the service answers "not found". */
export const listedRecords = (
  {stream}: Pick<Context, 'stream'>,
  {list, under}: Pick<Source, 'list' | 'under'>,
  input: Loose = {},
): AsyncIterable<readonly Loose[]> => noneIfNotFound(stream(list, input, under));

type NamesById = ReadonlyMap<string, string>;

/** Reads the names of records for a table, each list once. If that fails, the table shows ids. */
export function createNameReader(context: Pick<Context, 'stream' | 'call' | 'host'>): NameReader {
  const lists = new Map<Operation, Promise<NamesById>>();
  const documents = new Map<Operation, Promise<Readonly<Record<string, readonly Loose[]>>>>();

  const namesIn = async ({list, under, key, label}: Source): Promise<NamesById> => {
    if (under !== undefined) {
      // One answer contains several lists, such as all countries, states and cities.
      const document = once(documents, list, () => context.call(list) as never);
      return new Map(((await document)[under] ?? []).map(record => [String(record[key]), String(record[label] ?? '')]));
    }
    return once(lists, list, async () => {
      const names = new Map<string, string>();
      await forEachRecord<Loose>(context.stream(list), record => {
        names.set(String(record[key]), String(record[label] ?? ''));
      });
      return names;
    });
  };

  return async (from: Reference) => {
    try {
      return await namesIn((await from()).default);
    } catch (error) {
      // Without the names a table shows ids, but a fault of emk is no such failure.
      toEmkError(error, context.host);
      return new Map();
    }
  };
}

function once<K, V>(made: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const found = made.get(key) ?? make();
  made.set(key, found);
  return found;
}
