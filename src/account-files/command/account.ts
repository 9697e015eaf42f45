import type {Group} from '../../commands/command.js';
import {applyCommand} from './apply-command.js';
import {planCommand} from './plan-command.js';
import {pullCommand} from './pull-command.js';
import {schemaCommand} from './schema-command.js';

/** `emk account`: the account as files. */
export default {
  commands: {
    pull: pullCommand,
    plan: planCommand,
    apply: applyCommand,
    schema: schemaCommand(async () => (await import('../folder/check-shape.js')).accountSchema(), {
      summary: 'Print the JSON Schema of the files',
      details:
        'With it, your editor completes keys and marks mistakes. One schema covers all files: save it, and start each ' +
        'file with "# yaml-language-server: $schema=emk.schema.json".',
      examples: ['emk account schema > emk.schema.json', 'emk account schema | jq .properties.senders'],
    }),
  },
} satisfies Group;
