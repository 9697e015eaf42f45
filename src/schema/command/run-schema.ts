import about from '../../../package.json' with {type: 'json'};
import {commandNamed} from '../../commands/aliases.js';
import type {Context} from '../../commands/command.js';
import type {Tree} from '../../commands/tree-words.js';
import {UsageError} from '../../errors.js';
import type {Schema} from '../../json-schema/describe.js';
import type {Result} from '../../output/results/result.js';
import {typedColumns} from '../../records/fields/typed-columns.js';
import {closest} from '../../words/closest.js';
import {type Database, tableFor} from '../tables.js';
import {allSchemas, type NamedSchema, namedSchemas, toDocument} from './named-schemas.js';

type Input = {
  readonly name?: readonly string[] | undefined;
  readonly all?: unknown;
  readonly typescript?: unknown;
  readonly openapi?: unknown;
} & {
  readonly [K in Database]?: unknown;
};

/** Prints the schema of a record, of a command or of a message; all of them; or what there is. */
export async function runSchema(
  {reader}: Context,
  tree: Tree,
  {name = [], all, typescript, openapi, ...wanted}: Input,
): Promise<Result> {
  const databases = (Object.keys(wanted) as Database[]).filter(database => wanted[database]);
  const [database, other] = databases;
  const whole = [all, typescript, openapi].filter(Boolean).length;
  if (other !== undefined || whole > 1 || (whole === 1 && (name.length > 0 || database !== undefined))) {
    throw new UsageError('emk schema prints one thing at a time.', {
      hint: 'Give a name and at most one of --duckdb, --postgres and --bigquery, or one of --all, --typescript and --openapi.',
    });
  }
  if (openapi) return document(await openApi());
  const schemas = await namedSchemas(tree);
  if (all) return document(allSchemas(schemas));
  if (typescript) return {kind: 'raw', body: await typescriptModule(schemas)};
  if (name.length === 0) {
    if (database !== undefined)
      throw new UsageError(`--${database} needs a record.`, {hint: `Try: emk schema contacts --${database}`});
    const names = schemas.map(({name, kind}) => ({name, kind}));
    return {kind: 'data', data: names, text: names.map(({name, kind}) => `${kind.padEnd(9)}${name}`).join('\n')};
  }
  const found = schemaNamed(schemas, name.join(' '));
  if (database === undefined) return document(toDocument(found));
  const table = tableOf(found, database);
  return reader === 'programs' ? {kind: 'data', data: {[database]: table}, text: table} : {kind: 'raw', body: table};
}

async function openApi(): Promise<Schema> {
  const [{openApiOf}, {loadCollections}] = await Promise.all([
    import('../openapi.js'),
    import('../../endpoints/all.js'),
  ]);
  return openApiOf(await loadCollections(), about.version) as Schema;
}

async function typescriptModule(schemas: readonly NamedSchema[]): Promise<string> {
  const {typescriptOf} = await import('../typescript.js');
  const {$defs} = allSchemas(schemas);
  return `/** What emk ${about.version} prints as JSON. */\n\n${typescriptOf($defs as Readonly<Record<string, Schema>>)}`;
}

const document = (schema: Schema): Result => ({
  kind: 'data',
  data: schema,
  text: `${JSON.stringify(schema, undefined, 2)}\n`,
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

function tableOf({name, rows}: NamedSchema, database: Database): string {
  if (rows) return tableFor(database, name, typedColumns(rows));
  throw new UsageError(`"${name}" is not a record, so it has no columns.`, {
    hint: `Name a record, such as contacts, or a command that lists records: emk schema contacts --${database}`,
  });
}
