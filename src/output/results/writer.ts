import type {Reference} from '../../api/describe/schema.js';
import type {Format} from './format.js';
import type {Result} from './result.js';
import type {Sink} from './sink.js';

/** The kinds of result that each format prints in its own way. */
type Kind = 'records' | 'record' | 'done' | 'data' | 'items';

export type ResultOf<K extends Kind> = Extract<Result, {kind: K}>;

/** A format: a function for each kind of result, so that the compiler reports missing ones. */
export type Writer = {
  readonly [K in Kind]: (result: ResultOf<K>, look: Look, sink: Sink) => Promise<void>;
};

/** Reads the names of a collection's records by id. Empty if they cannot be read. */
export type NameReader = (from: Reference) => Promise<ReadonlyMap<string, string>>;

/** The circumstances in which a format is printed. */
export type Look = {
  /** Columns of the terminal; undefined if stdout is not a terminal. */
  readonly width: number | undefined;
  readonly color: boolean;
  /** Whether a screen reader reads the output: no borders, and every value with its name. */
  readonly readAloud?: boolean;
  /** The time zone for display; the process's own if undefined. */
  readonly timeZone: string | undefined;
  /** Reads the names of records that others refer to by id; if omitted, people see the ids. */
  readonly readNames?: NameReader | undefined;
};

export type RenderOptions = Look & {readonly format: Format};
