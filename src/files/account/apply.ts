import {targetOf as accountOf} from '../../accounts/target.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import {impossibleIn} from '../../change/effect/effect.js';
import {sumOf} from '../../change/work/ending.js';
import {toEmkError} from '../../change/work/stop-errors.js';
import type {Context} from '../../commands/command.js';
import {type EmkError, UnknownOutcomeError} from '../../core/errors.js';
import type {CheckRules} from '../../mailings/options.js';
import type {Sum} from '../../output/results/documents.js';
import {type ApplyWork, changeOne, createNames, createNew, goLive, idOf, removeAll, type Task} from './changes.js';
import {type AppliedContacts, addPeopleOf, rulesToSend} from './contacts.js';
import {printOf} from './differences.js';
import {type AccountState, type Id, serviceName} from './entries.js';
import {existingFolder} from './files.js';
import {type Entry, type KindName, kindNames} from './keys.js';
import {kinds} from './kinds.js';
import {
  type ApplyJournal,
  importItem,
  type Made,
  madeFor,
  recordItem,
  settleDoubts,
  waitForDoubts,
  withApplyJournal,
} from './made.js';
import {type ComparedFiles, compareFolder, knownLeavers, type PlanOptions} from './plan.js';
import {
  type Allowed,
  effectOfApply,
  type Imported,
  importedBy,
  isToGoLive,
  type Proposal,
  proposalOf,
} from './proposal.js';
import {type KeptPlan, refuseStalePlan, savePlan} from './saved-plan.js';
import type {Change, ContactChange} from './shapes.js';

export type ApplyOptions = Allowed & {
  readonly rules: CheckRules;
  /** How long to wait for requests of an interrupted run, in milliseconds. */
  readonly settle: number;
};

/** What was done, and the error that ended the work early, if any. */
export type Applied = Proposal & {
  readonly done: ReadonlySet<Change>;
  readonly contacts: readonly AppliedContacts[];
  /** The id of a record that was there, or was made. */
  idOf(kind: KindName, name: string): Promise<Id | undefined>;
  readonly made: Made;
  readonly error: EmkError | undefined;
  /** The change during which it ended. */
  readonly failed?: Change | undefined;
};

/** Gets the permit for all that is proposed. */
export type AgreeToPlan = (proposal: Proposal) => Promise<Permit>;

/** Updates an account from the files of a folder, after `agree` has returned. Records that match are not touched. */
export async function apply(
  context: Context,
  options: PlanOptions & ApplyOptions & {readonly planned?: KeptPlan | undefined},
  agree: AgreeToPlan,
): Promise<Applied> {
  const folder = await existingFolder(context.host, options.folder, 'Make it with: emk account pull');
  // With a saved plan, everything must be as it was then.
  const compare = async (): Promise<ComparedFiles> => {
    const compared = await compareFolder(context, options);
    if (options.planned) refuseStalePlan(options.planned, await savePlan(context, options, compared));
    return compared;
  };
  return applyWith(context, compare, {...options, folder}, agree);
}

type WithJournal = ApplyOptions & {
  /** Where the files of contacts and the journal are. */
  readonly folder: string;
  /** The kinds of which a record that another run has made meanwhile is as good as an own one. */
  readonly adopts?: (kind: KindName) => boolean;
  /** Takes imports back, where the changes are what made records need to go: everything is then done in reverse. */
  readonly takeBack?: (
    work: ApplyWork,
    imports: readonly Imported[],
    note: (one: AppliedContacts) => void,
  ) => Promise<void>;
};

