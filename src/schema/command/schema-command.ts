import {type Command, command} from '../../commands/command.js';
import type {Tree} from '../../commands/tree-words.js';

/** `emk schema`: what a program finds in each JSON that emk prints. */
export const schemaCommand = (tree: Tree): Command =>
  command({
    summary: 'The shape of everything that emk prints as JSON',
    details:
      'Name a record, such as contacts or "automations schedules", or a command, such as "contacts import": emk prints the ' +
      'JSON Schema (2020-12) of what -o json gives. "emk schema error" is that of an error. Without a name it lists them all.\n\n' +
      '--duckdb, --postgres and --bigquery print the columns of a record instead. --typescript prints all of it as types, and ' +
      '--openapi the API of the service (3.1): where its documentation leaves something open, "x-open" says what. "emk help contract" says what stays ' +
      'the same between versions.',
    takes: {
      name: {type: 'text', many: true, value: 'name', help: 'A record, or the words of a command'},
      all: {type: 'flag', help: 'All schemas in one document'},
      duckdb: {type: 'flag', help: 'Columns for read_json of DuckDB', decides: 'output'},
      postgres: {type: 'flag', help: 'A table for PostgreSQL', decides: 'output'},
      bigquery: {type: 'flag', help: 'A table for BigQuery', decides: 'output'},
      typescript: {type: 'flag', help: 'All shapes as types of TypeScript', decides: 'output'},
      openapi: {type: 'flag', help: "The service's own API as an OpenAPI document", decides: 'output'},
    },
    args: ['name'],
    calls: [],
    gives: [{document: () => import('../../json-schema/any-json.schema.js')}, 'text'],
    examples: [
      'emk schema contacts',
      'emk schema contacts import | jq .properties.result',
      'emk schema --all --out emk.schema.json',
      'emk schema contacts --duckdb',
      'emk schema --typescript --out emk.ts',
      'emk schema --openapi --out service.json',
    ],
    run: async (context, input) => (await import('./run-schema.js')).runSchema(context, tree, input),
  });
