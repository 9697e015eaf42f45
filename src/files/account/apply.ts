import {targetOf as accountOf} from '../../accounts/target.js';
import {allRecords} from '../../api/answers/record-sources.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Loose, Change as Sort} from '../../api/describe/schema.js';
import {
  type At,
  cannotDo,
  type Effect,
  effectOf,
  impossibleIn,
  join,
  type Start,
  starting,
} from '../../change/effect/effect.js';
import {sumOf} from '../../change/work/ending.js';
import {toEmkError} from '../../change/work/stop-errors.js';
import type {Context} from '../../commands/command.js';
import {type EmkError, UnknownOutcomeError} from '../../core/errors.js';
import {operations as automations} from '../../endpoints/automations.js';
import contacts from '../../endpoints/contacts.js';
import type {CheckRules} from '../../mailings/options.js';
import {type Joined, startedAutomations} from '../../mailings/started.js';
import type {Sum} from '../../output/results/documents.js';
import {
  type ApplyWork,
  changerOf,
  createNames,
  goesLive,
  goLive,
  idOf,
  membersIn,
  removeAll,
  type Task,
} from './changes.js';
import {type AppliedContacts, addPeopleOf, contactRules} from './contacts.js';
import {printOf, removedPeople} from './differences.js';
import {type AccountState, type Id, serviceName} from './entries.js';
import {contactsFileOf, existingFolder} from './files.js';
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
import {type ComparedFiles, compareFolder, isToMake, knownLeavers, type PlanOptions} from './plan.js';
import {type KeptPlan, refuseStalePlan, savePlan} from './saved-plan.js';
import type {Change, ContactChange, Plan} from './shapes.js';

export type ApplyOptions = {
  /** Which changes that can send mail are allowed. */
  readonly mailings: boolean;
  readonly live: boolean;
  readonly rules: CheckRules;
  /** How long to wait for requests of an interrupted run, in milliseconds. */
  readonly settle: number;
};

/** What is about to be done, to be agreed to. */
export type Proposal = {
  readonly plan: Plan;
  readonly changes: readonly Change[];
  /** The changes that wait for an option, because they would send mail. */
  readonly waiting: ReadonlyArray<{readonly change: Change; readonly needs: '--mailings' | '--live'}>;
  readonly contactChanges: readonly ContactChange[];
  /** The live automations that would mail people. */
  readonly starts: readonly Start[];
  /** The automations that are deleted or paused, of which some may be live. */
  readonly ends: ReadonlySet<string>;
};

/** What was done, and the error that ended the work early, if any. */
export type Applied = Proposal & {
  readonly done: ReadonlySet<Change>;
  readonly contacts: ReadonlyArray<AppliedContacts & {readonly list: string}>;
  /** The id of a record that was there, or was made. */
  idOf(kind: KindName, name: string): Promise<Id | undefined>;
  readonly made: Made;
  readonly error: EmkError | undefined;
  /** The change during which it ended. */
  readonly failed?: Change | undefined;
};

/** Gets the permit for all that is proposed. */
type AgreeToPlan = (proposal: Proposal) => Promise<Permit>;

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
};

/** The same for anything that was compared with an account. */
export async function applyWith(
  context: Context,
  compare: () => Promise<ComparedFiles>,
  options: WithJournal,
  agree: AgreeToPlan,
): Promise<Applied> {
  if (context.globals.dryRun) {
    const {plan, account} = await compare();
    const looks = lookUps(account);
    const proposal = await proposalOf({context, ...looks}, plan, options);
    await agree(proposal);
    return {...proposal, done: new Set(), contacts: [], idOf: idsIn(looks), made: new Map(), error: undefined};
  }
  const target = accountOf(await context.account());
  return withApplyJournal(context.host, options.folder, target, journal =>
    applyNow(context, journal, compare, options, agree),
  );
}