/** The same for anything that was compared with an account. */
export async function applyWith(
  context: Context,
  compare: (journal: ApplyJournal) => Promise<ComparedFiles & {readonly imports?: readonly Imported[]}>,
  options: WithJournal,
  agree: AgreeToPlan,
): Promise<Applied> {
  const {rules, settle} = options;
  const {dryRun} = context.globals;
  return withApplyJournal(context.host, options.folder, accountOf(await context.account()), async journal => {
    const began = journal.doubts.map(({since}) => since);
    if (!dryRun) await waitForDoubts(context, began, settle);
    const {files, account, plan, imports = []} = await compare(journal);
    if (!dryRun) settleDoubts(journal, account);
    const looks = lookUps(account);
    const proposal = await proposalOf({context, ...looks}, plan, options, imports);
    let failed: Change | undefined;
    let error: EmkError | undefined;
    const done = new Set<Change>();
    const people: AppliedContacts[] = [];
    const count = proposal.changes.length + proposal.contactChanges.length + imports.length;
    if (dryRun) await agree(proposal);
    else if (count > 0) {
      const permit = await agree(proposal);
      const work: ApplyWork = {
        ...{permit, journal, rules, ...looks, context: withoutQuestions(context, permit)},
        ...{door: {known: knownLeavers(files)}, adopts: options.adopts ?? (() => false)},
        takesBack: options.takeBack !== undefined,
        begins(change) {
          failed = change;
        },
      };
      const entries = new Map([...files].map(([kind, file]) => [kind, file.entries.map(({entry}) => entry)] as const));
      const note = (one: AppliedContacts): void => {
        people.push(one);
        if (one.error) throw one.error;
      };
      error = await carryOut(work, tasksOf(proposal, entries), done, () =>
        options.takeBack
          ? options.takeBack(work, imports, note)
          : addContacts(work, proposal.contactChanges, options, note),
      );
    }
    if (!dryRun) await journal.finish();
    return {...proposal, done, error, ...(error && {failed}), contacts: people, idOf: idsIn(looks), made: journal.made};
  });
}

/** What the work knows of the account as it was when the plan was made. */
const lookUps = (account: AccountState): Pick<ApplyWork, 'names' | 'accountRecord' | 'isKnown'> => ({
  names: createNames(account),
  accountRecord: (kind, name) => account.kinds.get(kind)?.find(each => each.name === name),
  isKnown: (kind, {id}) => account.kinds.get(kind)?.some(({row}) => row === Number(id)) === true,
});

const idsIn =
  ({names, accountRecord}: Pick<ApplyWork, 'names' | 'accountRecord'>): Applied['idOf'] =>
  async (kind, name) =>
    accountRecord(kind, name)?.id ?? names.idOf(kind, name);

/** A context without questions and notices: its changes are part of what was agreed to, and the report says the rest. */
const withoutQuestions = (context: Context, permit: Permit): Context => ({
  ...context,
  globals: {...context.globals, yes: true},
  ask: {...context.ask, possible: false},
  agree: async () => permit,
  notice: () => {},
});

/** Each change with the entry for its record; empty for a deletion. An automation that waits to go live is not live yet. */
function tasksOf({changes, waiting}: Proposal, entries: ReadonlyMap<KindName, readonly Entry[]>): readonly Task[] {
  const drafts = new Set(waiting.map(({change}) => change.kind === 'automations' && change.name));
  return changes.map(change => {
    const entry = entries.get(change.kind)?.find(each => each[kinds[change.kind].identity] === change.name) ?? {};
    const isDraft = change.kind === 'automations' && drafts.has(change.name);
    return {change, entry: isDraft ? {...entry, live: false} : entry};
  });
}

/** Makes changes in the order of their dependencies, deletions last. The first failure ends the work, and is returned. */
async function carryOut(
  work: ApplyWork,
  tasks: readonly Task[],
  done: Set<Change>,
  people: () => Promise<void>,
): Promise<EmkError | undefined> {
  const idOfMade = ({kind, name}: Change): Id | undefined => madeFor(work.journal.made, recordItem(kind, name))?.id;
  // An earlier apply may have made one of this name, which somebody has deleted since.
  const before = new Map(tasks.map(({change}) => [change, idOfMade(change)]));
  const finish = ({change, entry}: Task): void => {
    const {kind, name} = change;
    if (isOurs(work, change) && !work.takesBack)
      work.journal.note({kind: 'finished', item: recordItem(kind, name), print: printOf(kind, entry)});
    done.add(change);
    work.context.progress.show({label: 'Applying', done: done.size, total: tasks.length});
  };
  const change = (kind: KindName): Promise<void> => makeAndChange(work, kind, tasks, finish);
  try {
    if (work.takesBack) await people();
    else await makeAll(change, people);
    for (const task of tasks.filter(one => isToGoLive(one.change))) {
      work.begins(task.change);
      intend(work, task);
      await goLive(work, task);
      finish(task);
    }
    for (const kind of [...kindNames].reverse()) {
      // People who left a group must not come back before the automations that mail it are gone.
      if (work.takesBack) await change(kind);
      await remove(work, kind, tasks, done);
    }
    return undefined;
  } catch (thrown) {
    for (const one of tasks.map(task => task.change))
      if (one.action === 'create' && idOfMade(one) !== before.get(one)) done.add(one);
    return toEmkError(thrown, work.context.host);
  } finally {
    work.context.progress.clear();
  }
}

