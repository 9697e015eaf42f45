import type {BulkDeletion} from './operation.js';
import type {Flat, Many, Operation, Params, Read, RecordOf, Several, Shape, Source, Text} from './schema.js';

/** One kind of record: its fields, how to find one by name, and all operations on it. */
export type Collection<S extends Shape = Shape> = Source & {
  readonly record: S;
  readonly operations: {readonly [name: string]: Operation};
};

/** The fields of a record that tell people which one it is. */
type Described = 'group' | 'beside' | 'place' | 'searched';

/** Declares a collection, whose record has the key and the label. */
export const collection = <const S extends Shape>(
  spec: Flat<Omit<Collection, 'record' | 'list' | 'key' | 'label' | 'labels' | 'see' | Described>> & {
    readonly record: S;
    /** The operation that lists them, if it is not called `list`. */
    readonly list?: Read<Params, Many<S> | Several>;
    readonly key: keyof S & string;
    readonly label: keyof S & string;
    readonly labels?: ReadonlyArray<keyof S & string>;
    readonly group?: keyof S & string;
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

export const deletionOf = ({operations}: Collection): Deletion => operations['delete'] as Deletion;

/** The operation that deletes one record. */
type Deletion = Operation<Params, Text, 'deletes', undefined>;

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
