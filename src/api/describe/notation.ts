/** The words in which endpoints are written down. They keep literal types, so a wrong name or value does not compile. */
import type {
  Decides,
  File,
  Kinds,
  Many,
  One,
  Params,
  Reference,
  Refers,
  Sent,
  Several,
  Shape,
  Tags,
  Text,
  Utr,
  Words,
} from './schema.js';

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

/** Keeps the literal types of a record's fields. */
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
