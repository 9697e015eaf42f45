import type {NamesIn} from './route.js';
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

A parameter that the route names in braces travels in the path, one after `?` in the query, every other one in the form.
What the route names must be among `params`: forgetting it does not compile. A GET carries no form unless `formBecause`
says why. `effect` has no default, since the method says nothing about it: five GETs of this API change the account.
*/
export function operation<
  const R extends Route,
  const T extends Returns,
  const P extends Params & InRoute<R> = InRoute<R>,
>(
  route: R,
  spec: {
    readonly effect: Effect;
    readonly returns: T;
    readonly encoding?: 'urlencoded';
    readonly also?: Method;
    readonly complainsOfAbsence?: readonly string[];
  } & ([NamesIn<R>] extends [never] ? {readonly params?: P} : {readonly params: P}) &
    FormOf<R, P>,
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

type InRoute<R extends Route> = {readonly [K in NamesIn<R>]: Param & {readonly required: true}};

/** Servers and proxies may drop the form of a GET, so one that has it says why the service reads it. */
type FormOf<R extends Route, P extends Params> = R extends `GET ${string}`
  ? Exclude<keyof P, NamesIn<R>> extends infer Sent
    ? [Sent] extends [never]
      ? {readonly formBecause?: never}
      : string extends Sent
        ? {readonly formBecause?: string}
        : {readonly formBecause: string}
    : never
  : {readonly formBecause?: never};
