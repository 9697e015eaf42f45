import type {Schema} from '../json-schema/describe.js';
import {capital} from '../words/sentence.js';

/** TypeScript types of JSON Schemas, one for each name. A part that has a name of its own is referred to by it. */
export function typescriptOf(schemas: Readonly<Record<string, Schema>>): string {
  return Object.entries(schemas)
    .map(([name, schema]) => `${aboutIt(schema, '')}export type ${typeName(name)} = ${typeOf(schema, '')};\n`)
    .join('\n');
}

/** `contacts-import` is `ContactsImport`. */
const typeName = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join('');

/** The type of one schema. `indent` is that of the line it begins on. */
function typeOf(schema: Schema, indent: string): string {
  const {$ref, anyOf, enum: values, type} = schema;
  if (typeof $ref === 'string') return typeName($ref.split('/').at(-1) ?? '');
  if (Array.isArray(anyOf)) return unionOf(anyOf.map(each => typeOf(each as Schema, indent)));
  if (Array.isArray(values)) return unionOf(values.map(value => JSON.stringify(value)));
  const types = Array.isArray(type) ? type : [type];
  return unionOf(types.map(each => ofType(String(each), schema, indent)));
}

function ofType(type: string, {items, properties, additionalProperties, required}: Schema, indent: string): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return `ReadonlyArray<${typeOf((items ?? {}) as Schema, indent)}>`;
  if (type !== 'object') return ['string', 'number', 'boolean', 'null'].includes(type) ? type : 'unknown';
  const inside = `${indent}  `;
  const names = new Set(Array.isArray(required) ? required : []);
  const lines = Object.entries((properties ?? {}) as Readonly<Record<string, Schema>>).map(
    ([name, each]) =>
      `${aboutIt(each, inside)}${inside}readonly ${propertyName(name)}${names.has(name) ? '' : '?'}: ${typeOf(each, inside)};\n`,
  );
  const others =
    typeof additionalProperties === 'object' && additionalProperties !== null
      ? typeOf(additionalProperties as Schema, inside)
      : additionalProperties === true
        ? 'unknown'
        : undefined;
  const more = others === undefined ? '' : `${inside}readonly [name: string]: ${others};\n`;
  return lines.length === 0 && more === '' ? 'object' : `{\n${lines.join('')}${more}${indent}}`;
}

const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

const unionOf = (types: readonly string[]): string => [...new Set(types)].join(' | ');

const aboutIt = ({description}: Schema, indent: string): string =>
  typeof description === 'string' ? `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n` : '';
