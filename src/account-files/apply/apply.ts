import {targetOf} from '../../accounts/target.js';
import {allRecords} from '../../api/answers/record-sources.js';
import type {Change as Sort} from '../../api/describe/does.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {
  type At,
  cannotDo,
  type Effect,
  effectOf,
  impossibleIn,
  join,
  type Start,
  starting,
} from '../../effect/effect.js';
import {operations as automations} from '../../endpoints/automations.js';
import contacts from '../../endpoints/contacts.js';
import {type EmkError, UnknownOutcomeError} from '../../errors.js';
import type {CheckRules} from '../../mailings/options.js';
import {type Joined, joinedSinceLive, startedAutomations} from '../../mailings/started.js';
import type {Sum} from '../../output/results/documents.schema.js';
import {sumOf} from '../../work/ending.js';
import {type AccountState, idsByName} from '../account/read-account.js';
import {removedPeople} from '../compare/compare-entries.js';
import {type ComparedFiles, compareFolder, type PlanOptions} from '../compare/compare-folder.js';
import {isToMake} from '../compare/make-plan.js';
import {knownLeavers} from '../compare/references.js';
import {type KeptPlan, refuseStalePlan, savePlan} from '../compare/saved-plan.js';
import {type Id, type Made, nothingMade} from '../folder/made.js';
import {existingFolder} from '../folder/read-files.js';
import {kinds} from '../kinds/kinds.js';
import type {Change, ContactChange, Plan} from '../kinds/results.schema.js';
import type {Entry, KindName} from '../kinds/shape.js';
import {type ApplyJournal, settleDoubts, waitForDoubts, withApplyJournal} from './apply-journal.js';
import {carryOut, finishOthers} from './carry-out.js';
import {membersIn} from './change-one.js';
import {type AppliedContacts, applyEach} from './contacts.js';
import {
  type AllowedMail,
  type ApplyWork,
  createNames,
  type DividedChanges,
  divideChanges,
  goesLive,
  type Task,
  withoutQuestions,
  withoutWaiting,
} from './work.js';

export type ApplyOptions = AllowedMail & {
  readonly rules: CheckRules;
  /** Whether live automations may mail people because of it. */
  readonly allowAutomations: boolean;
  /** How long to wait for requests of an interrupted run, in milliseconds. */
  readonly settle: number;
};

/** What is about to be done, to be agreed to. */
export type Proposal = DividedChanges & {
  readonly plan: Plan;
  readonly contactChanges: readonly ContactChange[];
  /** How many contacts are deleted together with their lists. */
  readonly contactsInTypes: number;
  /** The live automations that would mail people. */
  readonly starts: readonly Start[];
  /** The automations that are deleted or paused, of which some may be live. */
  readonly ends: ReadonlySet<string>;
};

/** Gets the permit for all that is proposed. */
type AgreeToPlan = (proposal: Proposal) => Promise<Permit>;

/** What was done, and the error that ended the work early, if any. */
export type Applied = Proposal & {
  readonly done: ReadonlySet<Change>;
  readonly contacts: ReadonlyArray<AppliedContacts & {readonly list: string}>;
  readonly ids: ReadonlyMap<KindName, ReadonlyMap<string, Id>>;
  readonly made: Made;
  readonly error: EmkError | undefined;
  /** The change during which it ended. */
  readonly failed?: Change | undefined;
};

/** Updates an account from the files of a folder, after `agree` has returned. Records that match are not touched. */
export async function apply(
  context: Context,
  options: PlanOptions & ApplyOptions & {readonly planned?: KeptPlan | undefined},
  agree: AgreeToPlan,
): Promise<Applied> {
  const root = await existingFolder(context.host, options.folder, 'Make it with: emk account pull');
  return applyWith(context, () => compareAsPlanned(context, options), {...options, folder: root}, agree);
}

/** Compares the folder with the account. With a saved plan, everything must be as it was then. */
async function compareAsPlanned(
  context: Context,
  options: PlanOptions & {readonly planned?: KeptPlan | undefined},
): Promise<ComparedFiles> {
  const compared = await compareFolder(context, options);
  if (options.planned) refuseStalePlan(options.planned, await savePlan(context, options, compared));
  return compared;
}

