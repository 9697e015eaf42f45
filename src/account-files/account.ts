import type {Group} from '../commands/command.js';
import {pullCommand} from './pull-command.js';
import {schemaCommand} from './schema-command.js';

/** `emk account`: the account as files. */
export default {commands: {pull: pullCommand, schema: schemaCommand}} satisfies Group;
