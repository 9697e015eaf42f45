import {resolve} from 'node:path';
import {noteRun} from '../../accounts/noted-runs.js';
import {targetOf} from '../../accounts/target.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {impossibleIn} from '../../change/effect/effect.js';
import {type Ended, type EndWords, ended, errorOf, noWork, sumOf} from '../../change/work/ending.js';
import type {Id} from '../../change/work/journal.js';
import {toEmkError} from '../../change/work/stop-errors.js';
import {type EmkError, PartialError, UnknownOutcomeError} from '../../core/errors.js';
import type {TypeOf} from '../../core/json-schema/describe.js';
import {counted, sum as total} from '../../core/words/sentence.js';
import type {CheckRules} from '../../mailings/options.js';
import type {Sum} from '../../output/results/documents.js';
import type {Result} from '../../output/results/result.js';
import {writeNow} from '../../output/text/terminal.js';
import {type ApplyWork, changeOne, createNew, goLive, removeAll} from './changes.js';
import {type AppliedContacts, addPeopleOf, contactRules} from './contacts.js';
import {printOf, type Step} from './differences.js';
import {idOfRecord, serviceName} from './entries.js';
import {existingFolder} from './files.js';
import {type KindName, kindNames} from './keys.js';
import {kinds} from './kinds.js';
import {
  type ApplyJournal,
  importItem,
  madeFor,
  recordItem,
  settleDoubts,
  waitForDoubts,
  withApplyJournal,
} from './made.js';
import {type Compared, compareFolder, mailAgainBy, type PlanOptions, refuseStalePlan, savePlan} from './plan.js';
import {
  type AllowedMail,
  type Applied,
  effectOfApply,
  type Imported,
  importedBy,
  isToGoLive,
  type Proposal,
  proposalOf,
} from './proposal.js';
import type {applied, RecordChange, SavedPlan} from './shapes.js';
import {appliedInWords, applyQuestion, failedAt, proposalInWords} from './words.js';

/** What a person agrees to by the line itself. */
type Agreed = {
  /** Whether live automations may mail people because of it. */
  readonly allowAutomations: boolean;
  readonly maxDelete: number | undefined;
};

type ApplyOptions = AllowedMail & {readonly rules: CheckRules};

/** Applies a folder: shows the plan, asks, makes what differs as the files say, and reports it. */
export async function runApply(
  context: Context,
  options: PlanOptions & ApplyOptions & {readonly planned: SavedPlan | undefined},
  agreed: Agreed,
): Promise<Ended> {
  const folder = await existingFolder(context.host, options.folder);
  // With a saved plan, everything must be as it was then.
  const compare = async (): Promise<Compared> => {
    const compared = await compareFolder(context, options);
    if (options.planned) refuseStalePlan(options.planned, await savePlan(context, options, compared.plan));
    return compared;
  };
  const applied = await applyWith(context, compare, {...options, folder}, one => askToApply(context, one, agreed));
  // Among the runs of this machine, "emk undo" lists it.
  if (!context.globals.dryRun && sumOfApply(applied).done > 0)
    await noteRun(context, {what: 'apply', name: options.folder, folder: resolve(context.host.cwd, options.folder)});
  return reportOn(context, applied);
}

/** Reports what was done, and what is left. */
export async function reportOn({globals}: Context, applied: Applied): Promise<Ended> {
  const {error} = applied;
  const sum = globals.dryRun ? noWork : sumOfApply(applied);
  const words: EndWords = {
    ...{counts: ['change', 'changes'], did: 'made', at: failedAt(applied)},
    again: 'Then run the same line again. emk looks first, and does what is left.',
  };
  if (error && sum.done === 0) throw errorOf(sum, error, words) ?? error;
  const text = globals.dryRun ? proposalInWords(applied) : appliedInWords(applied);
  const result: Result = {kind: 'data', data: await toData(applied), text, report: true};
  const {impossible} = sum;
  const left = new PartialError(`${counted(impossible, 'change')} could not be made.`, {
    hint: 'Each is listed above with its reason.',
  });
  return ended(sum, result, error ?? (impossible > 0 ? left : undefined), words);
}

