import type {PreflightError} from '../../core/errors.js';
import type {StatusChoice} from '../../csv/columns/open-status.js';
import type {Rows, State} from './rows.js';

/**
 * What the reading side of an import (encoding, delimiter, header, row checks) gets, and what it returns to the sending
 * side. The file is read twice, once to check every row and once to send the good ones, so that memory never holds all
 * of it.
 */
export type CheckOptions = {
  readonly path: string;
  /** `auto`, or the name of an encoding: `utf-8`, `windows-1252`, `shift_jis`. */
  readonly encoding: string;
  /** `E-Mail=email`: a header of the file, and its field; an empty field skips the column, `+name` creates a field. */
  readonly map: ReadonlyArray<readonly [header: string, field: string]>;
  /** `country=Germany`: a value for every row without one. */
  readonly set: ReadonlyArray<readonly [field: string, value: string]>;
  readonly dateOrder: DateOrder | undefined;
  /** The columns that a person skipped without being asked whether they say who gets no mail. */
  readonly unasked?: readonly string[] | undefined;
  /** The fields that a contact can have, reserved and custom. */
  readonly fields: readonly ImportField[];
  /** The columns whose field stays empty in rows whose value it cannot hold. */
  readonly leaveEmpty?: readonly string[] | undefined;
  /** The headers of the service's sample, if it could be read. */
  readonly sampleHeader: readonly string[] | undefined;
  readonly createFields: boolean;
  /** The file's name in messages, if it differs: for a copy of standard input. */
  readonly name?: string | undefined;
  /** The folder that the file must be in, if nobody named the file itself. */
  readonly within?: string | undefined;
  /** Whether emk wrote the file itself: its header comes first, its values are whole, and its names are not split. */
  readonly isOurs?: boolean | undefined;
  /** What a person chose for all addresses that have the same fault. */
  readonly fixes?: AddressFixes | undefined;
  /** How to treat columns that say who gets no mail. Without it, nobody is skipped because of them. */
  readonly status?: StatusChoice | undefined;
  /** Turns a country's name, code or id into the text to send. Without it, countries are sent as written. */
  readonly countries?: ((text: string) => string | undefined) | undefined;
  /** Whether a country that the service does not list makes its row bad, instead of being sent as written. */
  readonly onlyListed?: boolean | undefined;
  /** The names of countries that the file writes differently, by its spelling: filled while the file is read. */
  readonly readAs?: ReadonlyMap<string, string> | undefined;
  /** The country that a mistyped name most likely means, to be proposed. */
  readonly likelyCountry?: ((text: string) => string | undefined) | undefined;
  /** Spellings of countries that a person has decided about. */
  readonly places?: ReadonlyArray<readonly [written: string, name: string]> | undefined;
  /** Whether a person chose to skip the rows that cannot be imported. */
  readonly skipsRejected?: boolean | undefined;
};

/** What a person chose for faulty addresses: what to write for each mistyped domain, and whether the likely address counts. */
type AddressFixes = {
  readonly domains?: ReadonlyArray<readonly [mistyped: string, right: string]>;
  readonly likely?: boolean;
};

/** What comes first in dates such as 03/04/2026: the day or the month. */
export type DateOrder = 'dmy' | 'mdy';

/** A value in its field's form, with what is worth knowing about it; or why the field cannot hold it. */
export type Fitted =
  | {readonly value: string; readonly note?: 'time zone' | 'strange country' | 'left empty' | undefined}
  | {readonly reason: string};

/** How many rows are skipped because of each status. */
type LeftOut = {readonly left: number; readonly bounced: number; readonly out: number};

/** The field types that an import has rules for. Any other type accepts text. */
const fieldTypes = ['text', 'number', 'datetime-local'] as const;

export type ImportField = {readonly name: string; readonly type: (typeof fieldTypes)[number]};

/** A field of the account, whose type may be one that an import has no rules for. */
export const importField = (name: unknown, type: unknown): ImportField => ({
  name: String(name),
  type: fieldTypes.find(each => each === type) ?? 'text',
});