/** What the work knows of the account as it was when the plan was made. */
const lookUps = (account: AccountState): Pick<ApplyWork, 'names' | 'accountRecord' | 'isKnown'> => ({
  names: createNames(account),
  accountRecord: (kind, name) => account.kinds.get(kind)?.find(each => each.name === name),
  isKnown: (kind, {id}) => account.kinds.get(kind)?.some(({row}) => row === Number(id)) === true,
});

async function applyNow(
  context: Context,
  journal: ApplyJournal,
  compare: () => Promise<ComparedFiles>,
  options: WithJournal,
  agree: AgreeToPlan,
): Promise<Applied> {
  const {rules, settle} = options;
  const began = journal.doubts.map(({since}) => since);
  await waitForDoubts(context, began, settle);
  const {files, account, plan} = await compare();
  settleDoubts(journal, account);
  const entries = new Map([...files].map(([kind, file]) => [kind, file.entries.map(({entry}) => entry)] as const));
  const looks = lookUps(account);
  const proposal = await proposalOf({context, ...looks}, plan, options);
  let failed: Change | undefined;
  let error: EmkError | undefined;
  const done = new Set<Change>();
  const added: Array<AppliedContacts & {readonly list: string}> = [];
  if (proposal.changes.length + proposal.contactChanges.length > 0) {
    const permit = await agree(proposal);
    const work: ApplyWork = {
      ...{permit, journal, rules, ...looks, context: withoutQuestions(context, permit)},
      ...{door: {known: knownLeavers(files)}, adopts: options.adopts ?? (() => false)},
      begins(change) {
        failed = change;
      },
    };
    const people = () => addContacts(work, proposal.contactChanges, options, one => added.push(one));
    error = await carryOut(work, tasksOf(proposal, entries), people, done);
  }
  await journal.finish();
  return {...proposal, done, error, ...(error && {failed}), contacts: added, idOf: idsIn(looks), made: journal.made};
}

const idsIn =
  ({names, accountRecord}: Pick<ApplyWork, 'names' | 'accountRecord'>): Applied['idOf'] =>
  async (kind, name) =>
    accountRecord(kind, name)?.id ?? names.idOf(kind, name);

/** A context without questions and notices: its changes are part of what was agreed to, and the report says the rest. */
export const withoutQuestions = (context: Context, permit: Permit): Context => ({
  ...context,
  globals: {...context.globals, yes: true},
  ask: {...context.ask, possible: false},
  agree: async () => permit,
  notice: () => {},
});

type Looking = {readonly context: Context} & Pick<ApplyWork, 'names' | 'accountRecord'>;

/** What is about to be done, with the mail that it causes. */
async function proposalOf(work: Looking, plan: Plan, options: ApplyOptions): Promise<Proposal> {
  const {changes, waiting} = divideChanges(plan, options);
  const contactChanges = plan.contacts.filter(isToMake);
  return {
    ...{plan, changes, waiting, contactChanges},
    starts: await mailingAutomations(work, changes, contactChanges),
    ends: endedAutomations(work, changes),
  };
}

/** Divides a plan into changes to make, and those that need an option because they would mail people. */
function divideChanges(
  {changes}: Plan,
  {mailings, live}: Pick<ApplyOptions, 'mailings' | 'live'>,
): Pick<Proposal, 'changes' | 'waiting'> {
  const made: Change[] = [];
  const waiting: Array<Proposal['waiting'][number]> = [];
  for (const change of changes) {
    if (change.kind === 'mailings' && change.action !== 'delete' && !mailings) {
      waiting.push({change, needs: '--mailings'});
    } else if (!live && isToGoLive(change)) {
      waiting.push({change: {...change, action: 'update', fields: change.fields.filter(goesLive)}, needs: '--live'});
      const fields = change.fields.filter(field => !goesLive(field));
      if (change.action === 'create' || fields.length > 0) made.push({...change, fields});
    } else made.push(change);
  }
  return {changes: made, waiting};
}

