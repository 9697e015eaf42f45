/** The words in which endpoints are written down. They keep literal types, so a wrong name or value does not compile. */

import type {
  Admits,
  Decides,
  Does,
  File,
  Flat,
  InputOf,
  Kinds,
  Loose,
  Many,
  One,
  Operation,
  Param,
  Params,
  Read,
  RecordOf,
  Reference,
  Refers,
  Returns,
  Route,
  Sent,
  Several,
  Shape,
  Source,
  Tags,
  Text,
  Utr,
  Words,
} from './schema.js';

// ── Parameters ──────────────────────────────────────────────────────────────

/** Keeps the literal types of parameters that several operations share. */
export const params = <const P extends Params>(set: P): P => set;

/** Options that decide when emk refuses or stops. Help shows them in a section of their own. */
export const checking = <const P extends Params>(set: P): P => deciding(set, 'checks');

/** Options that decide which part of a list or record emk prints. Help names them, and a topic explains them. */
export const viewing = <const P extends Params>(set: P): P => deciding(set, 'list');

const deciding = <P extends Params>(set: P, decides: Decides): P =>
  Object.fromEntries(Object.entries(set).map(([name, param]) => [name, {...param, decides}])) as P;

/** The parameter that names one record: the word for it in help, what it is, and the collection that it is in. */
export const idOf = (value: string, help: string, from: Reference) =>
  ({type: 'integer', required: true, help, from, value}) as const;

/** The same for records with a code in place of an id. */
export const utrOf = (value: string, help: string, from: Reference) =>
  ({...idOf(value, help, from), type: 'text'}) as const;

// ── Records ─────────────────────────────────────────────────────────────────

export const record = <const S extends Shape>(shape: S): S => shape;

/** A field whose integers stand for these words, counted from 0. */
export const words = (...list: readonly string[]): Words => ({words: list});

/** The same for words of the service that people would not understand, each with the word that people see. */
export const wordsFor = (list: {readonly [called: string]: string}): Words => ({
  words: Object.values(list),
  called: Object.keys(list),
});

/** A field with the id of another record: a number, unless the service sends it in another form. */
export function refers(to: Reference | Kinds): Refers<'integer'>;
export function refers<const F extends Sent>(to: Reference | Kinds, holds: F, beside?: string): Refers<F>;
export function refers(to: Reference | Kinds, holds: Sent = 'integer', beside?: string): Refers {
  return {holds, refers: to, beside};
}

// ── Answers ─────────────────────────────────────────────────────────────────

export const many = <const S extends Shape>(key: string, shape: S): Many<S> => ({kind: 'many', key, shape});
/** A collection of plain words. */
export const tags = (key: string): Tags => ({kind: 'tags', key});
/** Several collections in one answer, with unknown fields. */
export const several = <const K extends string>(...keys: readonly K[]): Several<K> => ({kind: 'several', keys});
/** One record, which some endpoints wrap in an array. */
export const one = <const S extends Shape>(key: string, shape: S, inArray = false): One<S> => ({
  ...{kind: 'one', key, shape},
  inArray,
});
/** The text of a success, which some endpoints put under `errors`. */
export const text = (says: string, under: Text['under'] = 'message'): Text => ({kind: 'text', text: says, under});
export const utr: Utr = {kind: 'utr'};
export const file: File = {kind: 'file'};

// ── Operations ──────────────────────────────────────────────────────────────

export type OperationInput<O extends Operation> = InputOf<O['params']>;
export type OperationOutput<O extends Operation> = OutputOf<O['returns']>;

/** A download: its bytes, and the type that the service names. */
export type FileBody = {readonly bytes: Uint8Array; readonly type: string};

type OutputOf<R extends Returns> =
  R extends Many<infer S>
    ? RecordOf<S>[]
    : R extends Several<infer K>
      ? Record<K, Loose[]>
      : R extends One<infer S>
        ? RecordOf<S>
        : Plain[R['kind'] & keyof Plain];

type Plain = {tags: string[]; text: string; utr: {utr: string}; file: FileBody};

