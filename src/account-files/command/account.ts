import type {Group} from '../../commands/command.js';
import {command} from '../../commands/command.js';
import {applyCommand} from './apply-command.js';
import {destroyCommand} from './destroy-command.js';
import {diffCommand} from './diff-command.js';
import {planCommand} from './plan-command.js';
import {pullCommand} from './pull-command.js';

const schemaCommand = command({
  summary: 'Print the JSON Schema of the files',
  details:
    'With it, your editor completes keys and marks mistakes. One schema covers all files: save it, and start each ' +
    'file with "# yaml-language-server: $schema=emk.schema.json".',
  takes: {},
  gives: {document: () => import('../../json-schema/any-json.schema.js')},
  examples: ['emk account schema > emk.schema.json', 'emk account schema | jq .properties.senders'],
  calls: [],
  async run() {
    const {accountSchema} = await import('../folder/account-schema.js');
    const schema = accountSchema();
    return {kind: 'data', data: schema, text: `${JSON.stringify(schema, undefined, 2)}\n`};
  },
});

/** `emk account`: the account as files. */
export default {
  commands: {
    pull: pullCommand,
    plan: planCommand,
    apply: applyCommand,
    destroy: destroyCommand,
    diff: diffCommand,
    schema: schemaCommand,
  },
} satisfies Group;
