import {
  type Effect,
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
Describes one endpoint.

A parameter that the route names after `?` travels in the query; every other one travels in the form.
The route's parameter must be among `params`: forgetting it does not compile. Neither does forgetting `effect`,
since the method says nothing about it: five GETs of this API change the account.
*/
export function operation<
  const R extends Route,
  const T extends Returns,
  const P extends Params & InQuery<R> = InQuery<R>,
>(
  route: R,
  spec: {
    readonly effect: Effect;
    readonly returns: T;
    readonly encoding?: 'urlencoded';
    readonly also?: Method;
    readonly complainsOfAbsence?: readonly string[];
  } & ([QueryName<R>] extends [never] ? {readonly params?: P} : {readonly params: P}),
): Operation<P, T> {
  return {
    route,
    also: spec.also,
    params: spec.params ?? ({} as P),
    returns: spec.returns,
    effect: spec.effect,
    encoding: spec.encoding ?? 'multipart',
    complainsOfAbsence: spec.complainsOfAbsence,
  };
}

/** Describes one of the bulk deletions, which are all alike: a list of ids, in the one encoding that is not multipart. */
export const bulkDeletion = (route: Route): BulkDeletion =>
  operation(route, {effect: 'deletes', params: bulkIds, encoding: 'urlencoded', returns: text('Deleted Successfully')});

export type BulkDeletion = Operation<typeof bulkIds, Text>;

const bulkIds = params({
  strIds: {type: 'text', many: true, required: true, help: 'Ids of the records to delete'},
});

/** A route split into its method, path and query parameter. */
export function partsOf({route}: Operation): {method: Method; path: string; query: string | undefined} {
  const [method, target = ''] = route.split(' ') as [Method, string];
  const [path = '', query] = target.split('?');
  return {method, path, query};
}

/** The query parameter that a route names, if any. */
export const queryName = (operation: Operation): string | undefined => partsOf(operation).query;

type QueryName<R extends Route> = R extends `${string}?${infer Name}` ? Name : never;
type InQuery<R extends Route> = {readonly [K in QueryName<R>]: Param & {readonly required: true}};
