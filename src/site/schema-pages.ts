import type {Schema} from '../json-schema/describe.js';
import type {NamedSchema} from '../schema/command/named-schemas.js';
import {allSchemas, toDocument} from '../schema/command/named-schemas.js';
import {orList} from '../words/sentence.js';
import {escaped, type Page} from './page.js';

/** The JSON Schema of everything that emk prints, as files: one for each, and one with all of them. */
export const schemaFiles = (schemas: readonly NamedSchema[]): ReadonlyMap<string, string> =>
  new Map([
    ...schemas.map(schema => [fileOf(schema), printed(toDocument(schema))] as const),
    ['schemas/all.json', printed(allSchemas(schemas))] as const,
  ]);

/** The records with their fields, and where the schema of everything else is. */
export const schemaPage = (schemas: readonly NamedSchema[]): Page => ({
  path: 'help/schemas',
  title: 'Records and schemas',
  summary: 'The fields of each record, and the JSON Schema of everything that emk prints.',
  body: [
    'The fields of each record, and the JSON Schema of everything that emk prints.',
    'The schemas are made from the types that emk itself is written with. All of them are in [one file](/schemas/all.json); [`emk schema`](/commands/schema.md) prints them too.',
    ...ofKind(schemas, 'record').flatMap(schema => [
      `## ${schema.name}`,
      `[JSON Schema](/${fileOf(schema)})`,
      fields(schema.schema),
    ]),
    '## Messages',
    ofKind(schemas, 'message').map(link).join('\n'),
    '## What commands print',
    ofKind(schemas, 'command').map(link).join('\n'),
  ].join('\n\n'),
});

const ofKind = (schemas: readonly NamedSchema[], kind: NamedSchema['kind']): readonly NamedSchema[] =>
  schemas.filter(schema => schema.kind === kind);

/** The names of records and commands differ where both exist: `contacts` is a record, `contacts list` a command. */
const fileOf = ({name}: NamedSchema): string => `schemas/${name.replaceAll(' ', '-')}.json`;

const printed = (schema: Schema): string => `${JSON.stringify(schema, undefined, 2)}\n`;

const link = (schema: NamedSchema): string => `- [\`${schema.name}\`](/${fileOf(schema)})`;

const fields = (schema: Schema): string =>
  [
    '| Field | Type | Notes |',
    '|---|---|---|',
    ...Object.entries((schema as {properties?: Readonly<Record<string, Schema>>}).properties ?? {}).map(
      ([name, schema]) => `| \`${name}\` | ${escaped(typeIn(schema))} | ${escaped(noteIn(schema))} |`,
    ),
  ].join('\n');

/** The type of a field in a word: `text`, `number or null`, `list`. */
function typeIn(schema: Schema): string {
  const {type, anyOf, enum: values} = schema as {type?: unknown; anyOf?: readonly Schema[]; enum?: readonly unknown[]};
  if (values) return orList(values.map(String));
  if (anyOf) return orList([...new Set(anyOf.map(typeIn))]);
  const names = Array.isArray(type) ? type : [type ?? 'anything'];
  return orList(names.map(name => words[String(name)] ?? String(name)));
}

const words: Readonly<Record<string, string>> = {string: 'text', array: 'list', boolean: 'true or false'};

const noteIn = (schema: Schema): string => {
  const {description, format} = schema as {description?: string; format?: string};
  return description ?? format ?? '';
};
