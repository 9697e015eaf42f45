import type {Loose, Shape} from '../../api/schema.js';
import {fieldAt} from '../../records/field.js';
import {toReadable} from '../../records/readable.js';
import {toCellColumns} from '../cells.js';
import {columnsOf, toPeoplesColumns} from '../columns.js';
import {endOfList, tallied} from '../list-end.js';
import {clean} from '../sanitise.js';
import type {SheetField} from '../sheet.js';
import {toTone} from '../tone.js';
import {inWords} from '../words.js';
import type {Writer} from '../writer.js';

/** Tables for people: drawn to fit a terminal, and plain ones that cut nothing for files and pipes. */
export const table: Writer = {
  ...inWords,
  async records(result, {width, color, timeZone}, sink) {
    const {shape, key, label, noun, view} = result;
    const {list, total} = tallied(result);
    const {columns, batches} = await toPeoplesColumns(list);
    const cells = toCellColumns(columns, {shape, zone: timeZone, weights: {key, label, importance: view.importance}});
    if (width === undefined) {
      const printed = await (await import('../plain.js')).printPlainTable(cells, batches, sink);
      if (printed === 0) sink.notice(`No ${noun.many}.`);
      return;
    }
    const {printTable} = await import('../screen.js');
    const {records, hidden} = await printTable(
      cells,
      batches,
      {width, color, whole: view.all, shortens: !view.chosen && !view.all},
      sink,
    );
    if (records === 0) sink.notice(`No ${noun.many}.`);
    else for (const said of endOfList({records, total: total(), limit: view.limit, noun, hidden})) sink.notice(said);
  },
  async record({record, shape}, {width, color, timeZone}, sink) {
    const fields = toFields(record as Loose, shape, timeZone);
    if (width === undefined) return (await import('../plain.js')).printPlainSheet(fields.map(onOneLine), sink);
    return (await import('../screen.js')).printSheet(fields.map(onItsLines), {width, color}, sink);
  },
};

const toFields = (record: Loose, shape: Shape, zone: string | undefined): readonly SheetField[] =>
  columnsOf(record, shape).map(({path, read}) => {
    const field = fieldAt(shape, path);
    const value = toReadable(field, zone)(read(record));
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
