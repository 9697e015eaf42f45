import {partsOf} from '../../api/operation.js';
import type {Operation} from '../../api/schema.js';

/** Every path of the API with the methods it answers to. */
export type Routes = ReadonlyMap<string, ReadonlyMap<string, Operation>>;

/** Lays the operations out by path and method, second methods included. */
export function routesOf(operations: Iterable<Operation>): Routes {
  const routes = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    const {method, path} = partsOf(operation);
    const methods = routes.get(path) ?? new Map<string, Operation>();
    for (const name of operation.also === undefined ? [method] : [method, operation.also]) methods.set(name, operation);
    routes.set(path, methods);
  }
  return routes;
}

/** Every operation of the API by its route. */
export async function operationsByRoute(): Promise<ReadonlyMap<string, Operation>> {
  const {loadOperations} = await import('../../endpoints/all.js');
  return new Map((await loadOperations()).map(operation => [operation.route, operation]));
}
