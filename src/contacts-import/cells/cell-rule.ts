import type {CheckOptions, DateOrder} from '../file/contract.js';

/** How to read ambiguous values. */
export type Reading = Pick<CheckOptions, 'dateOrder' | 'countries' | 'onlyListed' | 'fixes'> & {
  readonly semicolons: boolean;
  /** The order that other dates of the same column show. */
  readonly shownOrder?: DateOrder | undefined;
};

/** A value in its field's form, or why the field cannot hold it. */
export type Fitted = {readonly value: string} | {readonly reason: string};

/**
 * The cells that need no decoding: `any`, `none`, or those whose bytes pass a test. The test only sees plain cells: not
 * empty, and with bytes equal to their text (no doubled quotes, no formula guard, no blanks at either end).
 */
export type PlainBytes = 'any' | 'none' | ((bytes: Uint8Array, from: number, to: number) => boolean);

/**
 * How one kind of cell is checked and written. The import decodes a cell only if the rule does not accept its bytes, so
 * `passes` and `stays` must not accept anything that `read` and `note` would treat differently.
 */
export type CellRule = {
  /** The value of a trimmed, non-empty cell, or why it has none. */
  readonly read: (text: string) => Fitted;
  /** Cells for which `read` certainly returns a value and `note` returns nothing. */
  readonly passes: PlainBytes;
  /** Cells for which `read`, if it returns a value, returns the same text. */
  readonly stays: PlainBytes;
  /** Why an empty cell is refused. Without it, empty cells are valid. */
  readonly whenEmpty?: string;
  /** The words before the cell's text in a reason. */
  readonly noun?: string;
  /** Names something worth knowing about a value that is still sent. */
  readonly note?: (text: string) => CellNote | undefined;
};

/** `zone`: the time names a time zone, which its field cannot store. */
export type CellNote = 'zone';
