import type {Reference} from '../../api/describe/schema.js';
import type {Format} from './format.js';

/** Reads the names of a collection's records by their ids. None are found where they cannot be read. */
export type NameReader = (from: Reference) => Promise<ReadonlyMap<string, string>>;

/** The circumstances in which a format is printed. */
export type Look = {
  /** Columns of the terminal; `undefined` where stdout is none. */
  readonly width: number | undefined;
  readonly color: boolean;
  /** The zone that times are shown in; the process's own when undefined. */
  readonly timeZone: string | undefined;
  /** No guard against formulas in CSV. */
  readonly raw: boolean;
  /** Reads the names of records that others refer to by their ids; where it is left out, people see the ids. */
  readonly readNames?: NameReader | undefined;
};

/** How results are to be printed. */
export type RenderOptions = Look & {readonly format: Format};
