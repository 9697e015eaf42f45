import {confirmLocalChange} from '../../commands/agree.js';
import {type Command, command} from '../../commands/command.js';
import {doneResult} from '../../output/results/done-result.js';
import {databaseOf} from '../running/account-file.js';
import {openSeeded} from '../running/start.js';
import {databaseParam, seedOf, seedParams} from './options.js';

export const reset: Command = command({
  summary: 'Reset the account of --sandbox',
  takes: {db: databaseParam, ...seedParams},
  examples: ['emk sandbox reset', 'emk sandbox reset --empty --yes'],
  calls: [],
  gives: 'done',
  run: async (context, {db, ...given}) => {
    const {host, globals, notice} = context;
    const file = databaseOf(host, db);
    const seed = seedOf(given);
    const sentence = `Reset the sandbox's account in ${file}.`;
    if (globals.dryRun) {
      notice(`Without --dry-run: ${sentence}`);
      return {kind: 'nothing'};
    }
    await confirmLocalChange(context, `Delete everything in the sandbox's account (${file})`);
    const opening = {file, seed, fresh: true, processes: host, realNow: () => host.now()};
    const {account} = await openSeeded({...opening, interrupted: host.interrupted});
    await account.store.close();
    return doneResult(sentence, file);
  },
});
