import type {Group} from '../../commands/command.js';
import {applyCommand} from './apply-command.js';
import {destroyCommand} from './destroy-command.js';
import {diffCommand} from './diff-command.js';
import {planCommand} from './plan-command.js';
import {pullCommand} from './pull-command.js';
import {schemaCommand} from './schema-command.js';

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
