import {ByteWriter} from 'hyparquet-writer/src/bytewriter.js';
import {writePageHeader} from 'hyparquet-writer/src/datapage.js';
import {writeMetadata} from 'hyparquet-writer/src/metadata.js';
import type {ColumnKind, TypedColumn} from '../records/fields/typed-columns.js';

/** The bytes with which a Parquet file begins and ends. */
export const MAGIC = Buffer.from('PAR1');

/** How the values of a page are laid out. */
export type Encoding = 'PLAIN' | 'RLE' | 'RLE_DICTIONARY';

/** What the end of the file says of the pages of a column. */
export type ColumnPart = {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly encodings: readonly Encoding[];
  readonly rows: number;
  readonly nulls: number;
  readonly misfits: number;
  readonly offset: number;
  /** Bytes in the file. */
  readonly size: number;
  readonly dictionarySize: number | undefined;
  /** Bytes before compression. */
  readonly whole: number;
};

export type RowGroup = {readonly rows: number; readonly columns: readonly ColumnPart[]};

type PageSizes = {readonly whole: number; readonly size: number};

/** What precedes a page of values. `levels` is the size of its levels, which are not compressed. */
export const dataPageHead = ({
  rows,
  nulls,
  levels,
  encoding,
  whole,
  size,
  isCompressed,
}: PageSizes & {
  readonly rows: number;
  readonly nulls: number;
  readonly levels: number;
  readonly encoding: Encoding;
  readonly isCompressed: boolean;
}): Uint8Array =>
  written(writer =>
    writePageHeader(writer, {
      type: 'DATA_PAGE_V2',
      uncompressed_page_size: levels + whole,
      compressed_page_size: levels + size,
      data_page_header_v2: {
        ...{num_values: rows, num_nulls: nulls, num_rows: rows, encoding},
        definition_levels_byte_length: levels,
        repetition_levels_byte_length: 0,
        is_compressed: isCompressed,
      },
    }),
  );

/** What precedes a dictionary. */
export const dictionaryPageHead = ({entries, whole, size}: PageSizes & {readonly entries: number}): Uint8Array =>
  written(writer =>
    writePageHeader(writer, {
      type: 'DICTIONARY_PAGE',
      uncompressed_page_size: whole,
      compressed_page_size: size,
      dictionary_page_header: {num_values: entries, encoding: 'PLAIN'},
    }),
  );

/** The end of the file: its columns, and where the pages of each row group are. */
export const fileEnd = (columns: readonly TypedColumn[], groups: readonly RowGroup[], offset: number): Uint8Array =>
  written(writer => {
    writer.offset = offset;
    writeMetadata(writer, {
      version: 2,
      created_by: 'emk',
      schema: [
        {name: 'emk', num_children: columns.length},
        ...columns.map(({name, kind}) => ({name, repetition_type: 'OPTIONAL' as const, ...types[kind]})),
      ],
      num_rows: BigInt(groups.reduce((sum, {rows}) => sum + rows, 0)),
      row_groups: groups.map(({rows, columns}) => ({
        columns: columns.map(part => ({file_offset: BigInt(part.offset), meta_data: metaData(part)})),
        total_byte_size: BigInt(columns.reduce((sum, {whole}) => sum + whole, 0)),
        num_rows: BigInt(rows),
        total_compressed_size: BigInt(columns.reduce((sum, {size}) => sum + size, 0)),
      })),
      metadata_length: 0,
    });
    writer.appendBytes(MAGIC);
  });

const metaData = ({name, kind, encodings, rows, nulls, offset, size, dictionarySize, whole}: ColumnPart) => ({
  type: types[kind].type,
  encodings: [...encodings],
  path_in_schema: [name],
  codec: 'GZIP' as const,
  num_values: BigInt(rows),
  total_uncompressed_size: BigInt(whole),
  total_compressed_size: BigInt(size),
  data_page_offset: BigInt(offset + (dictionarySize ?? 0)),
  ...(dictionarySize === undefined ? {} : {dictionary_page_offset: BigInt(offset)}),
  statistics: {null_count: BigInt(nulls)},
});

const types = {
  text: {type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: {type: 'STRING'}},
  json: {type: 'BYTE_ARRAY', converted_type: 'JSON', logical_type: {type: 'JSON'}},
  integer: {type: 'INT64'},
  number: {type: 'DOUBLE'},
  boolean: {type: 'BOOLEAN'},
  timestamp: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: {type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS'},
  },
} as const satisfies Readonly<Record<ColumnKind, object>>;

function written(write: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter();
  write(writer);
  return writer.getBytes();
}
