import {UsageError} from '../../core/errors.js';
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

export function targetOf(operation: Operation, input: Readonly<Record<string, unknown>>): string {
  const {path, inQuery} = partsOf(operation);
  const query = inQuery.map(name => `${name}=${encodeURIComponent(String(input[name]))}`).join('&');
  return `${path}${query && `?${query}`}`;
}

/** Refuses a path that does not fit into the first line of a request, or that leads out of the API. */
export function checkAddress(path: string): void {
  const odd = /[^\x21-\x7e]|[#\\]/u.exec(path)?.[0];
  if (odd !== undefined) {
    throw new UsageError(`A path cannot have ${JSON.stringify(odd)}.`, {
      hint: `Write it percent-encoded: ${encodeURIComponent(odd)}`,
    });
  }
  if (/(^|\/)\.\.?(\/|$)/.test(comparablePath(path)))
    throw new UsageError('A path cannot have the parts "." or "..".', {hint: 'Write the whole path.'});
}

/**
 * The operation behind an address in any spelling: servers decode it, and most ignore an extra slash. With another
 * method, it is still the operation at this address, because PHP lets a form field override the method. Only the server
 * knows where the API begins, so operations that change something are recognised by the end of the address.
 */
export function operationAt(
  method: Method,
  path: string,
  baseUrl: string,
  all: readonly Operation[],
): Operation | undefined {
  const typed = partsOfPath(comparablePath(path));
  const full = partsOfPath(comparablePath(`${new URL(baseUrl).pathname}/${path}`));
  const here = all.filter(operation => {
    const own = partsOfPath(partsOf(operation).path.toLowerCase());
    if (fits(own, typed) || fits(['api', ...own], full)) return true;
    return operation.effect !== 'reads' && fits(own, full.slice(-own.length));
  });
  return (
    here.find(operation => partsOf(operation).method === method || operation.also === method) ??
    here.find(({effect}) => effect !== 'reads')
  );
}

const partsOfPath = (path: string): readonly string[] => path.split('/').filter(part => part !== '');

/** Whether a path belongs to a route. */
const fits = (route: readonly string[], path: readonly string[]): boolean => route.join('/') === path.join('/');

/** A path in the spelling that is compared: without its query, decoded, in lower case, single slashes. */
const comparablePath = (path: string): string =>
  decoded(path.split('?')[0] ?? '')
    .trim()
    .toLowerCase()
    .replace(/\/+/g, '/')
    .replace(/(?<=.)\/$/, '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