/** The same for anything that was compared with an account. Its journal is in the folder. */
export async function applyWith(
  context: Context,
  compare: () => Promise<ComparedFiles>,
  options: WithJournal,
  agree: AgreeToPlan,
): Promise<Applied> {
  if (context.globals.dryRun) {
    const {plan, account} = await compare();
    const proposed = await proposalOf({context, names: createNames(account), account}, plan, options);
    await agree(proposed);
    const nothing = {done: new Set<Change>(), contacts: [], ids: idsByName(account), made: nothingMade};
    return {...proposed, ...nothing, error: undefined};
  }
  const target = targetOf(await context.account());
  return withApplyJournal(context.host, options.folder, target, journal =>
    applyNow(context, journal, compare, options, agree),
  );
}

type WithJournal = ApplyOptions & {
  readonly folder: string;
  /** The kinds of which a record that another run has made meanwhile is as good as an own one. */
  readonly adopts?: (kind: KindName) => boolean;
};

async function applyNow(
  context: Context,
  journal: ApplyJournal,
  compare: () => Promise<ComparedFiles>,
  options: WithJournal,
  agree: AgreeToPlan,
): Promise<Applied> {
  await waitForDoubts(
    context,
    journal.doubts.map(({since}) => since),
    options.settle,
  );
  const {files, account, plan} = await compare();
  settleDoubts(journal, account);
  const entries = new Map([...files].map(([kind, file]) => [kind, file.entries.map(({entry}) => entry)] as const));
  const names = createNames(account);
  let current: Change | undefined;
  const preparing = {
    context,
    journal,
    names,
    rules: options.rules,
    door: {known: knownLeavers(files)},
    begins: (change: Change | undefined) => {
      current = change;
    },
    current: () => current,
    adopts: options.adopts ?? (() => false),
    accountRecord: recordsOf(account),
    isKnown: (kind: KindName, {id}: Loose) => account.kinds.get(kind)?.some(({row}) => row === Number(id)) === true,
  };
  const proposal = await proposalOf({context, names, account}, plan, options);
  const {contactChanges, ...divided} = proposal;
  const isNothing = divided.changes.length + contactChanges.length === 0;
  const contacts: Array<AppliedContacts & {readonly list: string}> = [];
  const carryOutPlan = async () => {
    const permit = await agree(proposal);
    const work: ApplyWork = {...preparing, permit, context: withoutQuestions(context, permit)};
    return carryOut(work, tasksOf(divided, entries), async () => {
      for await (const one of applyEach(work, contactChanges, options)) contacts.push(one);
    });
  };
  const ran = isNothing ? {done: new Set<Change>(), error: undefined} : await carryOutPlan();
  if (!ran.error) finishOthers(journal, withoutWaiting(entries, divided));
  const ids = await idsAfter(idsByName(account), divided.changes, ran.done, names);
  await journal.finish(ids);
  return {...proposal, ...ran, contacts, ids, made: journal.made};
}

/** How many contacts are deleted together with their lists. */
const contactsIn = (changes: readonly Change[]): number => changes.reduce((sum, {people = 0}) => sum + people, 0);

/** What is about to be done, with the mail that it causes. */
async function proposalOf(
  {account, ...reading}: Pick<ApplyWork, 'context' | 'names'> & {readonly account: AccountState},
  plan: Plan,
  options: AllowedMail,
): Promise<Proposal> {
  const divided = divideChanges(plan, options);
  const contactChanges = plan.contacts.filter(isToMake);
  const work = {...reading, accountRecord: recordsOf(account)};
  return {
    ...divided,
    ...{plan, contactChanges},
    contactsInTypes: contactsIn(divided.changes),
    starts: await mailingAutomations(work, divided.changes, contactChanges),
    ends: endedAutomations(work, divided.changes),
  };
}

const recordsOf =
  ({kinds: held}: AccountState): ApplyWork['accountRecord'] =>
  (kind, name) =>
    held.get(kind)?.find(each => each.name === name);

/**
 * Each change with the entry for its record; empty for a deletion. An automation that waits to go live is not live yet.
 */
