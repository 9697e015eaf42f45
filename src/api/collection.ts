import type {Flat, Operation, Shape, Source} from './schema.js';

/** One kind of record: its fields, how one is found by name, and every operation on it. A file of endpoints gives one. */
export type Collection = Source & {
  readonly record: Shape;
  readonly operations: {readonly [name: string]: Operation};
};

/** Declares a collection, checking that its key and label are fields of its record. */
export const collection = <const S extends Shape>(
  spec: Flat<Omit<Collection, 'record' | 'key' | 'label'>> & {
    readonly record: S;
    readonly key: keyof S & string;
    readonly label: keyof S & string;
  },
): Collection => spec;
