import type {NamesIn} from './route.js';
import {
  type Admits,
  type Does,
  type InputOf,
  type Method,
  type Operation,
  type OutputOf,
  type Param,
  type Params,
  params,
  type Returns,
  type Route,
  type Text,
  text,
} from './schema.js';

export type OperationInput<O extends Operation> = InputOf<O['params']>;
export type OperationOutput<O extends Operation> = OutputOf<O['returns']>;

/**
 * Describes one endpoint. Parameters that the route names in braces go into the path, those after `?` into the query,
 * all others into the form. A parameter of the route that is missing in `params` does not compile. A GET has no form
 * unless `formBecause` says why. `effect` has no default, because the method does not tell: five GETs of this API
 * change the account. A change is sent only with a permit, and one that `admits` people only past the door of `who-left`.
 */
export function operation<
  const R extends Route,
  const T extends Returns,
  const D extends Does,
  const P extends Params & InRoute<R> = InRoute<R>,
  const A extends Admits = undefined,
>(
  route: R,
  spec: {
    readonly effect: D;
    readonly admits?: A;
    readonly returns: T;
    readonly encoding?: 'urlencoded';
    readonly also?: Method;
    readonly complainsOfAbsence?: readonly string[];
  } & ([NamesIn<R>] extends [never] ? {readonly params?: P} : {readonly params: P}) &
    FormOf<R, P>,
): Operation<P, T, D, A> {
  return {
    route,
    also: spec.also,
    params: spec.params ?? ({} as P),
    returns: spec.returns,
    effect: spec.effect,
    admits: spec.admits as A,
    encoding: spec.encoding ?? 'multipart',
    complainsOfAbsence: spec.complainsOfAbsence,
  };
}

/** Describes a bulk deletion. All are alike: a list of ids, in the one encoding that is not multipart. */
export const bulkDeletion = (route: Route): BulkDeletion =>
  operation(route, {effect: 'deletes', params: bulkIds, encoding: 'urlencoded', returns: text('Deleted Successfully')});

export type BulkDeletion = Operation<typeof bulkIds, Text, 'deletes', undefined>;

const bulkIds = params({strIds: {type: 'text', many: true, required: true, help: 'Ids of the records to delete'}});

type InRoute<R extends Route> = {readonly [K in NamesIn<R>]: Param & {readonly required: true}};

/** Whether an operation has a form. Servers and proxies may drop the form of a GET, so such a form needs a reason. */
type FormOf<R extends Route, P extends Params> = R extends `GET ${string}`
  ? Exclude<keyof P, NamesIn<R>> extends infer Sent
    ? [Sent] extends [never]
      ? {readonly formBecause?: never}
      : string extends Sent
        ? {readonly formBecause?: string}
        : {readonly formBecause: string}
    : never
  : {readonly formBecause?: never};
