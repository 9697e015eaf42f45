import {UsageError} from '../../core/errors.js';
import {partsOf, routeNames} from './route.js';
import type {BodyEncoding, Does, Method, Operation} from './schema.js';

export type FormField = readonly [name: string, value: string | FilePart];

/** A file in a form: read from a path, or in memory with the name for the service. */
type FilePart = {readonly path: string} | {readonly name: string; readonly bytes: Uint8Array};

/** What goes over the wire, before it is encoded. `--dry-run` prints this too. */
export type ApiRequest<D extends Does = Does> = {
  readonly method: Method;
  readonly path: string;
  readonly encoding: BodyEncoding;
  readonly fields: readonly FormField[];
  readonly effect: D;
};

/** Turns an operation's input into a request, without reading files or sending anything. */
export function toRequest(operation: Operation, input: Readonly<Record<string, unknown>>): ApiRequest {
  const inRoute = routeNames(operation);
  return {
    method: partsOf(operation).method,
    path: targetOf(operation, input),
    encoding: operation.encoding,
    fields: Object.entries(operation.params)
      .filter(([name]) => !inRoute.includes(name) && input[name] !== undefined)
      .flatMap(([name, param]) => toFields(name, param.type, input[name])),
    effect: operation.effect,
  };
}

function targetOf(operation: Operation, input: Readonly<Record<string, unknown>>): string {
  const {path, inQuery} = partsOf(operation);
  const query = inQuery.map(name => `${name}=${encodeURIComponent(String(input[name]))}`).join('&');
  return `${path}${query && `?${query}`}`;
}

function toFields(name: string, type: string, value: unknown): FormField[] {
  // A form cannot contain an empty list: without the field the list would not change, but a blank item empties it.
  if (Array.isArray(value) && value.length === 0) return [[name, '']];
  if (Array.isArray(value)) return value.map((item, index) => [`${name}[${index}]`, String(item)]);
  if (type === 'file') return [[name, typeof value === 'string' ? {path: value} : (value as FilePart)]];
  return [[name, type === 'flag' ? String(Number(value)) : String(value)]];
}

/** The fields of a form that can contain only texts. */
export function textsOfForm(fields: readonly FormField[]): Array<[name: string, text: string]> {
  return fields.map(([name, value]) => {
    if (typeof value === 'string') return [name, value];
    throw new UsageError(`A urlencoded form cannot send the file in "${name}".`, {
      hint: 'Send files in a multipart form, which is the default.',
    });
  });
}
