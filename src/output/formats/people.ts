import type {Field, Loose, Reference, Refers, Shape} from '../../api/describe/schema.js';
import {inTheirPlaces} from '../../records/fields/computed.js';
import {fieldAt, isRefers, kindOfField, wordsOfNumbers} from '../../records/fields/field.js';
import {headOf} from '../../records/fields/heads.js';
import {compact, toReadable} from '../../records/fields/readable.js';
import {type Column, type Columned, sheetColumns, toColumned} from '../results/columns.js';
import type {Look, NameReader, ResultOf} from '../results/result.js';
import {type Batches, oneRecord} from '../results/rows.js';
import {clean} from '../text/sanitise.js';

/** How a cell stands out: good, in progress, or waiting for somebody. */
export type Tone = 'good' | 'moving' | 'resting';

/** One column of a table for people: its words, on one line and harmless on a terminal, and what is done if space is short. */
export type CellColumn = {
  readonly head: string;
  readonly text: (record: Loose) => string;
  readonly right: boolean;
  /** Whether its texts may be cut; a cut number or date would mislead. */
  readonly shrinks: boolean;
  /** Its rank by importance, from 0; the highest is dropped first. */
  readonly rank: number;
  /** Whether it is never dropped: it shows which record a row is. */
  readonly stays: boolean;
  /** Whether it is an id where a name shows which record a row is: dropped first, without a word. */
  readonly isSpare: boolean;
  readonly tone: ((text: string) => Tone | undefined) | undefined;
};

/** A field of one record, worded but not cleaned: a value may have several lines. */
export type SheetField = readonly [name: string, value: string, tone?: Tone | undefined];

type Wording = Pick<Look, 'timeZone' | 'readNames' | 'maskKeys'>;

/** A list for people: its columns in words, with names of records in place of ids. */
export async function toPeoplesTable(
  result: ResultOf<'records'>,
  {timeZone, readNames, maskKeys}: Wording,
): Promise<{readonly columns: readonly CellColumn[]; readonly batches: Batches}> {
  const {shape} = result;
  const {columns, batches} = await toPeoplesColumns(result);
  const naming = createNaming(columns, shape, readNames);
  const weigh = toWeights(result, columns);
  const cells = columns.map(({path, read, computed}, index): CellColumn => {
    const field = fieldAt(shape, path);
    const kind = kindOfField(field);
    const readable = toReadable(field, timeZone);
    const text = naming.texts[index] ?? ((record: Loose) => readable(read(record)));
    const isText =
      !wordsOfNumbers(field) && (kind === undefined || ['text', 'address', 'json', 'custom'].includes(kind));
    const weights = weigh(path, index);
    return {
      head: clean(computed?.head ?? headOf(path)),
      text: record => clean(maskKeys(text(record))),
      right: kind === 'integer' || kind === 'rate',
      shrinks: !computed && isText,
      tone: weights.isSpare ? () => 'resting' : toTone(path, field),
      ...weights,
    };
  });
  return {columns: cells, batches: naming.ahead(batches)};
}

/**
 * A list with the columns for people: computed ones in place of their fields, unless the user chose columns. Of
 * a record and its id, such as `contact_type` and `contact_type_id`, people see one.
 */
async function toPeoplesColumns(result: ResultOf<'records'>): Promise<Columned> {
  const {columns, computed, chosen, open} = result.view;
  if (chosen) return toColumned(result);
  if (!open) return toColumned({...result, view: {...result.view, columns: inTheirPlaces(columns, computed)}});
  const {columns: all, batches} = await toColumned(result);
  const paths = new Set(all.map(({path}) => path));
  return {columns: all.filter(({path}) => !(path.endsWith('_id') && paths.has(path.slice(0, -3)))), batches};
}

/** Which columns matter most: what shows which record a row is, then as the list says; last the id beside a name, unless it was asked for. */
function toWeights({key, label, view}: ResultOf<'records'>, columns: readonly Column[]) {
  const {importance, chosen, all} = view;
  const has = (wanted: string | undefined): boolean => columns.some(({path}) => path === wanted);
  const isNamed = !chosen && !all && label !== key && has(label);
  return (path: string, index: number): Pick<CellColumn, 'rank' | 'stays' | 'isSpare'> => {
    const isSpare = isNamed && path === key;
    const rank = importance.indexOf(path);
    return {
      isSpare,
      rank: isSpare ? Number.MAX_SAFE_INTEGER : rank < 0 ? importance.length + index : rank,
      stays: has(key) || has(label) ? !isSpare && (path === key || path === label) : index === 0,
    };
  };
}

/** One record for people: one entry per field, worded but not cleaned yet. */
export async function toPeoplesSheet(
  result: ResultOf<'record'>,
  {timeZone, readNames, maskKeys}: Wording,
): Promise<readonly SheetField[]> {
  const {record, shape, fields} = result;
  const columns = sheetColumns(result);
  const naming = createNaming(columns, shape, readNames);
  const worded = (of: Loose): readonly SheetField[] =>
    columns.flatMap(({path, read, computed}, index) => {
      const field = fieldAt(shape, path);
      const value = naming.texts[index]?.(of) ?? toReadable(field, timeZone)(read(of));
      if (fields && !fields.chosen && value === '') return [];
      return [[computed?.head ?? headOf(path), maskKeys(value), toTone(path, field)?.(value)]];
    });
  for await (const [withNames] of naming.ahead(oneRecord(record as Loose))) return worded(withNames as Loose);
  return [];
}

/** The function for the tone of a field's words. Only a status has tones; a plain yes or no has none. */
function toTone(path: string, field: Field | undefined): CellColumn['tone'] {
  if (path === 'is_verified') return text => verified.get(text);
  return wordsOfNumbers(field) && path.split('.').at(-1) === 'status' ? text => statuses.get(text) : undefined;
}

const statuses: ReadonlyMap<string, Tone> = new Map([
  ['live', 'good'],
  ['sent', 'good'],
  ['new', 'moving'],
  ['scheduled', 'moving'],
  ['sending', 'moving'],
  ['draft', 'resting'],
]);

const verified: ReadonlyMap<string, Tone> = new Map([
  ['yes', 'good'],
  ['no', 'moving'],
]);

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
    const refs = open.flatMap(({field, read}) => records.flatMap(record => refsIn(field, read(record), record)));
    const wanted = new Set(refs.flatMap(({ref}) => (ref && !known.has(ref.from) ? ref.from : [])));
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

/** Another record that a value refers to: its id, the list it is in, and the word for its kind if there are several. */
type Ref = {readonly id: string; readonly from: Reference; readonly kind: string | undefined};

const refsIn = (field: Refers, value: unknown, record: Loose) =>
  [value].flat().map(part => ({part, ref: toRef(field, part, record)}));

const sourcesOf = ({refers}: Refers): readonly Reference[] =>
  typeof refers === 'function' ? [refers] : Object.values(refers).map(({from}) => from);

function toRef({refers, beside}: Refers, value: unknown, record: Loose): Ref | undefined {
  if (typeof refers === 'function') return isId(value) ? {id: String(value), from: refers, kind: undefined} : undefined;
  const sent = beside === undefined ? compact(value) : `${compact(record[beside])}${compact(value)}`;
  for (const {from, sent: before, shown} of Object.values(refers)) {
    const id = sent.slice(before.length);
    if (sent.startsWith(before) && isId(id)) return {id, from, kind: shown};
  }
  return undefined;
}

/** Whether a value is an id: a missing state is 0, and lists of contacts have the country's name. */
const isId = (value: unknown): boolean => /^[1-9]\d*$/.test(String(value));
