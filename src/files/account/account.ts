import type {InputOf, Operation, Param} from '../../api/describe/schema.js';
import {maxDeleteOption} from '../../change/agree.js';
import {changing, command, type Group} from '../../commands/command.js';
import {importOptions, restTimes} from '../../contacts/command/options.js';
import {CheckError, UsageError} from '../../core/errors.js';
import {counted, withMore} from '../../core/words/sentence.js';
import {checkOptions} from '../../mailings/options.js';
import {allowOption} from '../../mailings/started.js';
import {isKindName, type KindName, kindNames} from './keys.js';
import type {PlanOptions} from './plan.js';
import type {SavedPlan} from './shapes.js';

const folderParam = {
  type: 'text',
  value: 'dir',
  help: 'Folder of the files (default: this one)',
} as const satisfies Param;

const kindParams = {
  only: {type: 'text', many: true, choices: kindNames, help: 'Only records of this kind'},
  except: {type: 'text', many: true, choices: kindNames, help: 'Skip records of this kind', rare: true},
} as const satisfies Record<string, Param>;

/** What a plan and an apply cover; a saved plan has decided it. */
const scopeParams = {
  dir: folderParam,
  ...kindParams,
  contacts: {type: 'flag', help: 'Also compare the contacts'},
  prune: {type: 'flag', help: 'Also plan to delete records that are in no file'},
  mail_again: {
    type: 'flag',
    help: 'With --prune: also delete unsubscribes that are in no file, so that these people get mail again',
    rare: true,
    decides: 'checks',
  },
  max_errors: {
    ...importOptions.max_errors,
    help: 'Continue if the import rejects at most this many contacts (default: 0)',
    rare: true,
  },
} as const satisfies Record<string, Param>;

const shapes = () => import('./shapes.js');

const readsOfAccount = async (): Promise<readonly Operation[]> => (await import('./kinds.js')).readsOfAccount;

/** All that an apply may send, for the reference pages of commands. */
export const callsOfApply = async (): Promise<readonly Operation[]> => (await import('./kinds.js')).callsOfApply;

