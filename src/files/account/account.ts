import type {InputOf, Operation, Param} from '../../api/describe/schema.js';
import {maxDeleteOption} from '../../change/agree.js';
import {changing, command, type Group} from '../../commands/command.js';
import {CheckError, UsageError} from '../../core/errors.js';
import {counted, withMore} from '../../core/words/sentence.js';
import {checkOptions} from '../../mailings/options.js';
import {allowOption} from '../../mailings/started.js';
import {isKindName, type KindName, kindNames} from './keys.js';
import type {PlanOptions} from './plan.js';
import type {SavedPlan} from './shapes.js';

const folderParam = {
  type: 'text',
  blank: 'refused',
  value: 'dir',
  help: 'Folder of the files (default: this one)',
} as const satisfies Param;

const onlyParam = {
  type: 'text',
  many: true,
  choices: kindNames,
  help: 'Only records of this kind',
} as const satisfies Param;

/** What a plan and an apply cover; a saved plan has decided it. */
const scopeParams = {
  ...{dir: folderParam, only: onlyParam},
  contacts: {type: 'flag', help: 'Also the files of contacts'},
  prune: {type: 'flag', help: 'Also delete records that are in no file'},
  mail_again: {
    type: 'flag',
    help: 'With --prune: also delete unsubscribes that are in no file, so that these people get mail again',
    rare: true,
    decides: 'checks',
  },
} as const satisfies Record<string, Param>;

const shapes = () => import('./shapes.js');

const readsOfAccount = async (): Promise<readonly Operation[]> => (await import('./kinds.js')).readsOfAccount;

/** All that an apply may send, for the reference pages of commands. */
const callsOfApply = async (): Promise<readonly Operation[]> => (await import('./kinds.js')).callsOfApply;

const pullCommand = command({
  summary: 'Save the account as files',
  details:
    'Writes one YAML file for each kind of record, with the HTML and JSON of templates and mailings in files next to ' +
    'it. Records refer to each other by name: no file has ids, and a second "Leads" is "Leads (2)".\n\nIf nobody ' +
    'changed the account, a second pull writes the same files. It sorts entries by name, and refuses a file with ' +
    'comments but at its top. If it fails, no file has changed.',
  takes: {
    ...{dir: folderParam, only: onlyParam},
    contacts: {type: 'flag', help: 'Also save the contacts, as a CSV file for each list'},
  },
  args: ['dir'],
  gives: {document: async () => ({default: (await shapes()).pulled})},
  examples: ['emk account pull account', 'emk account pull account --only mailings --only automations'],
  calls: readsOfAccount,
  async run(context, {dir = '.', only, contacts}) {
    const {pull} = await import('./pull.js');
    const pulled = await pull(context, {folder: dir, wanted: new Set(kindsWanted(only)), contacts: Boolean(contacts)});
    const {changed} = pulled;
    const does = context.globals.dryRun ? 'Without --dry-run, this changes' : 'Changed';
    const files = `${does} ${counted(changed.length, 'file')}: ${withMore(changed, changed.length, 12)}.`;
    return {kind: 'data', data: pulled, text: '', sentence: changed.length === 0 ? 'No file changed.' : files};
  },
});

const planCommand = command({
  summary: 'Show what applying the files would change',
  details:
    'Compares the files with the account and changes nothing. emk finds records by name, so a new name is a new ' +
    'record. A missing key means an empty value, and a missing file changes nothing. Records that are in no file stay ' +
    'without --prune, and people who unsubscribed even with it.\n\n-o md prints a comment for a pull request. --out ' +
    'plan.json saves the plan: "emk account apply plan.json" makes exactly these changes, or none if the account or ' +
    'the files have changed since.',
  takes: {
    ...scopeParams,
    exit_code: {type: 'flag', help: 'Exit with 10 if applying the files would change anything', decides: 'checks'},
  },
  args: ['dir'],
  gives: {document: async () => ({default: (await shapes()).savedPlan})},
  examples: [
    'emk account plan account --prune --exit-code',
    'emk account plan account --out plan.md && gh pr comment --body-file plan.md',
    'emk account plan account --out plan.json && emk account apply plan.json --yes',
  ],
  calls: readsOfAccount,
  async run(context, {exit_code, ...input}) {
    const {compareFolder, savePlan} = await import('./plan.js');
    const {accountPlanInWords: planInWords} = await import('./words.js');
    const options = optionsOf(input);
    const {plan} = await compareFolder(context, options);
    const count = plan.changes.length + plan.contacts.length;
    const differs = new CheckError(`The account does not match the files: ${counted(count, 'change')}.`, {
      hint: 'See above. --exit-code makes this an error.',
    });
    return {
      ...{kind: 'data', data: await savePlan(context, options, plan), text: planInWords(plan)},
      ...(exit_code && count > 0 ? {error: differs} : {}),
    };
  },
});