/** Mailings are checked with their audience, so contacts come first; automations after them, so that nobody is mailed for joining. */
async function makeAll(change: (kind: KindName) => Promise<void>, people: () => Promise<void>): Promise<void> {
  for (const kind of kindNames) {
    if (kind === 'automations') await people();
    await change(kind);
  }
}

const isOurs = ({journal}: Pick<ApplyWork, 'journal'>, {kind, name}: Pick<Change, 'kind' | 'name'>): boolean =>
  madeFor(journal.made, recordItem(kind, name)) !== undefined;

/** Creates the new records of a kind, and changes the existing ones, in order. */
async function makeAndChange(
  work: ApplyWork,
  kind: KindName,
  all: readonly Task[],
  finish: (task: Task) => void,
): Promise<void> {
  const tasks = all.filter(({change}) => change.kind === kind);
  const isNow = ({change}: Task): boolean => !isToGoLive(change);
  const created = tasks.filter(({change}) => change.action === 'create');
  if (created.length > 0) await createNew(work, kind, created);
  for (const task of created.filter(isNow)) finish(task);
  for (const task of tasks.filter(({change}) => change.action === 'update')) {
    work.begins(task.change);
    intend(work, task);
    await changeOne(work, task);
    if (isNow(task)) finish(task);
  }
}

/** Writes down what a record of this folder will become, because a kill may come before it is finished. */
function intend(work: ApplyWork, {change, entry}: Task): void {
  const {kind, name} = change;
  if (isOurs(work, change) && !work.takesBack)
    work.journal.begin('updates', {items: [recordItem(kind, name)]}, {print: printOf(kind, entry)});
}

async function remove(work: ApplyWork, kind: KindName, tasks: readonly Task[], done: Set<Change>): Promise<void> {
  const gone = tasks.filter(({change}) => change.kind === kind && change.action === 'delete').map(({change}) => change);
  if (gone.length === 0) return;
  work.begins(undefined);
  const {collection: of} = kinds[kind];
  const going = new Map(
    gone.flatMap(change => {
      const record = work.accountRecord(kind, change.name);
      return record ? [[String(record.id), {change, record}] as const] : [];
    }),
  );
  const removal = {
    ...{of, listInput: {}, permit: work.permit},
    isStill: (row: Loose) =>
      going.get(String(row[of.key]))?.record.called === serviceName(kind)(row) &&
      // Deleting a list deletes its contacts, and other people's contacts must stay.
      !(kind === 'lists' && work.takesBack && Number(row['contacts_count']) > 0),
    nameOf: (id: Id) => `"${going.get(String(id))?.record.called}"`,
  };
  await removeAll(
    work.context,
    removal,
    [...going.values()].map(({record}) => record.id),
    id => {
      const change = going.get(String(id))?.change;
      if (change === undefined) return;
      if (isOurs(work, change)) work.journal.note({kind: 'undone', item: recordItem(kind, change.name)});
      done.add(change);
    },
  );
}

/** Adds the people of each file to its list. The run that adds them is written down before its first request. */
async function addContacts(
  work: ApplyWork,
  changes: readonly ContactChange[],
  {folder}: WithJournal,
  note: (one: AppliedContacts) => void,
): Promise<void> {
  if (changes.length === 0) return;
  const {context, journal, door, permit} = work;
  work.begins(undefined);
  const rules = await rulesToSend(context);
  for (const {list} of changes)
    note(
      await addPeopleOf(context, {
        ...{folder, permit, rules, known: door.known},
        list: {id: Number(await idOf(work, 'lists', list)), name: list},
        began: run => void journal.begin('creates', {items: [importItem(list, run)]}),
      }),
    );
}

/** The sum of an apply: its changes of records and of people, and what the files ask for and nobody can do. */
export function sumOfApply(applied: Applied): Sum {
  const {changes, contactChanges, imports, done, contacts: people, error} = applied;
  const changed = people.reduce((sum, {created, deleted = 0}) => sum + created + deleted, 0);
  // The list may have changed since the plan, so without an error it is the plan that is done.
  const added = contactChanges.reduce((sum, one) => sum + one.create.count, imports.length === 0 ? 0 : changed);
  const planned = changes.length + (error ? Math.max(added, importedBy(imports)) : added);
  const impossible = impossibleIn(effectOfApply(applied));
  return sumOf({
    wanted: planned + impossible,
    done: error ? Math.min(planned, done.size + changed) : planned,
    impossible,
    doubtful: error instanceof UnknownOutcomeError ? 1 : 0,
  });
}
