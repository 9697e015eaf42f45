import type {Format} from './format.js';

/** How results are to look. */
export type RenderOptions = {
  readonly format: Format;
  /** Columns of the terminal; `undefined` where stdout is none. */
  readonly width: number | undefined;
  readonly color: boolean;
  /** The zone that times are shown in; the process's own when undefined. */
  readonly timeZone: string | undefined;
  /** No guard against formulas in CSV. */
  readonly raw: boolean;
};