/** Asks whether to carry out a plan. A yes on the line is not enough if automations mail people. */
export async function askToApply(
  context: Context,
  proposal: Proposal,
  {allowAutomations, maxDelete}: Agreed,
): Promise<Permit> {
  const {globals, host} = context;
  const asking = {what: applyQuestion(proposal), maxDelete, allowAutomations, always: true} as const;
  if (globals.dryRun) return context.agree(effectOfApply(proposal), asking);
  await context.mayChange();
  // A line that has its yes shows nothing.
  if (context.ask.possible && !globals.yes) {
    context.progress.clear();
    // What starts is in the question.
    writeNow(host.stderr, proposalInWords({...proposal, starts: []}), 'words');
  }
  return context.agree(effectOfApply(proposal), asking);
}

type AppliedData = TypeOf<typeof applied>;

async function toData({account, done, contacts, waiting, plan}: Applied): Promise<AppliedData> {
  const changes: Array<AppliedData['changes'][number]> = [];
  for (const {action, kind, name} of done) {
    const id = action === 'delete' ? undefined : await idOfRecord(account, kind, name);
    changes.push({action, kind, name, id: id ?? null});
  }
  return {
    ...{...plan, changes, mail_again: mailAgainBy(done)},
    contacts: contacts.map(({error: _, ...one}) => one),
    waiting: waiting.map(({change: {action, kind, name}, needs}) => ({action, kind, name, needs})),
  };
}

type WithJournal = ApplyOptions & {
  /** Where the files of contacts and the journal are. */
  readonly folder: string;
  /** Takes imports back, where the changes are what made records need to go. */
  readonly takeBack?: (work: ApplyWork, imports: readonly Imported[], note: Noting) => Promise<void>;
};

type Noting = (one: AppliedContacts) => void;

/** The same for anything that was compared with an account. */
export async function applyWith(
  context: Context,
  compare: (journal: ApplyJournal) => Promise<Compared & {readonly imports?: readonly Imported[]}>,
  {folder, rules, takeBack, ...allowed}: WithJournal,
  agree: (proposal: Proposal) => Promise<Permit>,
): Promise<Applied> {
  const {dryRun} = context.globals;
  return withApplyJournal(context.host, folder, targetOf(await context.account()), async journal => {
    if (!dryRun) await waitForDoubts(context, journal.doubts);
    const {account, plan, known, imports = []} = await compare(journal);
    if (!dryRun) settleDoubts(journal, account);
    const proposal = await proposalOf(context, plan, account, {...allowed, imports});
    const done = new Set<Step>();
    const contacts: AppliedContacts[] = [];
    const note: Noting = one => {
      contacts.push(one);
      if (one.error) throw one.error;
    };
    const applied = {...proposal, done, contacts, account, made: journal.made, error: undefined};
    const isNothing = proposal.changes.length + plan.contacts.length + imports.length === 0;
    if (dryRun) await agree(proposal);
    if (dryRun || isNothing) return applied;
    const permit = await agree(proposal);
    const work: ApplyWork = {
      ...{permit, journal, account, rules, known, done, context: withoutQuestions(context, permit), now: undefined},
    };
    // Who left a group by the files gets its mail again only when what the apply made is gone.
    const isLast = ({kind, action}: Step): boolean =>
      takeBack !== undefined && kind === 'groups' && action === 'update';
    const [last, first] = [proposal.changes.filter(isLast), proposal.changes.filter(step => !isLast(step))];
    const people = () => (takeBack ? takeBack(work, imports, note) : addContacts(work, folder, plan.contacts, note));
    const error = (await carryOut(work, first, people)) ?? (await carryOut(work, last, async () => {}));
    return {...applied, error, ...(error && {failed: work.now})};
  });
}

/** A context without questions and notices: its changes are part of what was agreed to, and the report says the rest. */
const withoutQuestions = (context: Context, permit: Permit): Context => ({
  ...context,
  globals: {...context.globals, yes: true},
  ask: {...context.ask, possible: false},
  agree: async () => permit,
  notice: () => {},
});

