import type {Reference} from '../../api/describe/schema.js';
import type {Format} from './format.js';

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
