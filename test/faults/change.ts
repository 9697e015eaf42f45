import {words} from '../support/words.js';

/** In a line, the name of what emk has kept of the deletion before: it begins with the day, which may change in between. */
export const KEPT = 'KEPT';

/** In a line, the id of the import before. */
export const IMPORTED = 'IMPORTED';

/** A command that changes the demo account, as a line for a script. */
export type Change = {
  readonly name: string;
  /** The words after `emk`; `--yes` and what a cell needs are added. */
  readonly line: readonly string[];
  /** Its changing requests, by their routes in the endpoint table. Each is tested with every fault. */
  readonly routes: readonly string[];
  /** Requests that prepare the account. */
  readonly before?: readonly Preparation[];
  /** A command that has run before. If a fault stopped it, this command continues its work. */
  readonly first?: {
    readonly line: readonly string[];
    readonly fault?: string;
    /** How a person edits the file that it wrote. */
    readonly edits?: {readonly file: string; text(written: string): string};
  };
  /**
   * It continues where it was stopped, so that what it made before the first row is no loss if it says to try again.
   */
  readonly resumes?: true;
  /** Faults that need a running clock: a separate matrix tests them. */
  readonly without?: readonly string[];
  /** A line that keeps what this one deletes, or the other way round: it may stop at that intermediate state. */
  readonly passing?: readonly string[];
  /** It waits until the service has done what this request asks for, so the clock moves after the request. */
  readonly waitsFor?: string;
};

/** A route and its fields, requested this many times. `#` in a value is the number. */
export type Preparation = {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly times: number;
};

/** A change by its line as it is typed, with the route of its request, or of each. */
export const change = (
  name: string,
  line: string,
  routes: string | readonly string[],
  more: Omit<Change, 'name' | 'line' | 'routes'> = {},
): Change => ({name, line: words(line), routes: [routes].flat(), ...more});
