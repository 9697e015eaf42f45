import type {Schema} from '../../json-schema/describe.js';
import type {NamedSchema} from './named-schemas.js';

/** A schema as a document of its own. */
export const toDocument = ({name, schema}: NamedSchema): Schema => ({
  $schema: DIALECT,
  title: titleOf(name),
  ...schema,
});

/** One document with every schema under its name. A record stands in it once, and is referred to by what holds it. */
export function allSchemas(all: readonly NamedSchema[]): Schema {
  const records = new Map(all.filter(({kind}) => kind === 'record').map(({name, schema}) => [schema, keyOf(name)]));
  const entries = all.flatMap(({name, kind, schema}) => {
    const {$defs, ...body} = kind === 'record' ? schema : (withReferences(schema, records) as Schema);
    return [
      ...Object.entries({...($defs as object | undefined)}),
      [keyOf(name), {title: titleOf(name), ...body}] as const,
    ];
  });
  return {$schema: DIALECT, title: 'Everything that emk prints as JSON', $defs: Object.fromEntries(entries)};
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

const titleOf = (name: string): string => `emk ${name}`;

/** Names stand in references, where a space would have to be encoded. */
const keyOf = (name: string): string => name.replaceAll(' ', '-');

function withReferences(part: unknown, records: ReadonlyMap<unknown, string>): unknown {
  const record = records.get(part);
  if (record !== undefined) return {$ref: `#/$defs/${record}`};
  if (Array.isArray(part)) return part.map(each => withReferences(each, records));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, withReferences(each, records)]));
}
