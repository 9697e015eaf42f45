import type {CheckOptions} from '../file/contract.js';

/** How to read values that can be read in several ways. */
export type Reading = Pick<CheckOptions, 'dateOrder' | 'countries' | 'onlyListed'> & {readonly semicolons: boolean};

/** A value as its field takes it, or the reason why the field cannot take it. */
export type Fitted = {readonly value: string} | {readonly reason: string};

/**
The cells that need not be decoded: `any` of them, `none`, or those whose bytes pass a test. The test only sees plain
cells: not empty, and their bytes are their text (no doubled quotes, no formula guard, no blanks at either end).
*/
export type PlainBytes = 'any' | 'none' | ((bytes: Uint8Array, from: number, to: number) => boolean);

/**
How one kind of cell is checked and written. The import decodes a cell only where the rule does not let its bytes pass, so `passes`
and `stays` must promise no more than `read` and `note` keep.
*/
export type CellRule = {
  /** The value of a trimmed cell that is not empty, or why it has none. */
  readonly read: (text: string) => Fitted;
  /** Cells that `read` surely gives a value for, and `note` has nothing to say about. */
  readonly passes: PlainBytes;
  /** Cells for which `read` surely gives back the same text, if it gives a value. */
  readonly stays: PlainBytes;
  /** Why an empty cell is refused. Without it, an empty cell is good. */
  readonly whenEmpty?: string;
  /** The words before the cell's text in a reason. */
  readonly noun?: string;
  /** Names what should be known about a value that is sent all the same. */
  readonly note?: (text: string) => CellNote | undefined;
};

/** `zone`: the time names a time zone, which its field cannot hold. */
export type CellNote = 'zone';
