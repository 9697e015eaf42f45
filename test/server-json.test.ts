/** What the registry of MCP is told about the package: held to the rules of its schema, and to package.json. */
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {Ajv} from 'ajv';
import {expect, test} from 'vitest';

const server = JSON.parse(execFileSync(process.execPath, ['.ci/server-json.mjs'], {encoding: 'utf8'}));
const environment = readFileSync('docs/environment.md', 'utf8');
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

const text = {type: 'string', minLength: 1};
const input = {
  type: 'object',
  properties: {value: text, description: text, format: {enum: ['string', 'number', 'boolean', 'filepath']}},
};

/** The rules of the schema that it names, for the parts that are there. */
const rules = {
  type: 'object',
  required: ['name', 'description', 'version'],
  properties: {
    name: {...text, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$'},
    title: {...text, maxLength: 100},
    description: {...text, maxLength: 100},
    version: {...text, maxLength: 255, not: {const: 'latest'}},
    repository: {type: 'object', required: ['url', 'source']},
    packages: {
      type: 'array',
      items: {
        type: 'object',
        required: ['registryType', 'identifier', 'transport'],
        properties: {
          registryType: {enum: ['npm', 'pypi', 'oci', 'nuget', 'mcpb']},
          transport: {type: 'object', required: ['type'], properties: {type: {const: 'stdio'}}},
          packageArguments: {items: {...input, required: ['type', 'value'], properties: {type: {const: 'positional'}}}},
          environmentVariables: {items: {...input, required: ['name']}},
        },
      },
    },
  },
};

test('the registry accepts it', () => {
  const ajv = new Ajv({allErrors: true, strictTypes: false, strictRequired: false});
  expect([ajv.validate(rules, server), ajv.errors]).toEqual([true, null]);
  expect(server.$schema).toBe('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json');
});

test('its facts are those of the package', () => {
  const {mcpName, name, version, description} = manifest;
  expect(server).toMatchObject({name: mcpName, version, description});
  expect(server.packages).toMatchObject([{identifier: name, version}]);
});

test('a program is asked for variables that emk reads', () => {
  for (const {name} of server.packages[0].environmentVariables) expect(environment).toContain(name);
});
