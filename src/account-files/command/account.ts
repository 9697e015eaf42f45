import type {Group} from '../../commands/command.js';
import {applyCommand} from './apply-command.js';
import {planCommand} from './plan-command.js';
import {pullCommand} from './pull-command.js';

/** `emk account`: the account as files. */
export default {
  commands: {
    pull: pullCommand,
    plan: planCommand,
    apply: applyCommand,
  },
} satisfies Group;
