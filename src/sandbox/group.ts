import type {Group} from '../commands/command.js';
import {log} from './commands/log.js';
import {mail} from './commands/mail.js';
import {path} from './commands/path.js';
import {reset} from './commands/reset.js';
import {run} from './commands/run.js';
import {serve} from './commands/serve.js';
import {tour} from './commands/tour.js';

const group: Group = {commands: {tour, run, serve, reset, path, log, mail}};

export default group;
