import type {Fault, FaultKind} from './fault-text.js';

/** The faults that are on, with what is left of each. */
export type Faults = {
  add(...faults: readonly Fault[]): void;
  clear(): void;
  /** Those still on, with how many more requests each befalls. */
  list(): ReadonlyArray<{readonly fault: Fault; readonly left: number | undefined}>;
  /** What befalls a request. Asking uses it up. */
  befalling(method: string, path: string): Befalling;
};

/** What happens to one request: at most one fate, and whatever bends the answer. */
export type Befalling = {readonly names: readonly string[]; of(kind: FaultKind): Fault | undefined};

/** Kinds that go with any other; of the rest a request meets only the first. */
const bending = new Set<FaultKind>(['latency', 'slow-drip', 'list-cap', 'accept-part', 'php-warning']);

/** Keeps a list of faults, each counting the requests it meets. */
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
    befalling: (method, path) => {
      const met: Fault[] = [];
      for (const entry of on) {
        if (!covers(entry.fault, method, path)) continue;
        if (!bending.has(entry.fault.kind) && met.some(({kind}) => !bending.has(kind))) continue;
        if (entry.skip > 0) {
          entry.skip -= 1;
          continue;
        }
        if (entry.left === 0) continue;
        if (entry.left !== undefined) entry.left -= 1;
        met.push(entry.fault);
      }
      return {names: met.map(({kind}) => kind), of: kind => met.find(fault => fault.kind === kind)};
    },
  };
}

const counting = (fault: Fault) => ({fault, left: fault.times, skip: fault.after});

const covers = (fault: Fault, method: string, path: string): boolean =>
  (fault.method === '*' || fault.method === method) &&
  (fault.path === path || (fault.path.endsWith('*') && path.startsWith(fault.path.slice(0, -1))));
