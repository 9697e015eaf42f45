import type {Group} from '../../commands/command.js';
import {type Command, command} from '../../commands/command.js';
import {databaseOf} from '../running/account-file.js';
import {log} from './log.js';
import {mail} from './mail.js';
import {databaseParam} from './options.js';
import {reset} from './reset.js';
import {run} from './run.js';
import {serve} from './serve.js';
import {tour} from './tour.js';

const path: Command = command({
  summary: 'Show where the account of --sandbox is stored',
  takes: {db: databaseParam},
  examples: ['emk sandbox path', 'ls -l "$(emk sandbox path)"'],
  calls: [],
  gives: {document: () => import('../../output/results/path.schema.js')},
  run: async ({host}, {db}) => {
    const file = databaseOf(host, db);
    return {kind: 'data', data: {path: file}, text: file};
  },
});

const group: Group = {commands: {tour, run, serve, reset, path, log, mail}};

export default group;
