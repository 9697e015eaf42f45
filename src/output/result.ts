import type {RecordSource} from '../api/records.js';
import type {Noun, Shape} from '../api/schema.js';
import type {EmkError} from '../errors.js';
import type {View} from '../records/select.js';

/** What a command gives back. Commands never print: the same result becomes a table, JSON or CSV. */
export type Result =
  | {
      readonly kind: 'records';
      readonly records: RecordSource;
      readonly shape: Shape;
      readonly key: string;
      readonly noun: Noun;
      readonly view: View;
    }
  | {
      readonly kind: 'record';
      readonly record: object;
      readonly shape: Shape;
      readonly key: string;
      /** What the command ends with although there is a record to print: it was made, and could not be looked up. */
      readonly error?: EmkError;
    }
  | Done
  /** Bytes or text for stdout as they are, whole or as they come. */
  | {readonly kind: 'raw'; readonly body: string | Uint8Array | AsyncIterable<string | Uint8Array>}
  /** Something of emk's own, the same in every machine format; people get `text`. */
  | {
      readonly kind: 'data';
      readonly data: unknown;
      readonly text: string;
      /** What the command ends with once its data is printed: part of the work was done, or a check did not hold. */
      readonly error?: EmkError;
    }
  /** Many things of emk's own, printed as they come; people get their texts, with an empty line between. */
  | {readonly kind: 'items'; readonly items: AsyncIterable<readonly Item[]>}
  /** Nothing for stdout; `exit` passes on what a program that was run ended with. */
  | {readonly kind: 'nothing'; readonly exit?: number};

/** One of many things of emk's own: as machines get it, and as people do. */
export type Item = {readonly data: unknown; text(): string};

/** What was done to which records, and what could not be. `sentence` is for people. */
export type Done = {
  readonly kind: 'done';
  readonly sentence: string;
  readonly done: ReadonlyArray<string | number>;
  readonly failed: readonly Failure[];
  /** What ended the work before all of it was tried. */
  readonly stopped?: EmkError | undefined;
};

export type Failure = {readonly id: string | number; readonly error: EmkError};
