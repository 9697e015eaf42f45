import type {StatusChoice} from '../../csv/columns/open-status.js';

/** How a file is read, and what a person has decided about it. */
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
  readonly fields: readonly ImportField[];
  readonly leaveEmpty?: readonly string[] | undefined;
  readonly sampleHeader: readonly string[] | undefined;
  readonly createFields: boolean;
  readonly name: string;
  /** The folder that the file must be in, if nobody named the file itself. */
  readonly within?: string | undefined;
  /** Whether emk wrote the file itself: its header comes first, its values are whole, and its names are not split. */
  readonly isOurs?: boolean | undefined;
  /** What a person chose to write for each mistyped domain, and whether the likely address counts for a faulty one. */
  readonly fixes?:
    | {readonly domains?: ReadonlyArray<readonly [mistyped: string, right: string]>; readonly likely?: boolean}
    | undefined;
  /** How to treat columns that say who gets no mail. Without it, nobody is skipped because of them. */
  readonly status?: StatusChoice | undefined;
  /** Turns a country's name, code or id into the text to send. Without it, countries are sent as written. */
  readonly countries?: ((text: string) => string | undefined) | undefined;
  /** Whether a country that the service does not list makes its row bad, instead of being sent as written. */
  readonly onlyListed?: boolean | undefined;
  /** The country that a mistyped name most likely means, to be proposed. */
  readonly likelyCountry?: ((text: string) => string | undefined) | undefined;
  readonly places?: ReadonlyArray<readonly [written: string, name: string]> | undefined;
  readonly skipsRejected?: boolean | undefined;
};

export type DateOrder = 'dmy' | 'mdy';

/** A value in its field's form, with what is worth knowing about it; or why the field cannot hold it. */
export type Fitted =
  | {readonly value: string; readonly note?: 'strange country' | 'left empty' | undefined}
  | {readonly reason: string};

/** The field types that an import has rules for. Any other type accepts text. */
const fieldTypes = ['text', 'number', 'datetime-local'] as const;

export type ImportField = {readonly name: string; readonly type: (typeof fieldTypes)[number]};

/** A field of the account, whose type may be one that an import has no rules for. */
export const importField = (name: unknown, type: unknown): ImportField => ({
  name: String(name),
  type: fieldTypes.find(each => each === type) ?? 'text',
});

/** What a row is found by: its first line in the file, and its folded address. */
export type RowKey = {readonly line: number; readonly address: string};

export type RowValues = RowKey & {readonly values: Readonly<Record<string, string>>};

/** A row as it is sent: UTF-8, quoted if needed, without its newline. */
export type GoodRow = RowValues & {readonly bytes: Uint8Array};

export type OriginalRow = {readonly line: number; readonly raw: Uint8Array; readonly texts: readonly string[]};

export type RejectedRow = Pick<OriginalRow, 'line' | 'raw'> & {readonly reason: string};

/** A field, and how its values become the texts that are compared. */
export type HashedField = {
  readonly name: string;
  /** The text that stands for a value; undefined if the value says nothing. */
  readonly of: (value: string) => string | undefined;
};
