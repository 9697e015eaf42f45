import type {Method, Operation} from './schema.js';

/** A route split into its method, its path as documented, and the parameters of its query. */
type RouteParts = {readonly method: Method; readonly path: string; readonly inQuery: readonly string[]};

/** Splits a route: `GET /contacts/details?contact_id` has one parameter in its query. */
export function partsOf({route}: Pick<Operation, 'route'>): RouteParts {
  const [method, target = ''] = route.split(' ') as [Method, string];
  const [path = '', query] = target.split('?');
  return {method, path, inQuery: query?.split('&') ?? []};
}

/** All parameters of a route, in order: they say which record it is about, and never go into the form. */
export const routeNames = (operation: Operation): readonly string[] => partsOf(operation).inQuery;

/** The parameter that names the record itself, which is the last one. A list of everything has none. */
export const recordName = (operation: Operation): string | undefined => routeNames(operation).at(-1);
