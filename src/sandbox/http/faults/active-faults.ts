import {pathReader} from '../../../api/describe/route.js';
import type {Fault} from './fault-text.js';
import type {OptionValues, Stage, Stages} from './kind.js';
import {faultKinds} from './kinds.js';

/** The active faults, with the remaining count of each. */
export type Faults = {
  add(...faults: readonly Fault[]): void;
  clear(): void;
  /** The active faults, each with its remaining requests; unlimited if undefined. */
  list(): ReadonlyArray<{readonly fault: Fault; readonly left: number | undefined}>;
  /** The faults that apply to a request. Each call uses them up. */
  meet(method: string, path: string): FaultsMet;
};

/** The faults that apply to one request. */
export type FaultsMet = {
  readonly names: readonly string[];
  /** Applies them at a stage: returns the value after each has changed it. */
  at<S extends Stage>(stage: S, value: Stages[S]): Stages[S];
};

/** Keeps a list of faults, each with a count of its requests. */
export function createFaults(initial: readonly Fault[] = []): Faults {
  let on = initial.map(counting);

  return {
    add: (...faults) => {
      on.push(...faults.map(counting));
    },
    clear: () => {
      on = [];
    },
    list: () => on.map(({fault, left}) => ({fault, left})),
    meet: (method, path) => {
      const met: Fault[] = [];
      for (const entry of on) {
        if (!covers(entry.fault, method, path)) continue;
        if (isAlone(entry.fault) && met.some(isAlone)) continue;
        if (isDue(entry)) met.push(entry.fault);
      }
      return actingTogether(met);
    },
  };
}

/** The faults that act together: the first of each kind. One that acts alone comes last: its reply is final. */
function actingTogether(met: readonly Fault[]): FaultsMet {
  const first = met.filter(({kind}, index) => met.findIndex(other => other.kind === kind) === index);
  const inOrder = [...first.filter(fault => !isAlone(fault)), ...first.filter(isAlone)];
  return {
    names: met.map(({kind}) => kind),
    at: (stage, value) => inOrder.reduce((changed, fault) => act(fault, stage, changed), value),
  };
}

function act<S extends Stage>({kind, options}: Fault, stage: S, value: Stages[S]): Stages[S] {
  const acts: {readonly [K in Stage]?: (value: Stages[K], options: OptionValues) => Stages[K]} = faultKinds[kind].acts;
  const change = acts[stage];
  return change ? change(value, options) : value;
}

const isAlone = ({kind}: Fault): boolean => faultKinds[kind].meets === 'alone';

const counting = (fault: Fault) => ({fault, left: fault.times, skip: fault.after});

/** Whether a fault acts on this request. Counts down the requests before its first, and those it has left. */
function isDue(entry: ReturnType<typeof counting>): boolean {
  if (entry.skip > 0) {
    entry.skip -= 1;
    return false;
  }
  if (entry.left === undefined) return true;
  if (entry.left === 0) return false;
  entry.left -= 1;
  return true;
}

const covers = (fault: Fault, method: string, path: string): boolean =>
  (fault.method === '*' || fault.method === method) &&
  (pathReader(fault.path)(path) !== undefined ||
    (fault.path.endsWith('*') && path.startsWith(fault.path.slice(0, -1))));
