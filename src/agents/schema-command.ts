import {type Command, command} from '../commands/command.js';
import type {Tree} from '../commands/command-names.js';

/** `emk schema`: what a program finds in each JSON that emk prints. */
export const schemaCommand = (tree: Tree): Command =>
  command({
    summary: 'The shape of everything that emk prints as JSON',
    details:
      'Name a record, such as contacts or "automations emails", or a command, such as "contacts import": emk prints the ' +
      'JSON Schema (2020-12) of what -o json gives. "emk schema error" is that of an error. Without a name it lists them all.\n\nWith "account file" ' +
      'and "seed file" your editor completes keys and marks mistakes. Save one, and start each file with ' +
      '"# yaml-language-server: $schema=emk.schema.json".\n\n' +
      '"emk help contract" says what stays the same between versions.',
    takes: {
      name: {type: 'text', many: true, value: 'name', help: 'A record, or the words of a command'},
    },
    args: ['name'],
    calls: [],
    gives: {document: () => import('../core/json-schema/describe.js')},
    examples: [
      'emk schema contacts',
      'emk schema contacts import | jq .properties.result',
      'emk schema account file > emk.schema.json',
    ],
    run: async (_, input) => (await import('./schemas.js')).runSchema(tree, input),
  });
