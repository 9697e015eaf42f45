import {commandNamed} from '../../commands/aliases.js';
import type {Tree} from '../../commands/tree-words.js';
import {UsageError} from '../../errors.js';
import type {Schema} from '../../json-schema/describe.js';
import type {Result} from '../../output/results/result.js';
import {closest} from '../../words/closest.js';
import {allSchemas, type NamedSchema, namedSchemas, toDocument} from './named-schemas.js';

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
