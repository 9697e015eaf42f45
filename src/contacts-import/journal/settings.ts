import type {StatusWord} from '../../csv/columns/unknown-status.js';
import type {CheckOptions} from '../file/contract.js';

/** The choices of an import, kept in its journal so that a resumed run makes them again. Times are in milliseconds. */
export type ImportSettings = Pick<
  CheckOptions,
  'delimiter' | 'encoding' | 'map' | 'set' | 'onDuplicate' | 'createFields'
> & {
  readonly dateOrder: 'dmy' | 'mdy' | null;
  /** Whether whole names are split; null, and nothing in older imports, lets the values decide. */
  readonly splitNames?: 'yes' | 'no' | null;
  /** How columns that say who gets no mail are treated; imports of before such columns were known have none. */
  readonly status?: {
    readonly column: string | null;
    readonly keep: boolean;
    readonly words?: readonly StatusWord[];
  };
  /** A map that was kept for files of this kind. */
  readonly keptMap?: CheckOptions['map'];
  /** The names of countries that a person gave for other writings of them. */
  readonly places?: ReadonlyArray<readonly [written: string, name: string]>;
  /** The options that say the same of another file of this kind. */
  readonly again?: readonly string[];
  readonly includeUnsubscribed: boolean;
  readonly allowAutomations: boolean;
  /** Where rejected rows go; null is beside the file. */
  readonly rejects: string | null;
  /** Whether a file that names rows stays when a later run names others; otherwise the later one replaces it. */
  readonly keepFiles?: boolean;
  /** The most rows in one request; null lets the number grow and shrink with the service. */
  readonly chunkRows: number | null;
  readonly verify: 'list' | 'count' | 'none';
  readonly settle: RestTimes;
};

/** How long an abandoned request gets to end, how often the list is counted after that, and when to stop waiting. */
export type RestTimes = {readonly wait: number; readonly poll: number; readonly max: number};

/** What a sync does with the differences it finds, beside adding who is new. */
export type SyncSettings = {
  /** The fields to bring in line in contacts that are there; `all` of the file's, or null for none. */
  readonly update: 'all' | readonly string[] | null;
  readonly gone: 'report' | 'delete' | 'unsubscribe';
  /** How many may be gone before nothing is done: a number, or a percentage of the list; null is the default. */
  readonly maxGone: string | null;
  /** Whether an empty cell empties the field. */
  readonly clear: boolean;
  /** The field by which a row and a contact are the same person. */
  readonly key: string;
  /** Whether rows are sent again that the service did not take in earlier runs. */
  readonly retryRefused?: boolean;
  /** How many contacts are changed at a time. */
  readonly concurrency: number;
};
