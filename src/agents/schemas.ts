import type {Shape} from '../api/describe/schema.js';
import type {Command} from '../commands/command.js';
import {commandNamed, type Tree} from '../commands/command-names.js';
import {UsageError} from '../core/errors.js';
import {about, either, listOf, type Schema} from '../core/json-schema/describe.js';
import {closest} from '../core/words/closest.js';
import {loadCollections} from '../endpoints/all.js';
import {commandsOf, loadTree} from '../help/tree.js';
import {doneDocument, errorDocument, lines, plannedRequests, writtenFile} from '../output/results/documents.js';
import {allOf, type Described, type Given, type Result} from '../output/results/result.js';
import {schemaOfShape} from '../records/fields/record-schema.js';

type Input = {readonly name?: readonly string[] | undefined; readonly all?: unknown};

/** Prints the schema of a record, of a command or of a message; all of them; or what there is. */
export async function runSchema(tree: Tree, {name = [], all}: Input): Promise<Result> {
  if (all && name.length > 0) {
    throw new UsageError('emk schema prints one thing at a time.', {hint: 'Give a name, or --all.'});
  }
  const schemas = await namedSchemas(tree);
  if (all) return document(allSchemas(schemas));
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
  const found = schemas.find(({name}) => name === asked) ?? schemas.find(({name}) => areAliases(asked, name));
  if (found) return found;
  const near = closest(
    asked,
    schemas.map(({name}) => name),
  );
  const below = schemas.filter(({name}) => name.startsWith(`${asked} `)).map(({name}) => `"${name}"`);
  throw new UsageError(`There is no schema of "${asked}".`, {
    hint:
      below.length > 0
        ? `Choose one of ${below.join(', ')}.`
        : near === undefined
          ? 'To see all names, run: emk schema'
          : `Did you mean "${near}"?`,
  });
}

/** As on a command line, `contact ls` means `contacts list`. */
function areAliases(asked: string, name: string): boolean {
  const [words, names] = [asked.split(' '), name.split(' ')];
  return words.length === names.length && words.every((word, at) => commandNamed(word, names.slice(at, at + 1)));
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
const toDocument = ({name, schema}: NamedSchema): Schema => ({
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

/** The JSON Schema of what a command prints with `-o json`; undefined for one that prints no JSON. */
export async function schemaOfCommand({
  gives,
  makesFile,
}: Pick<Command, 'gives' | 'makesFile'>): Promise<Schema | undefined> {
  const printed = await Promise.all(allOf(gives).map(schemaOf));
  const schemas = [...printed, makesFile && writtenFile].filter(schema => schema !== undefined);
  const [first, ...others] = schemas;
  return others.length === 0 ? first : eitherWithParts(schemas);
}

/** Any of these. Parts that a schema refers to stand at the top, where its references look for them. */
function eitherWithParts(schemas: readonly Schema[]): Schema {
  const parts = Object.assign({}, ...schemas.map(({$defs}) => $defs));
  const bodies = schemas.map(schema => {
    const {$defs, ...body} = schema;
    return $defs === undefined ? schema : body;
  });
  return {...either(...bodies), ...(Object.keys(parts).length > 0 && {$defs: parts})};
}

async function schemaOf(given: Given): Promise<Schema | undefined> {
  if (given === 'done') return doneDocument;
  if (typeof given === 'string') return undefined;
  if ('list' in given) return listOf(schemaOfShape(given.list));
  return 'record' in given ? schemaOfShape(given.record) : ofDocument(given.document);
}

const ofDocument = async (document: Described): Promise<Schema> =>
  isShape(document) ? schemaOfShape(document) : (await document()).default;

const isShape = (document: Described): document is Shape => typeof document !== 'function';
