import {partsOf, pathReader} from '../../api/describe/route.js';
import type {Operation} from '../../api/describe/schema.js';

/** What answers at a path: an operation for each method, and the values in the path. */
type Routed = {readonly methods: ReadonlyMap<string, Operation>; readonly values: Readonly<Record<string, string>>};

/** Finds what answers at a path of the API. */
export type Routes = (path: string) => Routed | undefined;

/** Indexes the operations by path and method, including second methods. A path without parameters comes first. */
export function routesOf(operations: Iterable<Operation>): Routes {
  const byPath = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    const {method, path} = partsOf(operation);
    const methods = byPath.get(path) ?? new Map<string, Operation>();
    for (const name of operation.also === undefined ? [method] : [method, operation.also]) methods.set(name, operation);
    byPath.set(path, methods);
  }
  const patterns = [...byPath].flatMap(([path, methods]) =>
    path.includes('{') ? [{read: pathReader(path), methods}] : [],
  );
  return path => {
    const methods = byPath.get(path);
    if (methods) return {methods, values: {}};
    for (const {read, methods} of patterns) {
      const values = read(path);
      if (values) return {methods, values: decoded(values)};
    }
    return undefined;
  };
}

const decoded = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decodeURIComponent(value)]));

export async function operationsByRoute(): Promise<ReadonlyMap<string, Operation>> {
  const {loadOperations} = await import('../../endpoints/all.js');
  return new Map((await loadOperations()).map(operation => [operation.route, operation]));
}