/** The result of reading a whole file. `rejected` counts the rows that cannot be sent. */
export type Checked = Pick<CheckOptions, 'readAs'> & {
  readonly encoding: string;
  readonly delimiter: string;
  readonly columns: readonly Column[];
  /** Custom fields that `createFields` creates before the first row is sent. */
  readonly newFields: readonly ImportField[];
  readonly rows: number;
  readonly good: number;
  readonly rejected: number;
  /** Rows skipped because their address is elsewhere in the file. */
  readonly repeated: number;
  /** The headers of the status columns, and the rows that they skip. */
  readonly status: {readonly headers: readonly string[]} & LeftOut;
  /** What is worth saying or asking about the file, in the order in which it is said. */
  readonly findings: readonly Finding[];
  readonly size: number;
  /** Reads the file again. */
  sha256(): Promise<string>;
  /** The file's own header, and whether a spreadsheet needs a byte order mark to read it correctly. */
  readonly original: {readonly header: Uint8Array; readonly mark: boolean};
  /** The header as it is sent, without its newline. */
  readonly header: Uint8Array;
  /** What each row is, and what has become of it: a row stays good, whatever the plan and the work make of it. */
  readonly states: Rows;
  /** The line of the good row with this folded address, from memory; 0 if there is none. */
  lineOf(address: string): number;
  /** Whether rows with this folded address are skipped because of their status, from memory. */
  isLeftOut(address: string): boolean;
  /** The lines and addresses of the good rows in the file's order, with the least work. Reads the file again. */
  goodKeys(): AsyncIterable<readonly RowKey[]>;
  /** The rows in one of these states in the file's order, as they are sent. Reads the file again. */
  rowsIn(...some: readonly State[]): AsyncIterable<readonly GoodRow[]>;
  /** What they say themselves, without values of `set`, with much less work. Reads the file again. */
  valuesOf(...some: readonly State[]): AsyncIterable<readonly RowValues[]>;
  /** All good rows as hashes of their values, 0 for an empty one, mostly without decoding. Reads the file again. */
  hashGoodRows(fields: readonly HashedField[], see: (hashes: Uint32Array) => void): Promise<void>;
  /** The rows that cannot be sent, unchanged. Reads the file again. */
  rejectedRows(): AsyncIterable<ExaminedRow>;
  /** Unchanged rows by their first lines: those that the service refused or lost. Reads the file again. */
  rowsAt(lines: {has(line: number): boolean}): AsyncIterable<OriginalRow>;
};

/** A column of the file and its fields: none, one, or several if it is split. */
type Column = {readonly header: string; readonly fields: readonly string[]};

/** What a row is found by: its first line in the file, and its folded address. */
type RowKey = {readonly line: number; readonly address: string};

/** A row as it is sent. */
export type GoodRow = RowKey & {
  /** UTF-8, quoted if needed, without its newline. */
  readonly bytes: Uint8Array;
  readonly values: () => Readonly<Record<string, string>>;
};

export type RowValues = RowKey & {readonly values: Readonly<Record<string, string>>};

/** A field, and how its values become the texts that are compared. */
export type HashedField = {
  readonly name: string;
  /** The text that stands for a value; undefined if the value says nothing. */
  readonly of: (value: string) => string | undefined;
  /** What `of` certainly returns for a trimmed value in plain ASCII: the same text, or the text in lower case. */
  readonly asciiForm: 'text' | 'folded' | undefined;
};

type OriginalRow = {readonly line: number; readonly raw: Uint8Array; readonly texts: readonly string[]};

export type RejectedRow = Pick<OriginalRow, 'line' | 'raw'> & {readonly reason: string};

/** What was found of one kind: a value, a column or a line, with the rows that have it. */
export type Found = {
  readonly text: string;
  readonly column: number;
  rows: number;
  /** The first lines that have it. */
  readonly lines: number[];
  /** What it most likely means, as emk proposes. */
  readonly likely?: string | undefined;
};

/** Everything of one kind that was found in a file: what is said about it, and what a person can decide about all of it. */
export type Finding = {
  readonly name: string;
  readonly found: readonly Found[];
  /** Warnings, each a sentence. */
  readonly says: readonly string[];
  /** Only the owner of the file can say what it means: nothing is imported before. The hint completes the typed line. */
  readonly stops?: ((line: string | undefined) => PreflightError) | undefined;
  readonly question?: FindingQuestion | undefined;
};

/** A question about all of one kind, with the answers that propose a fix first. */
type FindingQuestion = {
  readonly asks: string;
  readonly answers: readonly Answer[];
  /** Whether the reasons of the first rejected rows are shown before it. */
  readonly isAboutRows?: boolean;
};

/** One answer: in words, as an option of the line if there is one, and what it decides. */
export type Answer = {readonly name: string; readonly note?: string; readonly value: Decision};

/** What a person has decided about everything of one kind. */
export type Decision = Partial<
  Pick<CheckOptions, 'map' | 'leaveEmpty' | 'places' | 'fixes' | 'skipsRejected' | 'status' | 'unasked'>
>;

/** A rejected row as cells, and the byte at which the first bad cell begins. */
export type ExaminedRow = RejectedRow & {readonly texts: readonly string[]; readonly at: number};
