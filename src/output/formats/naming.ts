import type {Loose, Reference, Refers, Shape} from '../../api/describe/schema.js';
import {fieldAt, isRefers} from '../../records/fields/field.js';
import {compact} from '../../records/fields/readable.js';
import {type Ref, refsIn, sourcesOf} from '../../records/fields/refs.js';
import type {Column} from '../results/columns.js';
import type {NameReader} from '../results/render-options.js';
import type {Batches} from '../results/rows.js';

/** The words of columns with ids of other records, which people know by name. */
export type Naming = {
  /** The same records, but the names for each batch are read before it is passed on. */
  ahead(batches: Batches): Batches;
  /** For each column its words for a record; undefined for a column without ids. */
  readonly texts: ReadonlyArray<((record: Loose) => string) | undefined>;
};

/** Prepares the names for columns. A collection is read when the first record refers to it. */
export function createNaming(columns: readonly Column[], shape: Shape, namesOf: NameReader | undefined): Naming {
  const known = new Map<Reference, ReadonlyMap<string, string>>();
  const referring = columns.flatMap(({path, read}) => {
    const field = fieldAt(shape, path);
    return isRefers(field) ? [{field, read}] : [];
  });
  if (!namesOf || referring.length === 0) return {ahead: batches => batches, texts: []};

  async function learn(records: readonly Loose[], names: NameReader): Promise<void> {
    const open = referring.filter(({field}) => sourcesOf(field).some(from => !known.has(from)));
    const wanted = new Set<Reference>();
    for (const {field, read} of open) {
      for (const record of records) {
        for (const {ref} of refsIn(field, read(record), record)) if (ref && !known.has(ref.from)) wanted.add(ref.from);
      }
    }
    await Promise.all([...wanted].map(async from => known.set(from, await names(from))));
  }
  const worded = (part: unknown, ref: Ref | undefined): string => {
    const name = ref && known.get(ref.from)?.get(ref.id);
    if (!name) return compact(part);
    return ref.kind === undefined ? name : `${name} (${ref.kind})`;
  };
  const toText = (field: Refers, value: unknown, record: Loose): string =>
    refsIn(field, value, record)
      .map(({part, ref}) => worded(part, ref))
      .join(', ');

  return {
    async *ahead(batches) {
      for await (const batch of batches) {
        await learn(batch, namesOf);
        yield batch;
      }
    },
    texts: columns.map(({path, read}) => {
      const field = fieldAt(shape, path);
      return isRefers(field) ? record => toText(field, read(record), record) : undefined;
    }),
  };
}
