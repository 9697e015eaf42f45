import {UsageError} from '../../core/errors.js';
import {literally} from '../../core/words/sentence.js';
import type {Method, Operation} from './schema.js';

/** A route split into its method, its path as documented, and the parameters of its path and query. */
type RouteParts = {
  readonly method: Method;
  readonly path: string;
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
};

/** Splits a route: `GET /contacts/{contact_id}/history?page` has one parameter in its path and one in its query. */
export function partsOf({route}: Pick<Operation, 'route'>): RouteParts {
  const [method, target = ''] = route.split(' ') as [Method, string];
  const [path = '', query] = target.split('?');
  return {
    method,
    path,
    inPath: [...path.matchAll(braces)].map(([, name = '']) => name),
    inQuery: query?.split('&') ?? [],
  };
}

const braces = /\{([^}]*)\}/g;

/** All parameters of a route, in order. They never go into the form. */
export function routeNames(operation: Operation): readonly string[] {
  const {inPath, inQuery} = partsOf(operation);
  return [...inPath, ...inQuery];
}

/** The parameters that say which record a route is about: those of its path, or else of its query. */
export function recordNames(operation: Operation): readonly string[] {
  const {inPath, inQuery} = partsOf(operation);
  return inPath.length > 0 ? inPath : inQuery;
}

/** The parameter that names the record itself, which is the last one. A list of everything has none. */
export const recordName = (operation: Operation): string | undefined => recordNames(operation).at(-1);

export function targetOf(operation: Operation, input: Readonly<Record<string, unknown>>): string {
  const {path, inQuery} = partsOf(operation);
  const encoded = (name: string): string => encodeURIComponent(String(input[name]));
  const query = inQuery.map(name => `${name}=${encoded(name)}`).join('&');
  return `${path.replace(braces, (_, name: string) => encoded(name))}${query && `?${query}`}`;
}

/** Reads the values in a path; undefined if the path does not belong to this route. */
export function pathReader(path: string): (sent: string) => Readonly<Record<string, string>> | undefined {
  const names = [...path.matchAll(braces)].map(([, name = '']) => name);
  const fixed = path.split(/\{[^}]*\}/).map(literally);
  const pattern = new RegExp(`^${fixed.join('([^/]+)')}$`);
  return sent => {
    const values = pattern.exec(sent)?.slice(1);
    return values && Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
  };
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

/** Whether a path belongs to a route: the same parts, where a parameter of the route matches any part. */
const fits = (route: readonly string[], path: readonly string[]): boolean =>
  route.length === path.length && route.every((part, index) => part.startsWith('{') || part === path[index]);

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
