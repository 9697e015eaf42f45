import type {Tree} from '../../commands/tree-words.js';
import {loadCollections} from '../../endpoints/all.js';
import {commandsOf, loadTree} from '../../help/tree.js';
import {about, type Schema} from '../../json-schema/describe.js';
import {errorDocument, lines, plannedRequests} from '../../output/results/documents.schema.js';
import writtenFile from '../../output/results/written-file.schema.js';
import {schemaOfShape} from '../../records/fields/record-schema.js';
import {schemaOfCommand} from '../schema-of-command.js';

/** A schema by the words that ask for it. */
export type NamedSchema = {
  readonly name: string;
  readonly kind: 'record' | 'command' | 'message' | 'file';
  readonly schema: Schema;
};

/** Everything that emk prints as JSON: records, what each command gives, what comes beside it; and the files it reads. */
export async function namedSchemas(tree: Tree): Promise<readonly NamedSchema[]> {
  const records = (await loadCollections()).map(
    ({path: name, record}): NamedSchema => ({name, kind: 'record', schema: schemaOfShape(record)}),
  );
  const commands = commandsOf(await loadTree(tree)).map(async ({path, command}): Promise<NamedSchema | undefined> => {
    const schema = await schemaOfCommand(command);
    return schema && {name: path.join(' '), kind: 'command', schema};
  });
  return [
    ...records,
    ...(await Promise.all(commands)).filter(each => each !== undefined),
    ...messages,
    ...(await files()),
  ];
}

const messages: readonly NamedSchema[] = Object.entries({
  error: about('The last line of stderr of a run that failed', errorDocument),
  ...lines,
  'dry-run': about('What --dry-run prints', plannedRequests),
  file: about('What -o json prints of a file it wrote', writtenFile),
}).map(([name, schema]) => ({name, kind: 'message', schema}));

/** The files that people write, for the editor in which they do. */
async function files(): Promise<readonly NamedSchema[]> {
  const [{accountSchema}, {seedSchema}] = await Promise.all([
    import('../../account-files/read-entries.js'),
    import('../../seed/keys.js'),
  ]);
  return [
    {name: 'account file', kind: 'file', schema: accountSchema()},
    {name: 'seed file', kind: 'file', schema: seedSchema()},
  ];
}

/** A schema as a document of its own. */
export const toDocument = ({name, schema}: NamedSchema): Schema => ({
  $schema: DIALECT,
  title: titleOf(name),
  ...schema,
});

/** One document with every schema under its name. A record stands in it once, and is referred to by what holds it. */
export function allSchemas(all: readonly NamedSchema[]): Schema {
  const records = new Map(all.filter(({kind}) => kind === 'record').map(({name, schema}) => [schema, keyOf(name)]));
  const printed = all.filter(({kind}) => kind !== 'file');
  const entries = printed.flatMap(({name, kind, schema}) => {
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
