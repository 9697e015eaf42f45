import {resolve} from 'node:path';
import {noteRun} from '../../accounts/noted-runs.js';
import {targetOf as accountOf} from '../../accounts/target.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {impossibleIn} from '../../change/effect/effect.js';
import {type Ended, type EndWords, ended, errorOf, noWork, sumOf} from '../../change/work/ending.js';
import {toEmkError} from '../../change/work/stop-errors.js';
import {type EmkError, PartialError, UnknownOutcomeError} from '../../core/errors.js';
import {counted, plural, sum as total} from '../../core/words/sentence.js';
import type {CheckRules} from '../../mailings/options.js';
import type {Sum} from '../../output/results/documents.js';
import type {Result} from '../../output/results/result.js';
import {writeNow} from '../../output/text/terminal.js';
import {endingInWords} from '../../resources/automations-work.js';
import {type ApplyWork, changeOne, createNew, goLive, removeAll} from './changes.js';
import {type AppliedContacts, addPeopleOf, contactRules} from './contacts.js';
import {printOf, type Step} from './differences.js';
import {type Id, idOf, serviceName} from './entries.js';
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
import {
  type Compared,
  compareFolder,
  type KeptPlan,
  mailAgainBy,
  type PlanOptions,
  refuseStalePlan,
  savePlan,
} from './plan.js';
import {
  type Allowed,
  type Applied,
  effectOfApply,
  type Imported,
  importedBy,
  isToGoLive,
  type Proposal,
  proposalOf,
} from './proposal.js';
import type {AppliedData, Change} from './shapes.js';
import {appliedInWords, applyQuestion, failedAt, proposalInWords, sayWhoStays, startsInWords} from './words.js';

/** What a person agrees to by the line itself. */
type Agreed = {
  /** Whether live automations may mail people because of it. */
  readonly allowAutomations: boolean;
  readonly maxDelete: number | undefined;
};

type ApplyOptions = Allowed & {
  readonly rules: CheckRules;
  /** How long to wait for requests of an interrupted run, in milliseconds. */
  readonly settle: number;
};

/** Applies a folder: shows the plan, asks, makes what differs as the files say, and reports it. */
export async function runApply(
  context: Context,
  options: PlanOptions & ApplyOptions & {readonly planned?: KeptPlan | undefined},
  agreed: Agreed,
): Promise<Ended> {
  const folder = await existingFolder(context.host, options.folder, 'Make it with: emk account pull');
  // With a saved plan, everything must be as it was then.
  const compare = async (): Promise<Compared> => {
    const compared = await compareFolder(context, options);
    if (options.planned) refuseStalePlan(options.planned, await savePlan(context, options, compared));
    return compared;
  };
  const applied = await applyWith(context, compare, {...options, folder}, one => askToApply(context, one, agreed));
  sayWhoStays(context, applied.plan, options);
  // Among the runs of this machine, "emk undo" lists it.
  if (!context.globals.dryRun && sumOfApply(applied).done > 0)
    await noteRun(context, {what: 'apply', name: options.folder, folder: resolve(context.host.cwd, options.folder)});
  return reportOn(context, applied, 'Make it by hand in the service, or change the files.');
}

/** Reports what was done; `byHand` says what a person can do about the rest. */
export async function reportOn({globals}: Context, applied: Applied, byHand: string): Promise<Ended> {
  const {error} = applied;
  const sum = globals.dryRun ? noWork : sumOfApply(applied);
  const words: EndWords = {
    ...{counts: ['change', 'changes'], did: 'made', at: failedAt(applied)},
    again: 'Then run the same line again. emk looks first, and does what is left.',
  };
  if (error && sum.done === 0) throw errorOf(sum, error, words) ?? error;
  const text = globals.dryRun ? proposalInWords(applied, startsInWords(applied)) : appliedInWords(applied);
  const {impossible} = sum;
  const left = new PartialError(`${counted(impossible, 'change')} ${plural(impossible, 'was', 'were')} not made.`, {
    hint: `Each is listed above with its reason. ${byHand}`,
  });
  const result: Result = {kind: 'data', data: await toData(applied), text, report: true};
  return ended(sum, result, error ?? (impossible > 0 ? left : undefined), words);
}

