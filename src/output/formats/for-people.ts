import type {Loose, Reference, Refers, Shape} from '../../api/describe/schema.js';
import {fieldAt, isRefers} from '../../records/fields/field.js';
import {headOf} from '../../records/fields/heads.js';
import {compact, toReadable} from '../../records/fields/readable.js';
import {type Ref, refsIn, sourcesOf} from '../../records/fields/refs.js';
import {type CellColumn, toCellColumns} from '../drawing/cells.js';
import type {SheetField} from '../drawing/sheet.js';
import {toTone} from '../drawing/tone.js';
import {type Column, sheetColumns, toPeoplesColumns} from '../results/columns.js';
import type {Look, NameReader} from '../results/render-options.js';
import {type Batches, oneRecord} from '../results/rows.js';
import type {ResultOf} from '../results/writer.js';
import {clean} from '../text/sanitise.js';

type Wording = Pick<Look, 'timeZone' | 'readNames'>;

/** A list for people: its columns in words, with names of records in place of ids. */
export async function toPeoplesTable(
  result: ResultOf<'records'>,
  {timeZone, readNames, width}: Wording & Partial<Pick<Look, 'width'>>,
): Promise<{readonly cells: readonly CellColumn[]; readonly all: Batches}> {
  const {shape, key, label, view} = result;
  const {columns, batches} = await toPeoplesColumns(result);
  const naming = createNaming(columns, shape, readNames);
  const weights = {key, label, importance: view.importance};
  const cells = toCellColumns(columns, {shape, zone: timeZone, weights, onScreen: width !== undefined}).map(
    byName(naming),
  );
  return {cells, all: naming.ahead(batches)};
}

/** One record for people: one entry per field, worded but not cleaned yet. */
export async function toPeoplesSheet(
  result: ResultOf<'record'>,
  {timeZone, readNames}: Wording,
): Promise<readonly SheetField[]> {
  const {record, shape, fields} = result;
  const columns = sheetColumns(result);
  const naming = createNaming(columns, shape, readNames);
  const worded = (of: Loose): readonly SheetField[] =>
    columns.flatMap(({path, read, computed}, index) => {
      const field = fieldAt(shape, path);
      const value = naming.texts[index]?.(of) ?? toReadable(field, timeZone)(read(of));
      if (fields && !fields.chosen && value === '') return [];
      return [[computed?.head ?? headOf(path), value, toTone(path, field)?.(value)]];
    });
  for await (const [withNames] of naming.ahead(oneRecord(record as Loose))) return worded(withNames as Loose);
  return [];
}

export const onOneLine = ([name, value, tone]: SheetField) => [clean(name), clean(value), tone] as const;

/** Columns of ids with names in place of the ids. */
const byName =
  ({texts}: Naming) =>
  (cell: CellColumn, index: number): CellColumn => {
    const text = texts[index];
    return text ? {...cell, text: record => clean(text(record))} : cell;
  };

/** The words of columns with ids of other records, which people know by name. */
type Naming = {
  /** The same records, but the names for each batch are read before it is passed on. */
  ahead(batches: Batches): Batches;
  /** For each column its words for a record; undefined for a column without ids. */
  readonly texts: ReadonlyArray<((record: Loose) => string) | undefined>;
};

/** Prepares the names for columns. A collection is read when the first record refers to it. */
function createNaming(columns: readonly Column[], shape: Shape, namesOf: NameReader | undefined): Naming {
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