const isToGoLive = ({kind, fields}: Change): boolean => kind === 'automations' && fields.some(goesLive);

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
  people: () => Promise<void>,
  done: Set<Change>,
): Promise<EmkError | undefined> {
  const idOfMade = ({kind, name}: Change): Id | undefined => madeFor(work.journal.made, recordItem(kind, name))?.id;
  // An earlier apply may have made one of this name, which somebody has deleted since.
  const before = new Map(tasks.map(({change}) => [change, idOfMade(change)]));
  const finish = ({change, entry}: Task): void => {
    const {kind, name} = change;
    if (isOurs(work, change))
      work.journal.note({kind: 'finished', item: recordItem(kind, name), print: printOf(kind, entry)});
    done.add(change);
    work.context.progress.show({label: 'Applying', done: done.size, total: tasks.length});
  };
  try {
    for (const kind of kindNames) {
      // Mailings are checked with their audience, so contacts come first; automations come after them, so that imported
      // people are not mailed for joining.
      if (kind === 'automations') await people();
      await makeAndChange(
        work,
        kind,
        tasks.filter(({change}) => change.kind === kind),
        finish,
      );
    }
    for (const task of tasks.filter(({change}) => isToGoLive(change))) {
      work.begins(task.change);
      intend(work, task);
      await goLive(work, task);
      finish(task);
    }
    for (const kind of [...kindNames].reverse()) await remove(work, kind, tasks, done);
    return undefined;
  } catch (thrown) {
    for (const {change} of tasks)
      if (change.action === 'create' && idOfMade(change) !== before.get(change)) done.add(change);
    return toEmkError(thrown, work.context.host);
  } finally {
    work.context.progress.clear();
  }
}

const isOurs = ({journal}: Pick<ApplyWork, 'journal'>, {kind, name}: Pick<Change, 'kind' | 'name'>): boolean =>
  madeFor(journal.made, recordItem(kind, name)) !== undefined;

/** Creates the new records of a kind, and changes the existing ones, in order. */
async function makeAndChange(
  work: ApplyWork,
  kind: KindName,
  tasks: readonly Task[],
  finish: (task: Task) => void,
): Promise<void> {
  const changer = changerOf(kind);
  const isNow = ({change}: Task): boolean => !isToGoLive(change);
  const created = tasks.filter(({change}) => change.action === 'create');
  if (created.length > 0) await changer.create(work, created);
  for (const task of created.filter(isNow)) finish(task);
  for (const task of tasks.filter(({change}) => change.action === 'update')) {
    work.begins(task.change);
    intend(work, task);
    await changer.update(work, task);
    if (isNow(task)) finish(task);
  }
}

/** Writes down what a record of this folder will become, because a kill may come before it is finished. */
function intend(work: ApplyWork, {change, entry}: Task): void {
  const {kind, name} = change;
  if (isOurs(work, change))
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
    isStill: (row: Loose) => going.get(String(row[of.key]))?.record.called === serviceName(kind)(row),
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
  added: (one: AppliedContacts & {readonly list: string}) => void,
): Promise<void> {
  if (changes.length === 0) return;
  const {context, journal, door, permit} = work;
  work.begins(undefined);
  const rules = await contactRules(context);
  for (const {list} of changes) {
    const one = await addPeopleOf(context, {
      ...{folder, permit, rules, known: door.known, path: contactsFileOf(list)},
      list: {id: Number(await idOf(work, 'lists', list)), name: list},
      began: run => void journal.begin('creates', {items: [importItem(list, run)]}),
    });
    added({list, ...one});
    if (one.error) throw one.error;
  }
}

