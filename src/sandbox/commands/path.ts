import {type Command, command} from '../../commands/command.js';
import {databaseOf} from '../running/account-file.js';
import {databaseParam} from './options.js';

/** Shows where the account of `--sandbox` is stored. */
export const path: Command = command({
  summary: 'Show where the account of --sandbox is kept',
  takes: {db: databaseParam},
  examples: ['emk sandbox path', 'ls -l "$(emk sandbox path)"'],
  calls: [],
  gives: {document: () => import('../../output/results/path.schema.js')},
  run: async ({host}, {db}) => {
    const file = databaseOf(host, db);
    return {kind: 'data', data: {path: file}, text: file};
  },
});
