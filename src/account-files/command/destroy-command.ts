import {command} from '../../commands/command.js';
import {maxDeleteOption} from '../../commands/confirm.js';
import {folderParam} from './options.js';
import {toWait, waitParam} from './wait-option.js';

export const destroyCommand = command({
  summary: 'Delete what applies of these files have created',
  details:
    'Deletes the records, people and contacts that emk.lock.json says were created from this folder in this account, in the ' +
    'reverse order, after asking. Each is looked at first: what somebody has changed, renamed or used since stays, and is ' +
    'listed with its reason, and so does everything that was there before. The API cannot delete unsubscribe groups, so ' +
    'these stay too. After a break, run it again.',
  takes: {
    dir: folderParam,
    ...maxDeleteOption,
    settle_wait: waitParam,
  },
  args: ['dir'],
  gives: {document: () => import('./destroyed.schema.js')},
  examples: ['emk account destroy account', 'emk account destroy account --yes -o json'],
  calls: async () => {
    const [{accountReads}, {deletions}] = await Promise.all([
      import('../account/account-reads.js'),
      import('./apply-calls.js'),
    ]);
    return [...accountReads, ...deletions];
  },
  async run(context, {dir = '.', max_delete, settle_wait}) {
    const {runDestroy} = await import('./run-destroy.js');
    return runDestroy(context, {folder: dir, settle: toWait(settle_wait)}, max_delete);
  },
});
