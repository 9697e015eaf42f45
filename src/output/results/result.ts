import type {RecordSource} from '../../api/answers/records.js';
import type {Loose, Noun, Shape} from '../../api/describe/schema.js';
import type {EmkError} from '../../errors.js';
import type {Fields, View} from '../../records/view/select.js';
import type {Form} from '../text/terminal.js';

/** The value that a command returns. Commands never print: the same result becomes a table, JSON or CSV. */
export type Result =
  | {
      readonly kind: 'records';
      readonly records: RecordSource;
      readonly shape: Shape;
      readonly key: string;
      /** The field that people call a record by. */
      readonly label?: string | undefined;
      readonly noun: Noun;
      readonly view: View;
      /** The sums of a table for people, below it and apart. Programs get the records alone. */
      readonly totals?: Loose | undefined;
      /** The error that the command ends with after printing the records: a check of theirs did not hold. */
      readonly error?: EmkError | undefined;
    }
  | {
      readonly kind: 'record';
      readonly record: object;
      readonly shape: Shape;
      readonly key: string;
      /** The fields to show; all of them where this is left out. */
      readonly fields?: Fields | undefined;
      /** A picture for people, below the fields: for a terminal of this width, or without lines off one. */
      readonly picture?: ((width: number | undefined) => Promise<string>) | undefined;
      /** What was done, for people. */
      readonly sentence?: string | undefined;
      /** The error that the command ends with after printing the record: it was created but could not be looked up. */
      readonly error?: EmkError;
    }
  | Done
  /** Bytes or text for stdout as they are, whole or piece by piece. */
  | {
      readonly kind: 'raw';
      readonly body: string | Uint8Array | AsyncIterable<string | Uint8Array>;
      /** What a terminal may get of it; plain words where this is left out. */
      readonly form?: Form;
      /** What there is to tell once all of it is in a file. */
      readonly made?: (() => Made) | undefined;
      /** The error that the command ends with after printing this: a check did not hold. */
      readonly error?: EmkError;
    }
  /** Something of emk's own, the same in every machine format; people get `text`. */
  | {
      readonly kind: 'data';
      readonly data: unknown;
      readonly text: string;
      /** The text with colours, for a terminal that shows them. Texts in it are clean. */
      readonly coloured?: (() => string) | undefined;
      /** The same for a comment in Markdown, where there is more to it than the text. */
      readonly markdown?: (() => Promise<string>) | undefined;
      /** What rows have a place for, where that is not nothing. */
      readonly rows?: Extract<Result, {kind: 'records'}> | undefined;
      /** Whether the text is sentences, which a terminal that is too narrow may break between words. */
      readonly prose?: boolean;
      /** What was done, for people: where files were written, stdout has nothing for them. */
      readonly sentence?: string | undefined;
      /** The error that the command ends with after printing its data: part of the work failed, or a check did not hold. */
      readonly error?: EmkError;
    }
  /** Many things of emk's own, printed as they arrive; people get their texts, with an empty line between. */
  | {readonly kind: 'items'; readonly items: AsyncIterable<readonly Item[]>}
  /** Nothing for stdout; `exit` passes on the exit code of a program that was run. */
  | {readonly kind: 'nothing'; readonly exit?: number};

/** A file that was made: a sentence with its name, how many records it has, and what programs get to know besides. */
type Made = {
  readonly sentence: (file: string) => string;
  readonly rows?: number;
  readonly data?: object;
};

/** One of many things of emk's own: `data` for programs, `text` for people. */
export type Item = {readonly data: unknown; text(): string};

/** The outcome of work on several records. `sentence` is for people. */
export type Done = {
  readonly kind: 'done';
  readonly sentence: string;
  readonly done: ReadonlyArray<string | number>;
  readonly failed: readonly Failure[];
  /** The error that ended the work before every record was tried. */
  readonly stopped?: EmkError | undefined;
};

export type Failure = {readonly id: string | number; readonly error: EmkError};
