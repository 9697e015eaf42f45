import type {Loose} from '../../api/describe/schema.js';
import {fieldAt} from '../../records/fields/field.js';
import {headOf} from '../../records/fields/heads.js';
import {toReadable} from '../../records/fields/readable.js';
import {type CellColumn, toCellColumns} from '../drawing/cells.js';
import type {SheetField} from '../drawing/sheet.js';
import {toTone} from '../drawing/tone.js';
import {sheetColumns, toPeoplesColumns} from '../results/columns.js';
import type {Look} from '../results/render-options.js';
import {type Batches, oneRecord} from '../results/rows.js';
import type {ResultOf} from '../results/writer.js';
import {clean} from '../text/sanitise.js';
import {createNaming, type Naming} from './naming.js';

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
      if (fields?.filled && value === '') return [];
      return [[computed?.head ?? headOf(path), value, toTone(path, field)?.(value)]];
    });
  for await (const [withNames] of naming.ahead(oneRecord(record as Loose))) return worded(withNames as Loose);
  return [];
}

export const onOneLine = ([name, value]: SheetField) => [clean(name), clean(value)] as const;

/** Columns of ids with names in place of the ids. */
const byName =
  ({texts}: Naming) =>
  (cell: CellColumn, index: number): CellColumn => {
    const text = texts[index];
    return text ? {...cell, text: record => clean(text(record))} : cell;
  };