/** Asks whether to carry out a plan. A yes on the line is not enough if automations mail people. */
export async function askToApply(
  context: Context,
  proposal: Proposal,
  {allowAutomations, maxDelete}: Agreed,
): Promise<Permit> {
  const {globals} = context;
  const {starts, ends} = proposal;
  if (globals.dryRun) return context.agree(effectOfApply(proposal), {what: applyQuestion(proposal)});
  await context.mayChange();
  const ending = await endingInWords(context, ends);
  // A line that has its yes shows nothing.
  if (context.ask.possible && !globals.yes) {
    context.progress.clear();
    writeNow(context.host.stderr, proposalInWords(proposal, ending), 'words');
  }
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
  const {changes: _, contacts: ofLists, ...staying} = plan;
  return {
    changes,
    contacts: contacts.map(({error: __, ...one}) => one),
    waiting: waiting.map(({change: {action, kind, name}, needs}) => ({action, kind, name, needs})),
    impossible_contacts: ofLists.flatMap(({list, impossible}) => impossible.map(one => ({list, ...one}))),
    automations: [...new Set(starts.flatMap(({names}) => names))],
    mail_again: mailAgainBy(done),
    ...staying,
  };
}

type WithJournal = ApplyOptions & {
  /** Where the files of contacts and the journal are. */
  readonly folder: string;
  /** The kinds of which a record that another run has made meanwhile is as good as an own one. */
  readonly adopts?: (kind: KindName) => boolean;
  /** Takes imports back, where the changes are what made records need to go: everything is then done in reverse. */
  readonly takeBack?: (work: ApplyWork, imports: readonly Imported[], note: Noting) => Promise<void>;
};

type Noting = (one: AppliedContacts) => void;

