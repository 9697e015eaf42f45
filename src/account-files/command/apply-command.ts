import {resolve} from 'node:path';
import {maxDeleteOption} from '../../commands/agree.js';
import {changing} from '../../commands/command.js';
import {restTimes} from '../../contacts-import/command/options.js';
import {UsageError} from '../../errors.js';
import {checkOptions} from '../../mailings/options.js';
import {allowOption} from '../../mailings/started.js';
import type {PlanOptions} from '../compare/compare-folder.js';
import type {SavedPlan} from '../kinds/results.schema.js';
import {folderParam, kindParams, kindsWanted, mailAgainParam, maxErrorsParam, toPruning} from './options.js';

export const applyCommand = changing({
  summary: 'Change the account to match the files',
  details:
    'Shows the plan, asks, and makes the changes in the right order. After an interruption the next apply looks first ' +
    'and continues; a second apply changes nothing.\n\nIt mails nobody by itself: mailings are scheduled only with ' +
    '--mailings, each checked like any other mailing, and automations go live only with --live. Of contacts it only adds ' +
    'those whom a list lacks. People who unsubscribed stay unsubscribed, even with --prune.\n\nemk lists what the ' +
    'API cannot create (exit code 8). "emk undo FOLDER" takes back what an apply made. A saved plan is refused if the ' +
    'account or the files have changed since.',
  takes: {
    dir: {
      ...folderParam,
      value: 'dir|plan.json',
      help: 'Folder of the files (default: this one), or a plan saved with "emk account plan --out plan.json"',
    },
    ...kindParams,
    contacts: {type: 'flag', help: 'Also import the files of contacts'},
    max_errors: maxErrorsParam,
    rejects: {type: 'text', value: 'dir', help: 'Folder for rejected rows of the import, with the reasons', rare: true},
    prune: {type: 'flag', help: 'Also delete records that are in no file'},
    mail_again: mailAgainParam,
    mailings: {type: 'flag', help: 'Also schedule and change mailings'},
    live: {type: 'flag', help: 'Also set automations live'},
    ...checkOptions,
    ...allowOption,
    ...maxDeleteOption,
  },
  args: ['dir'],
  gives: {document: async () => ({default: (await import('../kinds/results.schema.js')).applied})},
  examples: [
    'emk account apply account',
    'emk account apply plan.json --yes',
    'emk account apply backup --contacts --max-errors 1% --rejects left-out --yes',
    'emk account apply account --mailings --live --prune',
  ],
  calls: async () => (await import('./apply-calls.js')).callsOfApply,
  async run(context, {dir = '.', only, except, contacts, prune, mail_again, mailings, live, strict, force, ...limits}) {
    const [{runApply}, {readPlan}] = await Promise.all([import('./run-apply.js'), import('../compare/saved-plan.js')]);
    const planned = await readPlan(context.host, dir);
    const {max_errors} = limits;
    return runApply(
      context,
      {
        ...(planned
          ? coveredBy(planned, {only, except, contacts, prune, mail_again, max_errors})
          : {
              ...{folder: dir, wanted: kindsWanted(only, except), maxErrors: max_errors},
              ...{...toPruning(prune, mail_again), contacts: Boolean(contacts)},
            }),
        ...{planned, mailings: Boolean(mailings), live: Boolean(live)},
        rules: {strict, force},
        allowAutomations: Boolean(limits.allow_automations),
        settle: restTimes(context.host).wait,
        rejects: limits.rejects === undefined ? undefined : resolve(context.host.cwd, limits.rejects),
      },
      limits.max_delete,
    );
  },
});

/** What a saved plan covers. No option may contradict it. */
function coveredBy({basis}: SavedPlan, given: {readonly [name: string]: unknown}): PlanOptions {
  const [first] = Object.keys(given).filter(name => given[name] !== undefined);
  if (first !== undefined) {
    const option = `--${first.replace('_', '-')}`;
    throw new UsageError(`${option} cannot be changed here: the plan decides it.`, {
      hint: `Remove ${option}, or make a new plan with it.`,
    });
  }
  const {folder, kinds, prune, mail_again: mailAgain, contacts, max_errors} = basis;
  return {folder, wanted: new Set(kinds), prune, mailAgain, contacts, maxErrors: max_errors ?? undefined};
}
