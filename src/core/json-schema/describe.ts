/**
 * Describes JSON once, as a value: the JSON Schema is that value, and `TypeOf` gives its TypeScript type. Each result has
 * its shape beside it, from which code imports only the type, so that no run loads it.
 */

declare const described: unique symbol;

/** A JSON Schema (2020-12), or a part of one, and the type of what it describes. */
export type Schema<T = unknown> = {readonly [keyword: string]: unknown; readonly [described]?: T};

export type TypeOf<S> = S extends Schema<infer T> ? T : never;

export const text: Schema<string> = {type: 'string'};
export const integer: Schema<number> = {type: 'integer'};
export const number: Schema<number> = {type: 'number'};
export const boolean: Schema<boolean> = {type: 'boolean'};
/** A moment in UTC, as in 2026-03-04T12:00:00.000Z. */
export const moment: Schema<string> = {type: 'string', format: 'date-time'};
/** JSON of any form: what the service answers to `emk api`, or a JSON Schema itself. */
export const anything: Schema = {};
export default anything;

export const oneOf = <const V extends readonly (string | number | boolean)[]>(...values: V): Schema<V[number]> => ({
  type: typeof values[0],
  enum: values,
});

export function nullable<T>(schema: Schema<T>): Schema<T | null> {
  const {type, enum: values} = schema;
  if (typeof type !== 'string') return {anyOf: [schema, {type: 'null'}]};
  return {...schema, type: [type, 'null'], ...(Array.isArray(values) && {enum: [...values, null]})};
}

export const either = <const S extends readonly Schema[]>(...schemas: S): Schema<TypeOf<S[number]>> => ({
  anyOf: schemas,
});

export const listOf = <T>(items: Schema<T>): Schema<readonly T[]> => ({type: 'array', items});

/** An object whose names are data, such as those of fields. */
export const mapOf = <T>(values: Schema<T>): Schema<Readonly<Record<string, T>>> => ({
  type: 'object',
  additionalProperties: values,
});

export const optional = <S extends Schema>(schema: S): Optional<S> => ({optional: schema});

export const about = <T>(description: string, schema: Schema<T>): Schema<T> => ({...schema, description});

/** An object with these properties, those that are not optional always there. */
export const object = <const P extends Properties>(properties: P): Schema<ObjectOf<P>> => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, isOptional(each) ? each.optional : each]),
  ),
  required: Object.keys(properties).filter(name => !isOptional(properties[name])),
});

type Optional<S extends Schema = Schema> = {readonly optional: S};

type Properties = {readonly [name: string]: Schema | Optional};

type ObjectOf<P extends Properties> = {
  readonly [K in keyof P as P[K] extends Optional ? never : K]: TypeOf<P[K]>;
} & {
  readonly [K in keyof P as P[K] extends Optional ? K : never]?: P[K] extends Optional<infer S> ? TypeOf<S> : never;
} extends infer O
  ? {[K in keyof O]: O[K]}
  : never;

const isOptional = (property: Schema | Optional | undefined): property is Optional =>
  property !== undefined && Object.hasOwn(property, 'optional');
