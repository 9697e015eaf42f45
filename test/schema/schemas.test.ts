/** What `emk schema` gives out: goldens of every shape, so that no field goes and none changes its type unseen. */
import {readFileSync, writeFileSync} from 'node:fs';
import {Ajv2020} from 'ajv/dist/2020.js';
import {describe, expect} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import contacts from '../../src/endpoints/contacts.js';
import {allOf} from '../../src/output/results/gives.js';
import {typedColumns} from '../../src/records/fields/typed-columns.js';
import {commandsOf, loadTree} from '../../src/reference/load-tree.js';
import {allSchemas, namedSchemas} from '../../src/schema/command/named-schemas.js';
import {schemaOfCommand} from '../../src/schema/schema-of-command.js';
import {longTest, test} from '../in-two-parts.js';

const schemas = await namedSchemas(tree);
const all = allSchemas(schemas);

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

longTest('the whole document is a schema, and every name in it can be referred to', () => {
  const ajv = new Ajv2020({strict: false, validateFormats: false});
  expect(ajv.validateSchema(all)).toBe(true);
  ajv.addSchema(all, 'emk');
  for (const name of Object.keys(all['$defs'] as object)) {
    expect(() => ajv.compile({$ref: `emk#/$defs/${name}`}), name).not.toThrow();
  }
});

test('every command has one, unless it prints no JSON', async () => {
  const without = await Promise.all(
    commandsOf(await loadTree(tree)).map(async ({path, command}) =>
      (await schemaOfCommand(command)) ? [] : [`${path.join(' ')}: ${allOf(command.gives).join()}`],
    ),
  );
  expect(without.flat()).toEqual(['sandbox tour: conversation', 'sandbox run: nothing']);
});

describe('columns', () => {
  test('of a contact, with custom fields of the account sorted by name', () => {
    const custom = [
      {field_name: 'shoe', field_type: 'number'},
      {field_name: 'age', field_type: 'number'},
      {field_name: 'born', field_type: 'datetime-local'},
    ];
    expect(typedColumns(contacts, custom).map(({name, kind}) => `${name} ${kind}`)).toEqual(
      expect.arrayContaining([
        'id integer',
        'email text',
        'custom_age number',
        'custom_born text',
        'created_at timestamp',
      ]),
    );
    expect(typedColumns(contacts).find(({name}) => name === 'custom_field')?.kind).toBe('json');
  });

  test('read what the service sends, and say where it does not fit', () => {
    const read = Object.fromEntries(
      typedColumns(contacts, [{field_name: 'age', field_type: 'number'}]).map(({name, read}) => [name, read]),
    );
    const field = (field_value: unknown) => ({custom_field: {age: {field_name: 'age', field_value}}});
    expect([
      read['id']?.({id: '7'}),
      read['id']?.({id: 7}),
      read['id']?.({id: 'seven'}),
      read['email']?.({email: null}),
      read['email']?.({}),
      read['created_at']?.({created_at: '2026-03-04T12:00:00.000000Z'}),
      read['created_at']?.({created_at: '0000-00-00T00:00:00.000000Z'}),
      read['created_at']?.({created_at: 'yesterday'}),
      read['custom_age']?.(field('42')),
      read['custom_age']?.(field('')),
      read['custom_age']?.(field('old')),
      read['custom_age']?.({custom_field: null}),
    ]).toEqual([
      ...[7, 7, undefined],
      ...[null, null],
      ...['2026-03-04T12:00:00.000000Z', null, undefined],
      ...[42, null, undefined, null],
    ]);
  });
});
