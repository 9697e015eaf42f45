import type {Group} from '../../commands/command.js';
import {log} from './log.js';
import {mail} from './mail.js';
import {reset} from './reset.js';
import {run} from './run.js';
import {serve} from './serve.js';
import {tour} from './tour.js';

const group: Group = {commands: {tour, run, serve, reset, log, mail}};

export default group;
