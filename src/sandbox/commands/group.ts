import type {Group} from '../../commands/command.js';
import {log, mail, reset} from './kept.js';
import {run} from './run.js';
import {serve} from './serve.js';
import {tour} from './tour.js';

const group: Group = {commands: {tour, run, serve, reset, log, mail}};

export default group;
