import type {Shape} from '../api/describe/schema.js';
import type {Command} from '../commands/command.js';
import type {Tree} from '../commands/command-names.js';
import {UsageError} from '../core/errors.js';
import {about, either, listOf, type Schema} from '../core/json-schema/describe.js';
import {closest} from '../core/words/closest.js';
import {loadCollections} from '../endpoints/all.js';
import {commandsOf, loadTree} from '../help/tree.js';
import {doneDocument, errorDocument, lines, plannedRequests, writtenFile} from '../output/results/documents.js';
import {allOf, type Described, type OneResult, type Result} from '../output/results/result.js';
import {schemaOfShape} from '../records/fields/record-schema.js';

type SchemaInput = {readonly name?: readonly string[] | undefined};

/** Prints the schema of a record, of a command or of a message; or what there is. */
export async function runSchema(tree: Tree, {name = []}: SchemaInput): Promise<Result> {
  const schemas = await namedSchemas(tree);
  if (name.length > 0) return document(toDocument(schemaNamed(schemas, name.join(' '))));
  const names = schemas.map(({name, kind}) => ({name, kind}));
  return {kind: 'data', data: names, text: names.map(({name, kind}) => `${kind.padEnd(9)}${name}`).join('\n')};
}

const document = (schema: Schema): Result => ({
  kind: 'data',
  data: schema,
  text: `${JSON.stringify(schema, undefined, 2)}\n`,
  exact: true,
});

function schemaNamed(schemas: readonly NamedSchema[], asked: string): NamedSchema {
  const found = schemas.find(({name}) => name === asked);
  if (found) return found;
  const near = closest(
    asked,
    schemas.map(({name}) => name),
  );
  throw new UsageError(`There is no schema of "${asked}".`, {
    hint: near === undefined ? 'To see all names, run: emk schema' : `Did you mean "${near}"?`,
  });
}

/** A schema by the words that ask for it. */
type NamedSchema = {
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
    import('../files/account/read-entries.js'),
    import('../files/seed/keys.js'),
  ]);
  return [
    {name: 'account file', kind: 'file', schema: accountSchema()},
    {name: 'seed file', kind: 'file', schema: seedSchema()},
  ];
}

/** A schema as a document of its own. */
export const toDocument = ({name, schema}: NamedSchema): Schema => ({
  $schema: DIALECT,
  title: `emk ${name}`,
  ...schema,
});

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** The JSON Schema of what a command prints with `-o json`; undefined for one that prints no JSON. */
export async function schemaOfCommand({gives, writes}: Pick<Command, 'gives' | 'writes'>): Promise<Schema | undefined> {
  const printed = await Promise.all(allOf(gives).map(schemaOf));
  const schemas = [...printed, writes === 'csv' ? writtenFile : undefined].filter(schema => schema !== undefined);
  const [first, ...others] = schemas;
  return others.length === 0 ? first : either(...schemas);
}

async function schemaOf(given: OneResult): Promise<Schema | undefined> {
  if (given === 'done') return doneDocument;
  if (typeof given === 'string') return undefined;
  if ('list' in given) return listOf(schemaOfShape(given.list));
  return 'record' in given ? schemaOfShape(given.record) : ofDocument(given.document);
}

const ofDocument = async (document: Described): Promise<Schema> =>
  isShape(document) ? schemaOfShape(document) : (await document()).default;

const isShape = (document: Described): document is Shape => typeof document !== 'function';