/** The live automations that would mail people because of these changes: people who join, people who change, new emails. */
async function mailingAutomations(
  {context, names, accountRecord}: Looking,
  changes: readonly Change[],
  contactChanges: readonly ContactChange[],
): Promise<readonly Start[]> {
  const joined: Joined[] = [];
  const extended = new Set<Id>();
  for (const {kind, name, fields} of changes) {
    if (kind === 'segments' && membersIn(fields, 'recipients').added.length > 0)
      joined.push({segment: Number(await names.idOf('segments', name))});
    const there = kind === 'automations' ? accountRecord(kind, name) : undefined;
    if (there?.entry['live'] === true && membersIn(fields, 'emails').added.length > 0) extended.add(there.id);
  }
  for (const {list} of contactChanges) {
    const id = await names.idOf('lists', list);
    if (id !== undefined) joined.push({list: Number(id)});
  }
  const starts = starting(await startedAutomations(context, ...joined));
  if (extended.size === 0) return starts;
  const live = await allRecords(context.stream(automations.list), ({utr}) => extended.has(utr));
  const called = live.map(({automation_name}) => automation_name);
  return [...starts, ...starting(called, 'email')];
}

/** The automations that these changes delete or pause, by their codes. */
const endedAutomations = ({accountRecord}: Looking, changes: readonly Change[]): ReadonlySet<string> =>
  new Set(
    changes.flatMap(({kind, name, action, fields}) => {
      const ends = action === 'delete' || (fields.some(({key}) => key === 'live') && !fields.some(goesLive));
      const there = kind === 'automations' && ends ? accountRecord(kind, name) : undefined;
      return there ? [String(there.id)] : [];
    }),
  );

/** What an apply does: its changes, the people who go with lists, and those whom a file of contacts adds. */
export const effectOfApply = ({
  changes,
  contactChanges,
  starts,
  plan: {impossible, contacts: ofLists},
}: Pick<Proposal, 'changes' | 'contactChanges' | 'starts' | 'plan'>): Effect =>
  join<Sort>(
    ...changes.map(change =>
      effectOf<Sort>(sortOf(change), kinds[change.kind].collection, 1, {
        ...{withPeople: change.people, wayBack: 'copy', at: momentOf(change)},
      }),
    ),
    effectOf('deletes', contacts, changes.flatMap(removedPeople).length, {wayBack: 'copy'}),
    ...contactChanges.map(({create}) => effectOf('creates', contacts, create.count)),
    effectOf('acts', contacts, 0, {starts}),
    ...impossible.map(({why}) => cannotDo(1, why)),
    ...ofLists.flatMap(one => one.impossible.map(({count, why}) => cannotDo(count, why))),
  );

/** The sort of requests that make a change: a mailing that is scheduled, and an automation that goes live, mail people. */
function sortOf({action, kind, fields}: Change): Sort {
  if (action === 'delete') return 'deletes';
  const mails =
    (kinds[kind].mails && (kind === 'mailings' || action === 'create')) ||
    (kind === 'automations' && fields.some(({key}) => key === 'live'));
  return mails ? 'sends' : action === 'create' ? 'creates' : 'updates';
}

/** When a change mails people: a mailing at its own moment, which only a new one is sure to name. */
function momentOf({kind, fields}: Change): At {
  if (kind !== 'mailings') return 'now';
  const at = fields.find(({key}) => key === 'at');
  return at && 'to' in at && typeof at.to === 'string' ? at.to : 'unknown';
}

/** The sum of an apply: its changes of records and of people, and what the files ask for and nobody can do. */
export function sumOfApply(applied: Applied): Sum {
  const {changes, contactChanges, done, contacts: added, error} = applied;
  const planned = changes.length + contactChanges.reduce((sum, one) => sum + one.create.count, 0);
  const changed = added.reduce((sum, one) => sum + one.created, 0);
  const impossible = impossibleIn(effectOfApply(applied));
  return sumOf({
    wanted: planned + impossible,
    // The list may have changed since the plan, so without an error it is the plan that is done.
    done: error ? Math.min(planned, done.size + changed) : planned,
    impossible,
    doubtful: error instanceof UnknownOutcomeError ? 1 : 0,
  });
}
