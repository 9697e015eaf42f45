import type {StatusWord} from '../../csv/columns/unknown-status.js';
import type {CountryNumbers} from '../cells/country-numbers.js';
import type {CheckOptions, DamageChoice} from '../file/contract.js';

/** The choices of an import, saved in its journal so that a resumed run uses them again. Times are in milliseconds. */
export type ImportSettings = Pick<
  CheckOptions,
  'delimiter' | 'encoding' | 'map' | 'set' | 'onDuplicate' | 'createFields'
> & {
  readonly dateOrder: 'dmy' | 'mdy' | null;
  /** The columns whose field stays empty in rows whose value it cannot hold. */
  readonly leaveEmpty?: readonly string[];
  /** The lines above the header; without it, emk finds the header. */
  readonly skipLines?: number;
  /** Whether full names are split; if null or missing, the values decide. */
  readonly splitNames?: 'yes' | 'no' | null;
  /** How to treat status columns; missing in older imports. */
  readonly status?: {
    readonly column: string | readonly string[] | null;
    readonly keep: boolean;
    readonly words?: readonly StatusWord[];
  };
  /** What happens to damaged values; null asks, and missing in older imports, which keep them. */
  readonly damaged?: DamageChoice | null;
  /** Columns that a person skipped on the screen of columns, until the check has looked at their values. */
  readonly unasked?: CheckOptions['unasked'];
  /** A map saved for files of this kind. */
  readonly keptMap?: CheckOptions['map'];
  /** The countries that a person chose for spellings in the file. */
  readonly places?: ReadonlyArray<readonly [written: string, name: string]>;
  /** What the numbers in the column of countries are; null if nobody said so, and missing in older imports: ids. */
  readonly countryNumbers?: CountryNumbers | null;
  /** The options that mean the same for another file of this kind. */
  readonly again?: readonly string[];
  readonly includeUnsubscribed: boolean;
  readonly allowAutomations: boolean;
  /** Where rejected rows go; null means beside the file. */
  readonly rejects: string | null;
  /** Whether result files stay when a later run writes its own; otherwise the later run replaces them. */
  readonly keepFiles?: boolean;
  /** The most rows in one request; null lets the number adapt to the service. */
  readonly chunkRows: number | null;
  readonly verify: 'list' | 'count' | 'none';
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
