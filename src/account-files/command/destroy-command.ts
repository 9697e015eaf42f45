import {maxDeleteOption} from '../../commands/agree.js';
import {changing} from '../../commands/command.js';
import {folderParam} from './options.js';
import {toWait, waitParam} from './wait-option.js';

export const destroyCommand = changing({
  summary: 'Delete what these files created in the account',
  details:
    'Deletes the records, people and contacts that emk.lock.json says this folder created in this account, in ' +
    'reverse order, after asking. emk looks at each one first.\n\nemk keeps what somebody has changed, renamed or ' +
    'used since, and lists it with the reason. It also keeps everything that was there before, and unsubscribe ' +
    'groups: the API cannot delete them. If it is interrupted, run it again.',
  takes: {dir: folderParam, ...maxDeleteOption, settle_wait: waitParam},
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
