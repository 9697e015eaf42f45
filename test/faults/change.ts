import type {FaultKind} from '../../src/sandbox/http/faults/kinds.js';

/** A command that changes the demo account, as a line for a script. */
export type Change = {
  readonly name: string;
  /** The words after `emk`; `--yes` and all that a cell needs besides are added to them. */
  readonly line: readonly string[];
  /** The changing requests that it makes, by their routes as the endpoint table writes them. Each is struck by every fault. */
  readonly routes: readonly string[];
  /** Requests that prepare the account. */
  readonly before?: readonly Preparation[];
  /** A command that has run before. Where a fault stopped it, it has done a part of what this one goes on with. */
  readonly first?: {readonly line: readonly string[]; readonly fault?: string};
  /** It goes on where it was stopped, so that what it made before the first row is no loss when it says to try again. */
  readonly resumes?: true;
  /** Faults that take the clock's running on: they are left to a matrix of its own. */
  readonly without?: readonly FaultKind[];
  /** A line that keeps what it takes away again, or the other way round: it may stop on the way to what that one makes. */
  readonly passing?: readonly string[];
  /** It waits until the service has done what this request asks for, so the clock is moved once it was made. */
  readonly waitsFor?: string;
};

/** A route and its fields, asked for as often as it says. `#` in a value is the number. */
export type Preparation = {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly times: number;
};