/**
 * Describes one endpoint. Parameters that the route names after `?` go into the query, all others into the form. A parameter of the route that is missing in `params` does not compile. `effect` has no
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
  spec: Partial<Pick<Operation, 'encoding' | 'also' | 'repeatable' | 'complainsOfAbsence'>> & {
    readonly effect: D;
    readonly admits?: A;
    readonly returns: T;
  } & ([NamesIn<R>] extends [never] ? {readonly params?: P} : {readonly params: P}),
): Operation<P, T, D, A> {
  return {encoding: 'multipart', ...spec, route, params: spec.params ?? ({} as P), admits: spec.admits as A};
}

type InRoute<R extends Route> = {readonly [K in NamesIn<R>]: Param & {readonly required: true}};

/** The parameters of a route, as types: what follows `?`. */
type NamesIn<R extends Route> = R extends `${string}?${infer Names}` ? NamesListed<Names> : never;
type NamesListed<Names extends string> = Names extends `${infer First}&${infer Rest}`
  ? First | NamesListed<Rest>
  : Names;

type DeletionOperation<P extends Params = Params> = Operation<P, Text, 'deletes', undefined>;

export const deletion = <const R extends Route, const P extends Params & InRoute<R>>(
  route: R,
  params: P,
  under?: Text['under'],
): DeletionOperation<P> =>
  operation<Route, Text, 'deletes', P>(route, {effect: 'deletes', params, returns: deleted(under)});

/** Describes a bulk deletion. All are alike: a list of ids, in the one encoding that is not multipart. */
export const bulkDeletion = (route: Route): BulkDeletion =>
  operation(route, {effect: 'deletes', params: bulkIds, encoding: 'urlencoded', returns: deleted()});

const deleted = (under?: Text['under']): Text => text('Deleted Successfully', under);

export type BulkDeletion = DeletionOperation<typeof bulkIds>;

const bulkIds = params({strIds: {type: 'text', many: true, required: true, help: 'Ids of the records to delete'}});

// ── Collections ─────────────────────────────────────────────────────────────

/** One kind of record: its fields, how to find one by name, and all operations on it. */
export type Collection<S extends Shape = Shape> = Source & {
  readonly record: S;
  readonly operations: {readonly [name: string]: Operation};
};

/** The fields of a record that tell people which one it is. */
type ReferenceExtra = 'beside' | 'place' | 'searched';

/** Declares a collection, whose record has the key and the label. */
export const collection = <const S extends Shape>(
  spec: Flat<Omit<Collection, 'record' | 'list' | 'key' | 'label' | 'labels' | 'see' | ReferenceExtra>> & {
    readonly record: S;
    /** The operation that lists them, if it is not called `list`. */
    readonly list?: Read<Params, Many<S> | Several>;
    readonly key: keyof S & string;
    readonly label: keyof S & string;
    readonly labels?: ReadonlyArray<keyof S & string>;
    beside?(record: RecordOf<S>): readonly unknown[];
    place?(record: RecordOf<S>): number;
    readonly searched?: ReadonlyArray<keyof S & string>;
    /** The command that lists them, if it is not called like them. */
    readonly see?: string;
  },
): Collection<S> => ({
  see: `emk ${spec.noun.command ?? spec.noun.many.replaceAll(' ', '-')} list`,
  list: spec.operations['list'] as Read<Params, Many<S>>,
  ...spec,
});

export const deletionOf = ({operations}: Collection): DeletionOperation => operations['delete'] as DeletionOperation;

/** The operation that deletes many of them at once, if the service has one. */
export const bulkDeletionOf = ({operations}: Collection): BulkDeletion | undefined =>
  operations['bulkDelete'] as BulkDeletion | undefined;

/** Whether batches accept the ids that emk knows. The documentation does not say which of a record's codes they mean. */
export const hasBatches = (of: Collection): boolean => of.key === 'id' && bulkDeletionOf(of) !== undefined;

export const deletionsOf = (...collections: readonly Collection[]): Operation[] =>
  collections.flatMap(of => {
    const bulk = bulkDeletionOf(of);
    return bulk && hasBatches(of) ? [deletionOf(of), bulk] : [deletionOf(of)];
  });
