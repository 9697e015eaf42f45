import {resolve} from 'node:path';
import {noteRun} from '../../accounts/noted-runs.js';
import type {Permit} from '../../api/describe/permit.js';
import {type Ended, type EndWords, ended, errorOf, noWork} from '../../change/work/ending.js';
import type {Context} from '../../commands/command.js';
import {type EmkError, PartialError} from '../../core/errors.js';
import {capital, counted, plural} from '../../core/words/sentence.js';
import type {Sum} from '../../output/results/documents.js';
import type {Result} from '../../output/results/result.js';
import {endingInWords} from '../../resources/automations-work.js';
import {type Applied, type ApplyOptions, apply, sumOfApply} from './apply.js';
import {destroy} from './destroy.js';
import {idOf} from './entries.js';
import {existingFolder} from './files.js';
import {mailAgainBy, type PlanOptions} from './plan.js';
import {effectOfApply, type Proposal} from './proposal.js';
import type {KeptPlan} from './saved-plan.js';
import type {AppliedData, Change} from './shapes.js';
import {
  appliedInWords,
  applyQuestion,
  failedAt,
  importsInWords,
  planInWords,
  sayWhoStays,
  showBefore,
  startsInWords,
  waitingInWords,
} from './words.js';

/** What a person agrees to by the line itself. */
type Agreed = {
  /** Whether live automations may mail people because of it. */
  readonly allowAutomations: boolean;
  readonly maxDelete: number | undefined;
};

/** Applies a folder: shows the plan, asks, and reports what was done. */
export async function runApply(
  context: Context,
  options: PlanOptions & ApplyOptions & {readonly planned?: KeptPlan | undefined},
  agreed: Agreed,
): Promise<Ended> {
  const applied = await apply(context, options, proposal => agree(context, proposal, agreed));
  sayWhoStays(context, applied.plan, options);
  const sum = sumOfApply(applied);
  if (!context.globals.dryRun && sum.done > 0) await noteApply(context, options.folder, applied);
  return reportOn(context, applied, sum, 'Make it by hand in the service, or change the files.');
}

/** Takes back what the applies of a folder have made, and reports it in the same words. */
export async function runDestroy(
  context: Context,
  {maxDelete, ...options}: Parameters<typeof destroy>[1] & Pick<Agreed, 'maxDelete'>,
): Promise<Ended> {
  const root = await existingFolder(context.host, options.folder, 'Name the folder that was applied.');
  const agreed = {allowAutomations: false, maxDelete};
  const asking = (proposal: Proposal) => agree(context, proposal, agreed);
  const applied = await destroy(context, {...options, folder: root}, asking);
  return reportOn(context, applied, sumOfApply(applied), 'If nobody needs it, delete it by hand in the service.');
}

async function reportOn({globals}: Context, applied: Applied, sum: Sum, byHand: string): Promise<Ended> {
  const {plan, changes, error} = applied;
  if (globals.dryRun) {
    const text = [
      planInWords({...plan, changes}),
      ...importsInWords(applied),
      ...waitingInWords(applied),
      ...startsInWords(applied).map(line => `${capital(line)}.`),
    ].join('\n');
    return ended(noWork, {kind: 'data', data: await toData(applied), text, prose: true, report: true});
  }
  const words = {...endWords, at: failedAt(applied)};
  if (error && sum.done === 0) throw errorOf(sum, error, words) ?? error;
  const text = appliedInWords(applied);
  const result: Result = {kind: 'data', data: await toData(applied), text, prose: true, report: true};
  return ended(sum, result, error ?? impossibleError(sum, byHand), words);
}

const endWords: EndWords = {
  counts: ['change', 'changes'],
  did: 'made',
  again: 'Then run the same line again. emk looks first, and does what is left.',
};

/** The error of an apply that did all it could, if more was asked for. */
function impossibleError({impossible: count}: Sum, byHand: string): EmkError | undefined {
  if (count === 0) return undefined;
  return new PartialError(`${counted(count, 'change')} ${plural(count, 'was', 'were')} not made.`, {
    hint: `Each is listed above with its reason. ${byHand}`,
  });
}

/** Notes the apply among the runs of this machine, so that "emk undo" lists it. */
async function noteApply(context: Context, folder: string, {done, contacts}: Applied): Promise<void> {
  const countOf = (wanted: Change['action']): number => [...done].filter(({action}) => action === wanted).length;
  await noteRun(context, {
    ...{what: 'apply', name: folder, folder: resolve(context.host.cwd, folder)},
    counts: {
      added: contacts.reduce((sum, {created}) => sum + created, 0),
      ...{created: countOf('create'), changed: countOf('update'), deleted: countOf('delete')},
    },
  });
}

/** Asks whether to carry out a plan. A yes on the line is not enough if automations mail people. */
async function agree(context: Context, proposal: Proposal, {allowAutomations, maxDelete}: Agreed): Promise<Permit> {
  const {globals} = context;
  const {plan, changes, starts, ends} = proposal;
  if (globals.dryRun) return context.agree(effectOfApply(proposal), {what: applyQuestion(proposal)});
  await context.mayChange();
  const ending = await endingInWords(context, ends);
  const waiting = [...importsInWords(proposal), ...waitingInWords(proposal), ...ending].map(line => `${line}\n`);
  showBefore(context, `${planInWords({...plan, changes})}${waiting.join('')}`);
  const permit = await context.agree(effectOfApply(proposal), {
    ...{what: applyQuestion(proposal), maxDelete, allowAutomations},
    always: true,
  });
  if (starts.length > 0 && !allowAutomations) context.answered({allow_automations: true});
  return permit;
}

async function toData({account, done, contacts, waiting, plan, starts}: Applied): Promise<AppliedData> {
  const changes: Array<AppliedData['changes'][number]> = [];
  for (const {action, kind, name} of done) {
    const id = action === 'delete' ? undefined : await idOf(account, kind, name);
    changes.push({action, kind, name, id: id ?? null});
  }
  return {
    changes,
    contacts: contacts.map(({error: _, ...one}) => one),
    waiting: waiting.map(({change: {action, kind, name}, needs}) => ({action, kind, name, needs})),
    impossible: plan.impossible,
    impossible_contacts: plan.contacts.flatMap(({list, impossible}) => impossible.map(one => ({list, ...one}))),
    differing: plan.differing,
    automations: [...new Set(starts.flatMap(({names}) => names))],
    stay_away: plan.stay_away,
    mail_again: mailAgainBy(done),
    stay_unsubscribed: plan.stay_unsubscribed,
    left: plan.left,
  };
}
