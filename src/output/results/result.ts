import type {RecordSource} from '../../api/answers/records.js';
import type {Loose, Noun, Reference, Shape} from '../../api/describe/schema.js';
import type {EmkError} from '../../core/errors.js';
import type {Schema} from '../../core/json-schema/describe.js';
import type {Fields, View} from '../../records/view/select.js';
import type {TextForm} from '../text/terminal.js';
import type {DoneDocument, SomePeople, Sum, WrittenFile} from './documents.js';
import type {Format} from './format.js';
import type {Sink} from './sink.js';

/** The value that a command returns. Commands never print: the same result becomes a table, JSON or CSV. */
export type Result =
  | {
      readonly kind: 'records';
      readonly records: RecordSource;
      readonly shape: Shape;
      readonly key: string;
      /** The field that people know a record by. */
      readonly label?: string | undefined;
      readonly noun: Noun;
      readonly view: View;
      /** The totals of a table, shown below it for people. Programs get only the records. */
      readonly totals?: Loose | undefined;
      /** The error that ends the command after printing the records: a check of theirs failed. */
      readonly error?: EmkError | undefined;
    }
  | {
      readonly kind: 'record';
      readonly record: object;
      readonly shape: Shape;
      readonly key: string;
      /** The fields to show; all of them if omitted. */
      readonly fields?: Fields | undefined;
      readonly sentence?: string | undefined;
      readonly error?: EmkError;
    }
  | Done
  /** Bytes or text for stdout, unchanged, as a whole or in pieces. */
  | {
      readonly kind: 'raw';
      readonly body: string | Uint8Array | AsyncIterable<string | Uint8Array>;
      /** Which control characters a terminal may get; none if omitted. */
      readonly form?: TextForm;
      /** The report once all of it is in a file. */
      readonly made?: (() => MadeFile) | undefined;
      readonly error?: EmkError;
    }
  /** A result of emk's own, the same in every machine format; people get `text`. */
  | {
      readonly kind: 'data';
      readonly data: unknown;
      readonly text: string;
      /** Whether the text is the data, in which no line of emk is completed. */
      readonly exact?: true;
      /** Whether the text says what a line did. With `--quiet` people get it only where something went wrong. */
      readonly report?: boolean;
      /** What was done, for people: if files were written, stdout shows nothing. */
      readonly sentence?: string | undefined;
      readonly error?: EmkError;
    }
  /** Nothing for stdout; `exit` passes on the exit code of a program that was run. */
  | {readonly kind: 'nothing'; readonly exit?: number};

/** A finished file: a sentence with its name, its number of records, and more facts for programs. */
type MadeFile = {
  readonly sentence: (file: string) => string;
  readonly rows?: number;
  readonly data?: Partial<WrittenFile>;
};

/** The outcome of work on several records. `sentence` is for people. */
export type Done = {
  readonly kind: 'done';
  readonly sentence: string;
  readonly done: ReadonlyArray<string | number>;
  readonly failed: readonly Failure[];
  readonly mailAgain?: SomePeople | undefined;
  readonly stopped?: EmkError | undefined;
  readonly sum?: Sum;
  readonly error?: EmkError;
} & Pick<DoneDocument, 'skipped' | 'absent'>;

/** A record that failed, with the name that people see in place of its id. */
export type Failure = {readonly id: string | number; readonly name?: string | undefined; readonly error: EmkError};

/** What was done: a sentence for people, and the ids of it for programs. */
export const doneResult = (sentence: string, ...done: ReadonlyArray<string | number>): Done => ({
  kind: 'done',
  sentence,
  done,
  failed: [],
});

/** What a command gives. The formats that it can print and `emk schema` follow from it; the first of several is the usual one. */
export type Gives = OneResult | readonly [OneResult, ...OneResult[]];

export type OneResult =
  | {readonly list: Shape}
  | {readonly record: Shape}
  /** Words for people that are data for programs. Rows have no place for it. */
  | {readonly document: Described}
  | 'done'
  | 'text'
  | 'nothing'
  /** Talks with a person or another program in a form of its own. */
  | 'conversation';

/** A document is described where no run loads it, or it is a record. */
export type Described = Shape | (() => Promise<{readonly default: Schema}>);

/** What a command gives that writes a file of its own. */
export const writtenFileDocument = {
  document: async () => ({default: (await import('./documents.js')).writtenFile}),
};

/** Everything that a command may give, the usual first. */
export const allOf = (gives: Gives): readonly OneResult[] => (isSeveral(gives) ? gives : [gives]);

const isSeveral = (gives: Gives): gives is readonly [OneResult, ...OneResult[]] => Array.isArray(gives);

type ResultKind = 'records' | 'record' | 'done' | 'data';

export type ResultOf<K extends ResultKind> = Extract<Result, {kind: K}>;

/** A format: a function for each kind of result, so that the compiler reports missing ones. */
export type Writer = {
  readonly [K in ResultKind]: (result: ResultOf<K>, look: Look, sink: Sink) => Promise<void>;
};

/** Reads the names of a collection's records by id. Empty if they cannot be read. */
export type NameReader = (from: Reference) => Promise<ReadonlyMap<string, string>>;

export type Look = {
  /** Columns of the terminal; undefined if stdout is not a terminal. */
  readonly width: number | undefined;
  readonly color: boolean;
  /** Whether a screen reader reads the output: no borders, and every value with its name. */
  readonly readAloud?: boolean;
  /** The time zone for display; the process's own if undefined. */
  readonly timeZone: string | undefined;
  /** Removes the keys from a text before it is cut, since nobody would find half a key. */
  maskKeys(text: string): string;
  /** Reads the names of records that others refer to by id; if omitted, people see the ids. */
  readonly readNames?: NameReader | undefined;
};

export type RenderOptions = Look & {readonly format: Format};
