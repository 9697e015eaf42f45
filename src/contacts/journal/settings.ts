import type {StatusWord} from '../../csv/columns/wants-mail.js';
import type {CheckOptions} from '../file/contract.js';

/** The choices of an import, saved in its journal so that a resumed run uses them again. Times are in milliseconds. */
export type ImportSettings = Pick<CheckOptions, 'encoding' | 'map' | 'set' | 'createFields' | 'isOurs' | 'fixes'> & {
  readonly dateOrder: 'dmy' | 'mdy' | null;
  /** The columns whose field stays empty in rows whose value is damaged or does not fit. */
  readonly leaveEmpty: readonly string[];
  /** How to treat status columns. */
  readonly status: {
    readonly column: string | readonly string[] | null;
    readonly words: readonly StatusWord[];
  };
  /** Columns that a person skipped on the screen of columns, until the check has looked at their values. */
  readonly unasked?: CheckOptions['unasked'];
  /** The countries that a person chose for spellings in the file. */
  readonly places: ReadonlyArray<readonly [written: string, name: string]>;
  /** The options that mean the same for another file of this kind. */
  readonly again?: readonly string[];
  /** Whether a person chose to skip the rows that cannot be imported: then these are no error. */
  readonly skipsRejected?: boolean;
  readonly includeUnsubscribed: boolean;
  readonly allowAutomations: boolean;
  /** Where rejected rows go; null means beside the file. */
  readonly rejects: string | null;
  readonly settle: RestTimes;
};

/** How long to wait for an abandoned request, how often to count the list after that, and when to stop waiting. */
export type RestTimes = {readonly wait: number; readonly poll: number; readonly max: number};

/** What a sync does with the differences, besides adding new people. */
export type SyncSettings = {
  /** The fields to update in existing contacts; `all` of the file's, or null for none. */
  readonly update: 'all' | readonly string[] | null;
  readonly gone: 'report' | 'delete' | 'unsubscribe';
  /** How many people may be gone before the sync stops: a number, or a percentage of the list; null is the default. */
  readonly maxGone: string | null;
};
