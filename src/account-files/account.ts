import type {Group} from '../commands/command.js';
import {pullCommand} from './pull-command.js';

/** `emk account`: the account as files. */
export default {commands: {pull: pullCommand}} satisfies Group;
