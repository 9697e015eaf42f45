import {forEachRecord} from '../api/answers/record-sources.js';
import type {Loose, Operation, Reference, Source} from '../api/describe/schema.js';
import {toEmkError} from '../change/work/stop-errors.js';
import type {NameReader} from '../output/results/writer.js';
import type {Context} from './command.js';

type Names = ReadonlyMap<string, string>;

/** Reads the names of records for a table, each list once. If that fails, the table shows ids. */
export function createNameReader(context: Pick<Context, 'stream' | 'call' | 'host'>): NameReader {
  const lists = new Map<Operation, Promise<Names>>();
  const documents = new Map<Operation, Promise<Readonly<Record<string, readonly Loose[]>>>>();

  const namesIn = async ({list, under, key, label}: Source): Promise<Names> => {
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
