import type {CheckOptions} from '../file/contract.js';

/** The choices of an import, kept in its journal so that a resumed run makes them again. Times are in milliseconds. */
export type ImportSettings = Pick<
  CheckOptions,
  'delimiter' | 'encoding' | 'map' | 'set' | 'onDuplicate' | 'createFields'
> & {
  readonly dateOrder: 'dmy' | 'mdy' | null;
  readonly includeUnsubscribed: boolean;
  readonly allowAutomations: boolean;
  /** Where rejected rows go; null is beside the file. */
  readonly rejects: string | null;
  /** The most rows in one request; null lets the number grow and shrink with the service. */
  readonly chunkRows: number | null;
  readonly verify: 'list' | 'count' | 'none';
  readonly settle: RestTimes;
};

/** How long an abandoned request gets to end, how often the list is counted after that, and when to stop waiting. */
export type RestTimes = {readonly wait: number; readonly poll: number; readonly max: number};