const pullCommand = command({
  summary: 'Save the account as files',
  details:
    'Writes one YAML file for each kind of record, with the HTML and JSON of templates and mailings in files next to ' +
    'it. Records refer to each other by name: no file has ids.\n\nIf nobody changed the account, a second ' +
    'pull writes the same files. It sorts entries by name, and refuses a file with comments but at its top.\n\nAll files change together: if ' +
    'the pull fails, the old ones are untouched. ' +
    'Two records with the same name get numbers: "Leads" and "Leads (2)".',
  takes: {
    dir: folderParam,
    ...kindParams,
    contacts: {type: 'flag', help: 'Also save the contacts, as a CSV file for each list'},
  },
  args: ['dir'],
  gives: {document: async () => ({default: (await shapes()).pulled})},
  examples: [
    'emk account pull account',
    'emk account pull account --only mailings --only automations',
    'emk account pull && git diff --stat',
  ],
  calls: readsOfAccount,
  async run(context, {dir = '.', only, except, contacts}) {
    const [{pull}, {kinds}] = await Promise.all([import('./pull.js'), import('./kinds.js')]);
    const wanted = new Set(kindsWanted(only, except));
    const pulled = await pull(context, {folder: dir, wanted, contacts: Boolean(contacts)});
    const found = Object.entries(pulled.records).flatMap(([kind, count]) => {
      const {one, many} = kinds[kind as KindName].collection.noun;
      return count > 0 ? [counted(count, one, many)] : [];
    });
    const {changed} = pulled;
    const does = context.globals.dryRun ? 'Without --dry-run, this changes' : 'Changed';
    const outcome =
      changed.length === 0
        ? 'No file changed.'
        : `${does} ${counted(changed.length, 'file')}: ${withMore(changed, changed.length, 12)}.`;
    const read = found.length > 0 ? `Read ${found.join(', ')}.` : 'The account is empty.';
    return {kind: 'data', data: pulled, text: '', sentence: `${read} ${outcome}`};
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
    'emk account plan account',
    'emk account plan account --prune --exit-code',
    'emk account plan account --out plan.md && gh pr comment --body-file plan.md',
    'emk account plan account --out plan.json && emk account apply plan.json --yes',
  ],
  calls: readsOfAccount,
  async run(context, {exit_code, ...input}) {
    const [{compareFolder, countChanges, savePlan}, {planInWords, sayWhoStays}] = await Promise.all([
      import('./plan.js'),
      import('./words.js'),
    ]);
    const options = optionsOf(input);
    const compared = await compareFolder(context, options);
    const {plan} = compared;
    const count = countChanges(plan);
    const differs = new CheckError(`The account does not match the files: ${counted(count, 'change')}.`, {
      hint: 'See above. --exit-code makes this an error.',
    });
    sayWhoStays(context, plan, options);
    return {
      ...{kind: 'data', data: await savePlan(context, options, compared), text: planInWords(plan)},
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
    'API cannot create (exit code 8). "emk undo FOLDER" takes back what an apply made, which emk.lock.json names. A ' +
    'saved plan is refused if the account or the files have changed since.',
  takes: {
    ...scopeParams,
    dir: {
      ...folderParam,
      value: 'dir|plan.json',
      help: 'Folder of the files (default: this one), or a plan saved with "emk account plan --out plan.json"',
    },
    contacts: {type: 'flag', help: 'Also import the files of contacts'},
    prune: {type: 'flag', help: 'Also delete records that are in no file'},
    mailings: {type: 'flag', help: 'Also schedule and change mailings'},
    live: {type: 'flag', help: 'Also set automations live'},
    ...checkOptions,
    ...allowOption,
    ...maxDeleteOption,
  },
  args: ['dir'],
  gives: {document: async () => ({default: (await shapes()).applied})},
  examples: [
    'emk account apply account',
    'emk account apply plan.json --yes',
    'emk account apply backup --contacts --max-errors 1% --yes',
    'emk account apply account --mailings --live --prune',
  ],
  calls: callsOfApply,
  async run(context, {mailings, live, strict, force, allow_automations, max_delete, ...input}) {
    const [{runApply}, {readPlan}] = await Promise.all([import('./apply.js'), import('./plan.js')]);
    const planned = await readPlan(context.host, input.dir ?? '.');
    const options = {
      ...(planned ? coveredBy(planned, input) : optionsOf(input)),
      ...{planned, mailings: Boolean(mailings), live: Boolean(live), rules: {strict, force}},
      settle: restTimes(context.host).wait,
    };
    return runApply(context, options, {allowAutomations: Boolean(allow_automations), maxDelete: max_delete});
  },
});

/** `emk account`: the account as files. */
export default {commands: {pull: pullCommand, plan: planCommand, apply: applyCommand}} satisfies Group;

type Input = InputOf<typeof scopeParams>;

/** What a line covers. */
function optionsOf({dir = '.', only, except, contacts, prune, mail_again, max_errors}: Input): PlanOptions {
  if (mail_again && !prune) {
    throw new UsageError('--mail-again works only with --prune.', {
      hint: 'Nothing was changed. Add --prune, or remove --mail-again.',
    });
  }
  return {
    ...{folder: dir, kinds: kindsWanted(only, except), contacts: Boolean(contacts)},
    ...{prune: Boolean(prune), mail_again: Boolean(mail_again), max_errors},
  };
}

function kindsWanted(only: readonly string[] = [], except: readonly string[] = []): readonly KindName[] {
  const wanted = (only.length > 0 ? only : kindNames).filter(name => !except.includes(name)).filter(isKindName);
  if (wanted.length > 0) return [...new Set(wanted)];
  throw new UsageError('--only and --except together exclude every kind of record.', {
    hint: 'Remove --only or --except.',
  });
}

/** What a saved plan covers. No option may contradict it. */
function coveredBy({basis}: SavedPlan, {dir: _, ...given}: Input): PlanOptions {
  const first = Object.entries(given).find(([, value]) => value !== undefined);
  if (first === undefined) return {...basis, max_errors: basis.max_errors ?? undefined};
  const option = `--${first[0].replace('_', '-')}`;
  throw new UsageError(`${option} cannot be changed here: the plan decides it.`, {
    hint: `Remove ${option}, or make a new plan with it.`,
  });
}
