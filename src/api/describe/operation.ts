import {params, text} from './notation.js';
import type {NamesIn} from './route.js';
import type {
  Admits,
  Does,
  File,
  InputOf,
  Loose,
  Many,
  Method,
  One,
  Operation,
  Param,
  Params,
  RecordOf,
  Returns,
  Route,
  Several,
  Tags,
  Text,
  Utr,
} from './schema.js';

export type OperationInput<O extends Operation> = InputOf<O['params']>;
export type OperationOutput<O extends Operation> = OutputOf<O['returns']>;

/** A download: its bytes, and the type that the service names. */
export type FileBody = {readonly bytes: Uint8Array; readonly type: string};

/** What an answer holds, as its description says. */
type OutputOf<R extends Returns> =
  R extends Many<infer S>
    ? RecordOf<S>[]
    : R extends Tags
      ? string[]
      : R extends Several<infer K>
        ? Record<K, Loose[]>
        : R extends One<infer S>
          ? RecordOf<S>
          : R extends Text
            ? string
            : R extends Utr
              ? {utr: string}
              : R extends File
                ? FileBody
                : never;

/**
 * Describes one endpoint. Parameters that the route names in braces go into the path, those after `?` into the query,
 * all others into the form. A parameter of the route that is missing in `params` does not compile. `effect` has no
 * default, because the method does not tell: five GETs of this API change the account. A change is sent only with a
 * permit, and one that `admits` people only past the door of `people`.
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
    readonly repeatable?: true;
    readonly complainsOfAbsence?: readonly string[];
  } & ([NamesIn<R>] extends [never] ? {readonly params?: P} : {readonly params: P}),
): Operation<P, T, D, A> {
  return {
    route,
    also: spec.also,
    params: spec.params ?? ({} as P),
    returns: spec.returns,
    effect: spec.effect,
    admits: spec.admits as A,
    encoding: spec.encoding ?? 'multipart',
    repeatable: spec.repeatable,
    complainsOfAbsence: spec.complainsOfAbsence,
  };
}

/** Describes the deletion of the one record that the route names. */
export const deletion = <const R extends Route, const P extends Params & InRoute<R>>(
  route: R,
  params: P,
  returns: Text = text('Deleted Successfully'),
): Operation<P, Text, 'deletes', undefined> =>
  operation<Route, Text, 'deletes', P>(route, {effect: 'deletes', params, returns});

/** Describes a bulk deletion. All are alike: a list of ids, in the one encoding that is not multipart. */
export const bulkDeletion = (route: Route): BulkDeletion =>
  operation(route, {effect: 'deletes', params: bulkIds, encoding: 'urlencoded', returns: text('Deleted Successfully')});

export type BulkDeletion = Operation<typeof bulkIds, Text, 'deletes', undefined>;

const bulkIds = params({strIds: {type: 'text', many: true, required: true, help: 'Ids of the records to delete'}});

type InRoute<R extends Route> = {readonly [K in NamesIn<R>]: Param & {readonly required: true}};