/**
 * Makes changes in the order of their dependencies, deletions last. Mailings are checked with their audience, so people come
 * first; automations after them, so that nobody is mailed for joining. The first failure ends the work, and is returned.
 */
async function carryOut(
  work: ApplyWork,
  steps: readonly Step[],
  people: () => Promise<void>,
): Promise<EmkError | undefined> {
  const {context, done} = work;
  const stepsOf = (kind: KindName, does: RecordChange['action']) =>
    steps.filter(step => step.kind === kind && step.action === does);
  try {
    for (const kind of kindNames) {
      context.progress.show({label: `Applying ${kind}`, done: done.size, total: steps.length});
      if (kind === 'automations') await people();
      await createNew(work, kind, stepsOf(kind, 'create'));
      for (const step of stepsOf(kind, 'update')) {
        await changeOne(work, step);
        if (!isToGoLive(step)) finish(work, step);
      }
    }
    for (const step of steps.filter(isToGoLive)) {
      await goLive(work, step);
      finish(work, step);
    }
    for (const kind of [...kindNames].reverse()) await remove(work, kind, stepsOf(kind, 'delete'));
    return undefined;
  } catch (thrown) {
    return toEmkError(thrown, context.host);
  } finally {
    context.progress.clear();
  }
}

/** Notes what a record of this folder has become, so that an undo knows it. */
function finish({journal, done}: ApplyWork, step: Step): void {
  const {kind, name, entry} = step;
  const item = recordItem(kind, name);
  if (madeFor(journal.made, item)) journal.note({kind: 'finished', item, print: printOf(kind, entry)});
  done.add(step);
}

async function remove(work: ApplyWork, kind: KindName, gone: readonly Step[]): Promise<void> {
  const {context, journal, permit, done} = work;
  const {collection: of} = kinds[kind];
  const going = new Map(gone.map(step => [String(step.there?.id), step]));
  work.now = undefined;
  const stepOf = (id: unknown): Step | undefined => going.get(String(id));
  const removal = {
    ...{of, listInput: {}, permit},
    // A list goes only with the people who were agreed to.
    isStill: (row: Loose) =>
      stepOf(row[of.key])?.there?.called === serviceName(kind)(row) &&
      !(kind === 'lists' && Number(row['contacts_count']) > (stepOf(row[of.key])?.people ?? 0)),
    nameOf: (id: Id) => `"${stepOf(id)?.there?.called}"`,
  };
  const ids = gone.flatMap(({there}) => there?.id ?? []);
  await removeAll(context, removal, ids, id => {
    const step = stepOf(id);
    if (step === undefined) return;
    const item = recordItem(kind, step.name);
    if (madeFor(journal.made, item)) journal.note({kind: 'undone', item});
    done.add(step);
  });
}

/** Adds the people of each file to its list. The run that adds them is written down before its first request. */
async function addContacts(
  {context, journal, known, permit, account}: ApplyWork,
  folder: string,
  contacts: Proposal['plan']['contacts'],
  note: Noting,
): Promise<void> {
  if (contacts.length === 0) return;
  const rules = await contactRules(context);
  for (const {list} of contacts)
    note(
      await addPeopleOf(context, {
        ...{folder, permit, rules, known},
        list: {id: Number(await idOfRecord(account, 'lists', list)), name: list},
        began: run => void journal.begin('creates', {items: [importItem(list, run)]}),
      }),
    );
}

/** The sum of an apply: its changes of records and of people, and what the files ask for and nobody can do. */
function sumOfApply(applied: Applied): Sum {
  const {changes, plan, imports, done: steps, contacts, error} = applied;
  const done = steps.size + total(contacts.map(({created, deleted}) => created + deleted));
  // The lists may have changed since the plan, so without an error it is the work that counts.
  const planned = changes.length + total(plan.contacts.map(({count}) => count)) + importedBy(imports);
  const impossible = impossibleIn(effectOfApply(applied));
  return sumOf({
    ...{wanted: (error ? Math.max(planned, done) : done) + impossible, done, impossible},
    doubtful: error instanceof UnknownOutcomeError ? 1 : 0,
  });
}
