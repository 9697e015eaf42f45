import type {TextHash} from '../../csv/bytes/hash-text.js';
import type {Dialect} from '../../csv/bytes/scan-record.js';
import type {StatusWord} from '../../csv/columns/unknown-status.js';

import type {Fixes} from './fixes.js';

/**
How the reading side of an import (encoding, delimiter, header, row checks) is asked, and what it hands to the sending
side. The file is read twice, once to check every row and once to send the good ones, so that memory does not hold it.
*/
export type CheckOptions = {
  readonly path: string;
  /** `auto` or one of `, ; tab |`. */
  readonly delimiter: string;
  /** `auto`, or the name of an encoding: `utf-8`, `windows-1252`, `shift_jis`. */
  readonly encoding: string;
  /** `E-Mail=email`: a header of the file, and the field it fills; an empty field leaves the column out, `+name` makes one. */
  readonly map: ReadonlyArray<readonly [header: string, field: string]>;
  /** The same for files of this kind in general: a column that this one has not is no mistake. */
  readonly keptMap?: ReadonlyArray<readonly [header: string, field: string]> | undefined;
  /** `country=Germany`: a value for every row that has none. */
  readonly set: ReadonlyArray<readonly [field: string, value: string]>;
  readonly onDuplicate: 'first' | 'last' | 'reject';
  readonly dateOrder: 'dmy' | 'mdy' | undefined;
  /** The fields a contact can have, reserved and custom. */
  readonly fields: readonly ImportField[];
  /** Header names of the service's sample, when it could be read. */
  readonly sampleHeader: readonly string[] | undefined;
  readonly createFields: boolean;
  /** The name that messages give the file; its own unless it is a copy of standard input. */
  readonly name?: string | undefined;
  /** The folder that the file must lie in, where nobody has named the file itself. */
  readonly within?: string | undefined;
  /** Rows that a person fixed, which are read in place of those in the file. */
  readonly fixes?: Fixes | undefined;
  /** Whether a column of whole names fills first and last name; its values decide unless this does. */
  readonly splitNames?: 'yes' | 'no' | undefined;
  /** How columns that say who gets no mail are treated. Without it, nobody is left out because of them. */
  readonly status?: StatusChoice | undefined;
  /** Turns a country's name, code or id into the text to send. Without it, countries are sent as they are written. */
  readonly countries?: ((text: string) => string | undefined) | undefined;
  /** Whether a country that the service does not list makes its row bad, instead of being sent as it is written. */
  readonly onlyListed?: boolean | undefined;
};

/** The column that says who gets no mail, `none`, or whichever is found; and whether those people are imported all the same. */
export type StatusChoice = {
  readonly column: string | undefined;
  readonly keep: boolean;
  /** What words of it mean that emk does not know, or knows otherwise. */
  readonly words?: readonly StatusWord[] | undefined;
};

/** How many rows are left out because of their status, by what it says. */
export type LeftOut = {readonly left: number; readonly bounced: number; readonly out: number};

/** The types of fields that an import knows rules for. A field of any other type takes text. */
export const fieldTypes = ['text', 'number', 'datetime-local'] as const;

export type ImportField = {readonly name: string; readonly type: (typeof fieldTypes)[number]};

