/** The choices of an import that a resumed run must make again. Times are in milliseconds. */
export type ImportSettings = {
  readonly delimiter: string;
  readonly encoding: string;
  readonly map: ReadonlyArray<readonly [header: string, field: string]>;
  readonly set: ReadonlyArray<readonly [field: string, value: string]>;
  readonly onDuplicate: 'first' | 'last' | 'reject';
  readonly dateOrder: 'dmy' | 'mdy' | null;
  readonly includeUnsubscribed: boolean;
  readonly allowAutomations: boolean;
  readonly createFields: boolean;
  /** Where rejected rows go; null is beside the file. */
  readonly rejects: string | null;
  /** At most so many rows a request; null lets it grow and shrink with the service. */
  readonly chunkRows: number | null;
  readonly verify: 'list' | 'count' | 'none';
  readonly settle: SettleTimes;
};

/** How long an abandoned request is given to end, how often the count is read after that, and when to give up. */
export type SettleTimes = {readonly wait: number; readonly poll: number; readonly max: number};