function tasksOf(
  {changes, waiting}: DividedChanges,
  entries: ReadonlyMap<KindName, readonly Entry[]>,
): readonly Task[] {
  const drafts = new Set(waiting.map(({change}) => change.kind === 'automations' && change.name));
  return changes.map(change => {
    const entry = entries.get(change.kind)?.find(each => each[kinds[change.kind].identity] === change.name) ?? {};
    const isDraft = change.kind === 'automations' && drafts.has(change.name);
    return {
      change,
      entry: {
        ...entry,
        ...(isDraft && {live: false}),
      },
    };
  });
}

async function idsAfter(
  before: ReadonlyMap<KindName, ReadonlyMap<string, Id>>,
  changes: readonly Change[],
  done: ReadonlySet<Change>,
  names: ApplyWork['names'],
): Promise<ReadonlyMap<KindName, ReadonlyMap<string, Id>>> {
  const after = new Map([...before].map(([kind, ids]) => [kind, new Map(ids)] as const));
  for (const change of changes.filter(each => done.has(each))) {
    const ids = new Map(after.get(change.kind));
    const id = change.action === 'delete' ? undefined : await names.idOf(change.kind, change.name);
    if (id === undefined) ids.delete(change.name);
    else ids.set(change.name, id);
    after.set(change.kind, ids);
  }
  return after;
}

/** The live automations that would mail people because of these changes: people who join, people who change, new emails. */
export async function mailingAutomations(
  work: Pick<ApplyWork, 'context' | 'names' | 'accountRecord'>,
  changes: readonly Change[],
  contacts: Plan['contacts'],
): Promise<readonly Start[]> {
  const {context, names} = work;
  const joined: Joined[] = [];
  for (const {kind, name, fields} of changes) {
    if (kind !== 'segments' || membersIn(fields, 'recipients').added.length === 0) continue;
    joined.push({segment: Number(await names.idOf('segments', name))});
  }
  for (const {list, create} of contacts) {
    const id = create.count > 0 ? await names.idOf('lists', list) : undefined;
    if (id !== undefined) joined.push({list: Number(id)});
  }
  return [...starting(await startedAutomations(context, ...joined)), ...(await extendedAutomations(work, changes))];
}

/** The live automations that get new emails. */
async function extendedAutomations(
  {context, accountRecord}: Pick<ApplyWork, 'context' | 'accountRecord'>,
  changes: readonly Change[],
): Promise<readonly Start[]> {
  const utrs = new Set(
    changes.flatMap(({kind, name, fields}) => {
      const there = kind === 'automations' ? accountRecord(kind, name) : undefined;
      return there?.entry['live'] === true && membersIn(fields, 'emails').added.length > 0 ? [there.id] : [];
    }),
  );
  if (utrs.size === 0) return [];
  const live = await allRecords(context.stream(automations.list), ({utr}) => utrs.has(utr));
  const names = live.map(({automation_name}) => automation_name);
  return starting(names, {emailAlsoFor: await joinedSinceLive(context, live)});
}

/** The automations that these changes delete or pause, by their codes. */
export const endedAutomations = (
  {accountRecord}: Pick<ApplyWork, 'accountRecord'>,
  changes: readonly Change[],
): ReadonlySet<string> =>
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
  plan: {impossible, contacts: contactsOfTypes},
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
    ...contactsOfTypes.flatMap(one => one.impossible.map(({count, why}) => cannotDo(count, why))),
  );

/** The sort of requests that make a change: a mailing that is scheduled, and an automation that goes live, mail people. */
function sortOf({action, kind, fields}: Change): Sort {
  if (action === 'delete') return 'deletes';
  const mails =
    kind === 'mailings' ||
    (kind === 'senders' && action === 'create') ||
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
  const {changes, contactChanges, done, contacts, error} = applied;
  const people = contactChanges.reduce((sum, one) => sum + one.create.count, 0);
  const changed = contacts.reduce((sum, one) => sum + one.created, 0);
  const planned = changes.length + people;
  const impossible = impossibleIn(effectOfApply(applied));
  return sumOf({
    wanted: planned + impossible,
    // The list may have changed since the plan, so without an error it is the plan that is done.
    done: error ? Math.min(planned, done.size + changed) : planned,
    impossible,
    doubtful: error instanceof UnknownOutcomeError ? 1 : 0,
  });
}
