import type {Format} from './format.js';

/** The circumstances in which a format is printed. */
export type Look = {
  /** Columns of the terminal; `undefined` where stdout is none. */
  readonly width: number | undefined;
  readonly color: boolean;
  /** The zone that times are shown in; the process's own when undefined. */
  readonly timeZone: string | undefined;
  /** No guard against formulas in CSV. */
  readonly raw: boolean;
};

/** How results are to be printed. */
export type RenderOptions = Look & {readonly format: Format};
