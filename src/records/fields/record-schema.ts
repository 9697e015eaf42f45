import type {Field, RecordOf, Shape} from '../../api/describe/schema.js';
import {
  about,
  boolean,
  integer,
  listOf,
  mapOf,
  moment,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Schema,
  text,
} from '../../core/json-schema/describe.js';
import {isRefers, kindOfField, sentWordsOf} from './field.js';

/**
 * The JSON Schema of a record. It allows more fields than are documented, because emk passes on what the service sent.
 * One shape has one schema, by which it is known again.
 */
export function schemaOfShape<const S extends Shape>(shape: S): Schema<RecordOf<S>> {
  const made = known.get(shape) ?? {...object(propertiesOf(shape)), additionalProperties: true};
  known.set(shape, made);
  return made as Schema<RecordOf<S>>;
}

const known = new WeakMap<Shape, Schema>();

const propertiesOf = (shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, isOptional(field) ? optional(ofField(field)) : ofField(field)]),
  );

const isOptional = (field: Field): boolean => typeof field === 'string' && field.endsWith('?');

function ofField(field: Field): Schema {
  if (typeof field === 'string') {
    const schema: Schema = schemas[kindOfField(field) as keyof typeof schemas];
    return field.endsWith('|null') ? nullable(schema) : schema;
  }
  if (isRefers(field)) return ofField(field.holds);
  const words = sentWordsOf(field);
  if (words) return about(words.map((word, value) => `${value}: ${word}`).join(', '), integer);
  const [items] = field as readonly [Field | Shape];
  return listOf(typeof items === 'string' ? ofField(items) : schemaOfShape(items as Shape));
}

const schemas = {
  text,
  address: about('An email address', text),
  integer,
  boolean,
  flag: about('0: no, 1: yes', oneOf(0, 1)),
  timestamp: moment,
  moment: about("YYYY-MM-DD HH:MM:SS, on the account's clock", text),
  date: about('YYYY-MM-DD, of zeros where there is none', text),
  time: about('HH:MM:SS', text),
  uuid: text,
  rate: about('A share: 0.25 is a quarter', number),
  custom: about(
    'The values of custom fields by their names',
    mapOf({...object({field_name: text, field_value: nullable(text)}), additionalProperties: true}),
  ),
  json: {},
} as const;