/** The result of reading a file to its end. `rejected` counts the rows that cannot be sent. */
export type Checked = {
  readonly encoding: string;
  readonly delimiter: string;
  readonly columns: readonly Column[];
  /** Custom fields that `createFields` wants made before the first row is sent. */
  readonly newFields: readonly ImportField[];
  readonly rows: number;
  readonly good: number;
  readonly rejected: number;
  /** Rows left out because their address stands elsewhere in the file. */
  readonly repeated: number;
  /** The headers of the columns that say who gets no mail, and the rows that they leave out. */
  readonly status: {readonly headers: readonly string[]} & LeftOut;
  /** Countries that the service does not list, as they are written. */
  readonly strangeCountries: ReadonlyArray<{readonly text: string; readonly lines: readonly number[]}>;
  /** Domains of addresses that look like a slip in a well-known one. */
  readonly mistyped: readonly Mistyped[];
  /** The column of the address, from 0. */
  readonly addressColumn: number;
  readonly dialect: Dialect;
  /** What is wrong with a row of these cells; undefined where it could be sent. */
  faultIn(texts: readonly string[]): Fault | undefined;
  /** The names of countries that the file writes otherwise, by its own writing. */
  readonly readAs: ReadonlyMap<string, string>;
  /** Sentences for the user, such as about a guessed encoding or a column that is left out. */
  readonly warnings: readonly string[];
  readonly size: number;
  readonly sha256: string;
  /** The file's own header, and whether the file needs a byte order mark for a spreadsheet to read it rightly. */
  readonly original: {readonly header: Uint8Array; readonly mark: boolean};
  /** The header as it is sent, without its newline. */
  readonly header: Uint8Array;
  /** The good rows by line and address alone, from memory: the file is not read again. */
  goodAddresses(): Iterable<Pick<GoodRow, 'line' | 'address'>>;
  /** The addresses of the rows that are left out because of their status, from memory. */
  leftOutAddresses(): Iterable<string>;
  /** The good rows in the file's order. Reads the file again. */
  goodRows(): AsyncIterable<readonly GoodRow[]>;
  /** The same rows by their values alone, at a fraction of the work. Reads the file again. */
  goodValues(): AsyncIterable<readonly RowValues[]>;
  /** Shows the same rows by hashes of their values, hardly any of which is decoded for it. Reads the file again. */
  hashGoodRows(marking: RowHashing, see: (row: RowHashes) => void): Promise<void>;
  /** The rows that cannot be sent, as they were. Reads the file again. */
  rejectedRows(): AsyncIterable<ExaminedRow>;
  /** Rows as they were, by the lines they begin on: those the service refused or lost. Reads the file again. */
  rowsAt(lines: {has(line: number): boolean}): AsyncIterable<OriginalRow>;
};

/** A column of the file and the fields that it fills: none, one, or several where it is split. */
type Column = {readonly header: string; readonly fields: readonly string[]};

/** A row as it is sent, with the line of the file it began on and its address, folded for comparing. */
export type GoodRow = {
  readonly line: number;
  readonly address: string;
  /** UTF-8, quoted where needed, without its newline. */
  readonly bytes: Uint8Array;
  /** The values that are sent, by field. */
  readonly values: () => Readonly<Record<string, string>>;
};

/** The values that a good row would be sent with. */
export type RowValues = Pick<GoodRow, 'line' | 'address'> & {readonly values: Readonly<Record<string, string>>};

/** The key and the fields whose values are hashed. */
export type RowHashing = {readonly key: HashedField; readonly fields: readonly HashedField[]};

/** A field, and how its values are turned into the texts that are compared. */
export type HashedField = {
  readonly name: string;
  /** The text that stands for a value; undefined where the value says nothing. */
  readonly of: (value: string) => string | undefined;
  /** What `of` surely makes of a trimmed value in plain ASCII: the same text, or that in lower case. */
  readonly plain: 'text' | 'folded' | undefined;
};

/** A good row as hashes of its fields, 0 for no value. They are valid until the next row. */
export type RowHashes = {
  readonly line: number;
  /** The hash of the key; undefined where the row has none. */
  readonly key: TextHash | undefined;
  readonly hashes: Uint32Array;
};

export type OriginalRow = {readonly line: number; readonly raw: Uint8Array; readonly texts: readonly string[]};

export type RejectedRow = Pick<OriginalRow, 'line' | 'raw'> & {readonly reason: string};

/** A domain that looks mistyped, the one that it most likely means, and the lines that have it. */
export type Mistyped = {readonly domain: string; readonly likely: string; readonly lines: readonly number[]};

/**
The first thing that is wrong with a row: where, and the cells that the row most likely should have, each with what is
different about them. Without a column, it is the row as a whole: its quotes, or how many cells it has.
*/
export type Fault = {
  readonly reason: string;
  readonly column: number | undefined;
  readonly likely: ReadonlyArray<{readonly says: string; readonly texts: readonly string[]}>;
};

/** A rejected row by its cells, and how many bytes into it the first bad cell begins. */
export type ExaminedRow = RejectedRow & {readonly texts: readonly string[]; readonly at: number};
