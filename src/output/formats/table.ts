import type {Loose, Shape} from '../../api/schema.js';
import {fieldAt} from '../../records/field.js';
import {toReadable} from '../../records/readable.js';
import {toCellColumns} from '../cells.js';
import {columnsOf, toColumned} from '../columns.js';
import {clean} from '../sanitise.js';
import {withShortUtrs} from '../short-utrs.js';
import {inWords} from '../words.js';
import type {Writer} from '../writer.js';

/** Tables for people: drawn to fit a terminal, and plain ones that cut nothing for files and pipes. */
export const table: Writer = {
  ...inWords,
  async records(result, {width, color, timeZone}, sink) {
    const {columns, batches} = await toColumned(result);
    const cells = toCellColumns(columns, result.shape, timeZone);
    const onScreen = result.view.chosen ? cells : withShortUtrs(cells, columns, result.shape);
    const printed =
      width === undefined
        ? await (await import('../plain.js')).printPlainTable(cells, batches, sink)
        : await (await import('../screen.js')).printTable(onScreen, batches, {width, color}, sink);
    if (printed === 0) sink.notice(`No ${result.noun.many}.`);
  },
  async record({record, shape}, {width, color, timeZone}, sink) {
    const fields = toFields(record as Loose, shape, timeZone);
    if (width === undefined) return (await import('../plain.js')).printPlainSheet(fields.map(onOneLine), sink);
    return (await import('../screen.js')).printSheet(fields.map(onItsLines), {width, color}, sink);
  },
};

type Fields = ReadonlyArray<readonly [name: string, value: string]>;

const toFields = (record: Loose, shape: Shape, zone: string | undefined): Fields =>
  columnsOf(record, shape).map(({path, read}) => [path, toReadable(fieldAt(shape, path), zone)(read(record))]);

const onOneLine = ([name, value]: Fields[number]) => [clean(name), clean(value)] as const;

/** A terminal's sheet has room for values of several lines. */
const onItsLines = ([name, value]: Fields[number]) =>
  [
    clean(name),
    value
      .split(/\r\n|[\n\r]/)
      .map(clean)
      .join('\n'),
  ] as const;
