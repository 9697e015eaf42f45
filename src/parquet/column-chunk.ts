import type {Cells} from '../api/answers/cut-lines.js';
import type {Loose} from '../api/describe/schema.js';
import type {ColumnKind, TypedColumn} from '../records/fields/typed-columns.js';
import {createCellAdder, MISFIT, NULL} from './add-cells.js';
import type {Compressor} from './compressor.js';
import {type ColumnPart, dataPageHead, dictionaryPageHead, type Encoding} from './file-parts.js';
import {createPages, type PageContent} from './pages.js';
import {createPlainBytes, type Value} from './plain-bytes.js';

/** One column of a row group, which takes records and becomes compressed pages. */
export type ColumnChunk = {
  /** The field of the records that it reads. */
  readonly field: string;
  add(records: readonly Loose[]): void;
  /** Adds the values of one field, which the column reads alone. */
  addCells(cells: Cells, field: number): void;
  /** Its pages, and what the end of the file says of them. `offset` is where they begin in the file. */
  finish(offset: number): Promise<{readonly pieces: readonly Uint8Array[]; readonly part: ColumnPart}>;
};

/** A page in the file, and its size before compression. */
type Page = {readonly pieces: readonly Uint8Array[]; readonly whole: number};

export function createColumnChunk(column: TypedColumn, compressor: Compressor): ColumnChunk {
  const {name, kind} = column;
  const compressing: Array<Promise<Page>> = [];
  const encodings = new Set<Encoding>(['PLAIN', 'RLE']);
  let [rows, nulls, misfits] = [0, 0, 0];
  const pages = createPages(kind, content => {
    const page = dataPage(content, compressor);
    // The end of the row group reports its failure.
    page.catch(() => undefined);
    compressing.push(page);
    encodings.add(content.encoding);
    rows += content.rows;
    nulls += content.nulls;
  });

  function add(value: Value | null | undefined): number | undefined {
    if (value === undefined) misfits++;
    const place = pages.add(value ?? null);
    return value === undefined ? MISFIT : value === null ? NULL : place;
  }

  return {
    field: column.field,
    add(records) {
      for (const record of records) add(column.read(record));
    },
    addCells: createCellAdder(column, pages, add),
    async finish(offset) {
      pages.end();
      const isUsed = encodings.has('RLE_DICTIONARY');
      const first = isUsed ? [await dictionaryPage(kind, pages.entries(), compressor)] : [];
      const all = [...first, ...(await Promise.all(compressing))];
      const part: ColumnPart = {
        ...{name, kind, encodings: [...encodings], rows, nulls, misfits, offset},
        size: sizeOf(all),
        dictionarySize: isUsed ? sizeOf(first) : undefined,
        whole: all.reduce((sum, {whole}) => sum + whole, 0),
      };
      return {pieces: all.flatMap(({pieces}) => pieces), part};
    },
  };
}

/** A page of values. Compression would make a few bytes more. */
async function dataPage({levels, bytes, ...counts}: PageContent, {compress}: Compressor): Promise<Page> {
  const isCompressed = bytes.length > FEW;
  const values = isCompressed ? await compress(bytes) : bytes;
  const sizes = {levels: levels.length, whole: bytes.length, size: values.length};
  const head = dataPageHead({...counts, ...sizes, isCompressed});
  return {pieces: [head, levels, values], whole: head.length + levels.length + bytes.length};
}

async function dictionaryPage(kind: ColumnKind, entries: readonly Value[], {compress}: Compressor): Promise<Page> {
  const written = createPlainBytes(kind);
  for (const entry of entries) written.put(entry);
  const bytes = written.take();
  const values = await compress(bytes);
  const head = dictionaryPageHead({entries: entries.length, whole: bytes.length, size: values.length});
  return {pieces: [head, values], whole: head.length + bytes.length};
}

const sizeOf = (pages: readonly Page[]): number =>
  pages.reduce((sum, {pieces}) => sum + pieces.reduce((size, {length}) => size + length, 0), 0);

const FEW = 64;