/** The same for anything that was compared with an account. */
export async function applyWith(
  context: Context,
  compare: (journal: ApplyJournal) => Promise<Compared & {readonly imports?: readonly Imported[]}>,
  {folder, rules, settle, adopts = () => false, takeBack, ...allowed}: WithJournal,
  agree: (proposal: Proposal) => Promise<Permit>,
): Promise<Applied> {
  const {dryRun} = context.globals;
  return withApplyJournal(context.host, folder, accountOf(await context.account()), async journal => {
    const began = journal.doubts.map(({since}) => since);
    if (!dryRun) await waitForDoubts(context, began, settle);
    const {account, plan, known, imports = []} = await compare(journal);
    if (!dryRun) settleDoubts(journal, account);
    const proposal = await proposalOf(context, plan, account, {...allowed, imports});
    const {changes, contactChanges} = proposal;
    const done = new Set<Step>();
    const contacts: AppliedContacts[] = [];
    const note: Noting = one => {
      contacts.push(one);
      if (one.error) throw one.error;
    };
    const ended = {...proposal, done, contacts, account, made: journal.made, error: undefined};
    if (dryRun) {
      await agree(proposal);
      return ended;
    }
    if (changes.length + contactChanges.length + imports.length === 0) {
      await journal.finish();
      return ended;
    }
    const permit = await agree(proposal);
    const work: ApplyWork = {
      ...{permit, journal, account, rules, known, adopts, context: withoutQuestions(context, permit)},
      ...{takesBack: takeBack !== undefined, now: undefined},
    };
    const error = await carryOut(work, changes, done, () =>
      takeBack ? takeBack(work, imports, note) : addContacts(work, folder, proposal, note),
    );
    await journal.finish();
    return {...ended, error, ...(error && {failed: work.now})};
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
  done: Set<Step>,
  people: () => Promise<void>,
): Promise<EmkError | undefined> {
  const {journal, context, takesBack} = work;
  const idOfMade = ({kind, name}: Change): Id | undefined => madeFor(journal.made, recordItem(kind, name))?.id;
  // An earlier apply may have made one of this name, which somebody has deleted since.
  const before = new Map(steps.map(step => [step, idOfMade(step)]));
  const finish = (step: Step): void => {
    const {kind, name, entry} = step;
    if (isOurs(work, step)) journal.note({kind: 'finished', item: recordItem(kind, name), print: printOf(kind, entry)});
    done.add(step);
    context.progress.show({label: 'Applying', done: done.size, total: steps.length});
  };
  const change = (kind: KindName) => () => makeAndChange(work, kind, steps, finish);
  const setLive = async (): Promise<void> => {
    for (const step of steps.filter(isToGoLive)) {
      begin(work, step);
      await goLive(work, step);
      finish(step);
    }
  };
  const forth = kindNames.flatMap(kind => [...(kind === 'automations' ? [people] : []), change(kind)]);
  // People who left a group must not come back before the automations that mail it are gone.
  const back = [...kindNames]
    .reverse()
    .flatMap(kind => [...(takesBack ? [change(kind)] : []), () => remove(work, kind, steps, done)]);
  try {
    for (const act of takesBack ? [people, ...back] : [...forth, setLive, ...back]) await act();
    return undefined;
  } catch (thrown) {
    for (const step of steps) if (step.action === 'create' && idOfMade(step) !== before.get(step)) done.add(step);
    return toEmkError(thrown, context.host);
  } finally {
    context.progress.clear();
  }
}

const isOurs = ({journal}: ApplyWork, {kind, name}: Change): boolean =>
  madeFor(journal.made, recordItem(kind, name)) !== undefined;

/** Creates the new records of a kind, and changes the existing ones, in order. */
async function makeAndChange(
  work: ApplyWork,
  kind: KindName,
  all: readonly Step[],
  finish: (step: Step) => void,
): Promise<void> {
  const steps = all.filter(step => step.kind === kind);
  const created = steps.filter(({action}) => action === 'create');
  if (created.length > 0) await createNew(work, kind, created);
  for (const step of created) if (!isToGoLive(step)) finish(step);
  for (const step of steps.filter(({action}) => action === 'update')) {
    begin(work, step);
    await changeOne(work, step);
    if (!isToGoLive(step)) finish(step);
  }
}

/** Begins a change, and writes down what a record of this folder will become: a kill may come before it is finished. */
function begin(work: ApplyWork, step: Step): void {
  const {kind, name, entry} = step;
  work.now = step;
  if (isOurs(work, step))
    work.journal.begin('updates', {items: [recordItem(kind, name)]}, {print: printOf(kind, entry)});
}

async function remove(work: ApplyWork, kind: KindName, steps: readonly Step[], done: Set<Step>): Promise<void> {
  const {context, journal, permit, takesBack} = work;
  const {collection: of} = kinds[kind];
  const gone = steps.filter(step => step.kind === kind && step.action === 'delete');
  const going = new Map(gone.map(step => [String(step.there?.id), step]));
  if (gone.length === 0) return;
  work.now = undefined;
  const called = (id: unknown): string | undefined => going.get(String(id))?.there?.called;
  const removal = {
    ...{of, listInput: {}, permit},
    isStill: (row: Loose) =>
      called(row[of.key]) === serviceName(kind)(row) &&
      // Deleting a list deletes its contacts, and other people's contacts must stay.
      !(kind === 'lists' && takesBack && Number(row['contacts_count']) > 0),
    nameOf: (id: Id) => `"${called(id)}"`,
  };
  const ids = gone.flatMap(({there}) => there?.id ?? []);
  await removeAll(context, removal, ids, id => {
    const step = going.get(String(id));
    if (step === undefined) return;
    if (isOurs(work, step)) journal.note({kind: 'undone', item: recordItem(kind, step.name)});
    done.add(step);
  });
}

/** Adds the people of each file to its list. The run that adds them is written down before its first request. */
async function addContacts(work: ApplyWork, folder: string, {contactChanges}: Proposal, note: Noting): Promise<void> {
  if (contactChanges.length === 0) return;
  const {context, journal, known, permit, account} = work;
  work.now = undefined;
  const rules = await contactRules(context);
  for (const {list} of contactChanges)
    note(
      await addPeopleOf(context, {
        ...{folder, permit, rules, known},
        list: {id: Number(await idOf(account, 'lists', list)), name: list},
        began: run => void journal.begin('creates', {items: [importItem(list, run)]}),
      }),
    );
}

/** The sum of an apply: its changes of records and of people, and what the files ask for and nobody can do. */
export function sumOfApply(applied: Applied): Sum {
  const {changes, contactChanges, imports, done, contacts: people, error} = applied;
  const changed = total(people.map(({created, deleted = 0}) => created + deleted));
  // The list may have changed since the plan, so without an error it is the plan that is done.
  const added = imports.length === 0 ? total(contactChanges.map(({create}) => create.count)) : changed;
  const planned = changes.length + (error ? Math.max(added, importedBy(imports)) : added);
  const impossible = impossibleIn(effectOfApply(applied));
  return sumOf({
    wanted: planned + impossible,
    done: error ? Math.min(planned, done.size + changed) : planned,
    impossible,
    doubtful: error instanceof UnknownOutcomeError ? 1 : 0,
  });
}
