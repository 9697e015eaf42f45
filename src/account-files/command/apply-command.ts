import {resolve} from 'node:path';
import {checkOptions} from '../../checks/options.js';
import {command} from '../../commands/command.js';
import {folderParam, kindParams, kindsWanted, maxErrorsParam} from './options.js';
import {toWait, waitParam} from './wait-option.js';

export const applyCommand = command({
  summary: 'Bring the account in line with the files',
  details:
    'Shows the plan, asks, and makes the changes in the order in which they depend on each other. Every step is written down ' +
    'beside the files, so that after a break the next apply looks first and goes on. A second apply changes nothing. It mails ' +
    'nobody by itself: single sends are scheduled only with --sends, each through the checks of a send, and automations go ' +
    'live only with --live. Contacts are imported only with --contacts, and what stands in no file is deleted only with ' +
    '--prune. What it creates is noted in emk.lock.json, from which destroy takes it back. What the API cannot make, and ' +
    'contacts that --max-errors leaves out, are listed, and the exit code is 8.',
  takes: {
    dir: folderParam,
    ...kindParams,
    contacts: {type: 'flag', help: 'Also the files of contacts'},
    max_errors: maxErrorsParam,
    rejects: {type: 'text', value: 'dir', help: 'Folder for the rows that an import rejects, with their reasons'},
    prune: {type: 'flag', help: 'Also delete what stands in no file'},
    sends: {type: 'flag', help: 'Also schedule and change single sends'},
    live: {type: 'flag', help: 'Also set automations live'},
    ...checkOptions,
    allow_automations: {type: 'flag', help: 'In a script: go on even though live automations will mail people'},
    max_delete: {type: 'integer', help: 'In a script: how many may be deleted at most, when more than 25', value: 'n'},
    settle_wait: waitParam,
  },
  args: ['dir'],
  gives: {document: () => import('./applied.schema.js')},
  examples: [
    'emk account apply account',
    'emk account apply account --contacts --yes',
    'emk account apply backup --contacts --max-errors 1% --rejects left-out --yes',
    'emk account apply account --sends --live --prune',
  ],
  calls: async () => (await import('./apply-calls.js')).callsOfApply,
  async run(context, {dir = '.', only, except, contacts, prune, sends, live, strict, force, ...limits}) {
    const {runApply} = await import('./run-apply.js');
    return runApply(
      context,
      {
        folder: dir,
        wanted: kindsWanted(only, except),
        ...{prune: Boolean(prune), contacts: Boolean(contacts), sends: Boolean(sends), live: Boolean(live)},
        rules: {strict, force},
        allowAutomations: Boolean(limits.allow_automations),
        settle: toWait(limits.settle_wait),
        maxErrors: limits.max_errors,
        rejects: limits.rejects === undefined ? undefined : resolve(context.host.cwd, limits.rejects),
      },
      limits.max_delete,
    );
  },
});