const applyCommand = changing({
  summary: 'Change the account to match the files',
  details:
    'Shows the plan, asks, and makes the changes in the right order. After an interruption the next apply looks first ' +
    'and continues; a second apply changes nothing.\n\nIt mails nobody by itself: mailings are scheduled only with ' +
    '--mailings, each checked like any other mailing, and automations go live only with --live. Of contacts it only adds ' +
    'those whom a list lacks. People who unsubscribed stay unsubscribed, even with --prune.\n\nemk lists what the ' +
    'API cannot create (exit code 8). "emk undo FOLDER" takes back what an apply made, which its lock file names. A ' +
    'saved plan is refused if the account or the files have changed since.',
  takes: {
    ...scopeParams,
    dir: {
      ...folderParam,
      value: 'dir|plan.json',
      help: 'Folder of the files (default: this one), or a plan saved with "emk account plan --out plan.json"',
    },
    mailings: {type: 'flag', help: 'Also schedule and change mailings'},
    live: {type: 'flag', help: 'Also set automations live'},
    ...checkOptions,
    ...allowOption,
    ...maxDeleteOption,
  },
  args: ['dir'],
  gives: {document: async () => ({default: (await shapes()).applied})},
  examples: ['emk account apply plan.json --yes', 'emk account apply account --contacts --mailings --live --prune'],
  calls: callsOfApply,
  async run(context, {mailings, live, strict, force, allow_automations, max_delete, ...input}) {
    const [{runApply}, {readPlan}] = await Promise.all([import('./apply.js'), import('./plan.js')]);
    const planned = await readPlan(context.host, input.dir ?? '.');
    const options = {
      ...(planned ? coveredBy(planned, input) : optionsOf(input)),
      ...{planned, mailings: Boolean(mailings), live: Boolean(live), rules: {strict, force}},
    };
    return runApply(context, options, {allowAutomations: Boolean(allow_automations), maxDelete: max_delete});
  },
});

/** `emk account`: the account as files. */
export default {commands: {pull: pullCommand, plan: planCommand, apply: applyCommand}} satisfies Group;

type ScopeInput = InputOf<typeof scopeParams>;

/** What a line covers. */
function optionsOf({dir = '.', only, contacts, prune, mail_again}: ScopeInput): PlanOptions {
  if (mail_again && !prune) {
    throw new UsageError('--mail-again works only with --prune.', {
      hint: 'Nothing was changed. Add --prune, or remove --mail-again.',
    });
  }
  return {
    ...{folder: dir, kinds: kindsWanted(only), contacts: Boolean(contacts)},
    ...{prune: Boolean(prune), mail_again: Boolean(mail_again)},
  };
}

const kindsWanted = (only: readonly string[] = kindNames): readonly KindName[] => [...new Set(only.filter(isKindName))];

/** What a saved plan covers. No option may contradict it. */
function coveredBy({basis}: SavedPlan, {dir: _, ...given}: ScopeInput): PlanOptions {
  const option = Object.entries(given).find(([, value]) => value !== undefined)?.[0];
  if (option === undefined) return basis;
  throw new UsageError(`A plan decides what it covers, so --${option.replace('_', '-')} cannot be changed here.`, {
    hint: 'Make a new plan with it.',
  });
}
