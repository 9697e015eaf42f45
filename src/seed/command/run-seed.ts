import {type Applied, effectOfApply, type Proposal, sumOfApply} from '../../account-files/apply/apply.js';
import {applyQuestion, failedAt, planInWords, waitingInWords} from '../../account-files/command/words.js';
import {kinds} from '../../account-files/kinds/kinds.js';
import {kindNames} from '../../account-files/kinds/shape.js';
import type {Permit} from '../../api/describe/permit.js';
import type {CheckRules} from '../../checks/options.js';
import type {Context} from '../../commands/command.js';
import {restTimes} from '../../contacts-import/command/options.js';
import {InterruptedError} from '../../errors.js';
import {clean} from '../../output/text/sanitise.js';
import {counted} from '../../words/sentence.js';
import {type Ended, type EndWords, ended, noWork} from '../../work/ending.js';
import {CONTACTS} from '../file/seed-keys.js';
import {newRunId, requireRunId} from '../marks/run-id.js';
import {applySeed, type SeedOutcome} from '../run/apply-seed.js';
import {type EnvForm, envLines, type Variable, variablesOf} from './env-lines.js';

type SeedInput = CheckRules & {
  readonly file: string;
  readonly run?: string | undefined;
  readonly random?: string | undefined;
  readonly env?: EnvForm | undefined;
  readonly mailings?: boolean | 0 | 1 | undefined;
  readonly live?: boolean | 0 | 1 | undefined;
  readonly allow_automations?: boolean | 0 | 1 | undefined;
};

/** Makes what a seed file says, and reports it in the requested form. */
export async function runSeed(context: Context, input: SeedInput): Promise<Ended> {
  const {file, strict, force, env} = input;
  const run = input.run === undefined ? newRunId(context.host.now()) : requireRunId(input.run);
  let variables: readonly Variable[] = [];
  const options = {
    ...{file, run, random: input.random ?? USUAL},
    ...{mailings: Boolean(input.mailings), live: Boolean(input.live), rules: {strict, force}},
    settle: restTimes(context.host).wait,
  };
  const outcome = await applySeed(
    context,
    options,
    ({filled}) => {
      if (env !== undefined) variables = variablesOf(filled.names);
    },
    async proposal => {
      const permit = await agree(context, proposal, Boolean(input.allow_automations));
      // A killed run can be continued or cleaned only by its id.
      if (input.run === undefined && !context.globals.dryRun)
        context.notice(`This is the run ${run}.`, {kind: 'run', id: run});
      return permit;
    },
  );
  const {applied} = outcome;
  const sum = applied ? sumOfApply(applied) : noWork;
  const error = applied?.error;
  if (error && sum.done + sum.doubtful === 0 && !(error instanceof InterruptedError)) throw error;
  const words = endWords(run, applied);
  if (env !== undefined && !context.globals.dryRun) {
    const body = error ? '' : envLines(run, variables, valueIn(outcome), env);
    return ended(sum, {kind: 'raw', body}, error, words);
  }
  const text = seedInWords(outcome, context.globals.dryRun);
  return ended(sum, {kind: 'data', data: seedAsData(outcome), text, prose: true, report: true}, error, words);
}

/** Two people who seed the same file get the same people. */
const USUAL = '1';

/** Asks if somebody gets mail because of it: a person on the screen, and a script by its options. */
async function agree(context: Context, proposal: Proposal, allowed: boolean): Promise<Permit> {
  return context.agree(effectOfApply(proposal), {what: applyQuestion(proposal), allowAutomations: allowed});
}

/** The value of a variable. A skipped record has no id, so its value is empty. */
const valueIn =
  ({seeded}: SeedOutcome) =>
  ({kind, called, holds}: Variable): string => {
    if (kind === CONTACTS) return seeded.addresses[called] ?? '';
    const record = seeded.made[kind]?.find(({name}) => name === called);
    return String((holds === 'id' ? record?.id : record?.as) ?? '');
  };

/** How the end of a seed that broke off is told: run it again, which looks first. */
const endWords = (run: string, applied: Applied | undefined): EndWords => ({
  ...{counts: ['change', 'changes'], did: 'made', at: applied && failedAt(applied)},
  again: `To continue, run the same line with --run ${run}. To delete it: emk seed clean --run ${run}`,
});

/** What a seed has made, for people: each record by its name in the file, and how to delete it all. */
function seedInWords({seeded, proposal, applied}: SeedOutcome, dryRun: boolean): string {
  const waiting = waitingInWords(proposal);
  if (dryRun) return [planInWords({...proposal.plan, changes: proposal.changes}, false), ...waiting].join('\n');
  const {run, made, contacts} = seeded;
  const count = (applied?.done.size ?? 0) + (applied?.contacts.length ?? 0);
  const isWhole = applied?.error === undefined;
  return [
    count === 0 && isWhole ? `The run ${run} is complete.` : `The run ${run}:`,
    ...kindNames.flatMap(kind =>
      (made[kind] ?? []).map(({name, as, id, shared}) => {
        const {one} = kinds[kind].collection.noun;
        return `  ${one} "${clean(name)}": ${id}${shared ? ', shared by all runs' : `, called "${clean(as)}"`}`;
      }),
    ),
    ...(isWhole ? contacts.map(({list, count: people}) => `  ${counted(people, 'contact')} in "${clean(list)}"`) : []),
    ...waiting,
    `To delete it: emk seed clean --run ${run}`,
  ].join('\n');
}

/** The same for programs. */
const seedAsData = ({seeded, proposal, applied}: SeedOutcome) => ({
  ...seeded,
  new: [...(applied?.done ?? [])].filter(({action}) => action === 'create').length,
  waiting: proposal.waiting.map(({change: {action, kind, name}, needs}) => ({action, kind, name, needs})),
  ...(applied === undefined && {plan: {changes: proposal.changes, contacts: proposal.plan.contacts}}),
});
