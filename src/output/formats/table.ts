import type {Loose, Shape} from '../../api/schema.js';
import {fieldAt} from '../../records/field.js';
import {toReadable} from '../../records/readable.js';
import {type CellColumn, toCellColumns} from '../cells.js';
import {type Column, sheetColumns, toPeoplesColumns} from '../columns.js';
import {endOfList, tallied} from '../list-end.js';
import {createNaming, type Naming} from '../naming.js';
import {alone} from '../rows.js';
import {clean} from '../sanitise.js';
import type {SheetField} from '../sheet.js';
import {toTone} from '../tone.js';
import {inWords} from '../words.js';
import type {Writer} from '../writer.js';

/** Tables for people: drawn to fit a terminal, and plain ones that cut nothing for files and pipes. */
export const table: Writer = {
  ...inWords,
  async records(result, {width, color, timeZone, namesOf}, sink) {
    const {shape, key, label, noun, view} = result;
    const {list, total} = tallied(result);
    const {columns, batches} = await toPeoplesColumns(list);
    const naming = createNaming(columns, shape, namesOf);
    const weights = {key, label, importance: view.importance};
    const cells = toCellColumns(columns, {shape, zone: timeZone, weights}).map(byName(naming));
    const all = naming.ahead(batches);
    if (width === undefined) {
      const printed = await (await import('../plain.js')).printPlainTable(cells, all, sink);
      if (printed === 0) sink.notice(`No ${noun.many}.`);
      return;
    }
    const {printTable} = await import('../screen.js');
    const {records, hidden} = await printTable(
      cells,
      all,
      {width, color, whole: view.all, shortens: !view.chosen && !view.all},
      sink,
    );
    if (records === 0) sink.notice(`No ${noun.many}.`);
    else for (const said of endOfList({records, total: total(), limit: view.limit, noun, hidden})) sink.notice(said);
  },
  async record(result, {width, color, timeZone, namesOf}, sink) {
    const columns = sheetColumns(result);
    const naming = createNaming(columns, result.shape, namesOf);
    for await (const [record] of naming.ahead(alone(result.record as Loose))) {
      const fields = toFields(record as Loose, columns, {naming, shape: result.shape, zone: timeZone});
      if (width === undefined) await (await import('../plain.js')).printPlainSheet(fields.map(onOneLine), sink);
      else await (await import('../screen.js')).printSheet(fields.map(onItsLines), {width, color}, sink);
    }
  },
};

/** Columns of ids with the names in place of the ids. */
const byName =
  ({texts}: Naming) =>
  (cell: CellColumn, index: number): CellColumn => {
    const text = texts[index];
    return text ? {...cell, text: record => clean(text(record))} : cell;
  };

const toFields = (
  record: Loose,
  columns: readonly Column[],
  {naming, shape, zone}: {readonly naming: Naming; readonly shape: Shape; readonly zone: string | undefined},
): readonly SheetField[] =>
  columns.map(({path, read}, index) => {
    const field = fieldAt(shape, path);
    const value = naming.texts[index]?.(record) ?? toReadable(field, zone)(read(record));
    return [path, value, toTone(path, field)?.(value)];
  });

const onOneLine = ([name, value]: SheetField) => [clean(name), clean(value)] as const;

/** A terminal's sheet has room for values of several lines. */
const onItsLines = ([name, value, tone]: SheetField): SheetField => [
  clean(name),
  value
    .split(/\r\n|[\n\r]/)
    .map(clean)
    .join('\n'),
  tone,
];
