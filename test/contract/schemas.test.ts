/** What `emk schema` gives out: goldens of every shape, so that no field goes and none changes its type unseen. */
import {readFileSync, writeFileSync} from 'node:fs';
import {Ajv} from 'ajv';
import {Ajv2020} from 'ajv/dist/2020.js';
import {expect, test} from 'vitest';
import {namedSchemas, schemaOfCommand, toDocument} from '../../src/agents/schemas.js';
import {tree} from '../../src/cli/tree.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';
import {allOf} from '../../src/output/results/result.js';

const schemas = await namedSchemas(tree);

const recordsBySchema = new Map<unknown, string>(
  schemas.filter(({kind}) => kind === 'record').map(({schema, name}) => [schema, name]),
);

/** Every field of every shape with its type, a line each: what a version promises to the next. */
const shapes = schemas.flatMap(({name, kind, schema}) =>
  linesOf(schema, kind === 'record' ? '' : recordIn).map(line => `${kind} ${name}${line}`),
);

function recordIn(schema: object): string | undefined {
  return recordsBySchema.get(schema);
}

function linesOf(part: unknown, nameOf: '' | ((schema: object) => string | undefined)): string[] {
  const schema = part as {
    readonly type?: unknown;
    readonly enum?: unknown;
    readonly $ref?: string;
    readonly properties?: object;
    readonly required?: readonly string[];
    readonly additionalProperties?: unknown;
    readonly items?: unknown;
    readonly anyOf?: readonly unknown[];
  };
  const record = nameOf === '' ? undefined : nameOf(schema);
  if (record !== undefined) return [`: ${record}`];
  const {type, enum: values, $ref, properties, required = [], additionalProperties, items, anyOf} = schema;
  if (anyOf) return anyOf.flatMap((each, at) => linesOf(each, nameOf).map(line => `|${at + 1}${line}`));
  if (items) return linesOf(items, nameOf).map(line => `[]${line}`);
  const below = typeof additionalProperties === 'object' ? linesOf(additionalProperties, nameOf) : [];
  const own = `: ${$ref ?? (values ? JSON.stringify(values) : [type ?? 'any'].flat().join(' or '))}`;
  return [
    own,
    ...below.map(line => `.*${line}`),
    ...Object.entries(properties ?? {}).flatMap(([name, each]) =>
      linesOf(each, nameOf).map(line => `.${name}${required.includes(name) ? '' : '?'}${line}`),
    ),
  ];
}

test('no field goes and none changes its type, unless that is meant and seen here', () => {
  const golden = new URL('shapes.txt', import.meta.url);
  const text = `${shapes.join('\n')}\n`;
  if (process.env['UPDATE'] && !process.env['CI']) writeFileSync(golden, text);
  expect(text).toBe(readFileSync(golden, 'utf8'));
});

test('each document is a schema, and what it refers to is in it', {tags: ['long']}, () => {
  const options = {strict: false, validateFormats: false};
  const [now, forEditors] = [new Ajv2020(options), new Ajv(options)];
  for (const each of schemas) {
    const ajv = each.kind === 'file' ? forEditors : now;
    expect(() => ajv.compile(toDocument(each)), each.name).not.toThrow();
  }
});

test('every command has one, unless it prints no JSON', async () => {
  const without = await Promise.all(
    commandsOf(await loadTree(tree)).map(async ({path, command}) =>
      (await schemaOfCommand(command)) ? [] : [`${path.join(' ')}: ${allOf(command.gives).join()}`],
    ),
  );
  expect(without.flat()).toEqual([
    'sandbox tour: conversation',
    'sandbox run: nothing',
    'completion: text',
    'mcp: nothing',
  ]);
});
