import {allRecords} from '../../api/answers/record-sources.js';
import type {Change as Sort} from '../../api/describe/schema.js';
import {type At, cannotDo, type Effect, effectOf, join, type Start, starting} from '../../change/effect/effect.js';
import type {Context} from '../../commands/command.js';
import {operations as automations} from '../../endpoints/automations.js';
import contacts from '../../endpoints/contacts.js';
import {type Joined, startedAutomations} from '../../mailings/started.js';
import {type ApplyWork, goesLive, membersIn} from './changes.js';
import {removedPeople} from './differences.js';
import type {Id} from './entries.js';
import {kinds} from './kinds.js';
import {isToMake} from './plan.js';
import type {Change, ContactChange, Plan} from './shapes.js';

/** Which changes that can send mail are allowed. */
export type Allowed = {readonly mailings: boolean; readonly live: boolean};

/** What is about to be done, to be agreed to. */
export type Proposal = {
  readonly plan: Plan;
  readonly changes: readonly Change[];
  /** The changes that wait for an option, because they would send mail. */
  readonly waiting: ReadonlyArray<{readonly change: Change; readonly needs: '--mailings' | '--live'}>;
  readonly contactChanges: readonly ContactChange[];
  /** The imports whose contacts are taken back. */
  readonly imports: readonly Imported[];
  /** The live automations that would mail people. */
  readonly starts: readonly Start[];
  /** The automations that are deleted or paused, of which some may be live. */
  readonly ends: ReadonlySet<string>;
};

/** Contacts that an import has added, at most. */
export type Imported = {readonly list: string; readonly run: string; readonly count: number};

type Looking = {readonly context: Context} & Pick<ApplyWork, 'names' | 'accountRecord'>;

/** What is about to be done, with the mail that it causes. */
export async function proposalOf(
  work: Looking,
  plan: Plan,
  options: Allowed,
  imports: readonly Imported[],
): Promise<Proposal> {
  const {changes, waiting} = divideChanges(plan, options);
  const contactChanges = plan.contacts.filter(isToMake);
  return {
    ...{plan, changes, waiting, contactChanges, imports},
    starts: await mailingAutomations(work, changes, contactChanges),
    ends: endedAutomations(work, changes),
  };
}

/** Divides a plan into changes to make, and those that need an option because they would mail people. */
function divideChanges({changes}: Plan, {mailings, live}: Allowed): Pick<Proposal, 'changes' | 'waiting'> {
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

export const isToGoLive = ({kind, fields}: Change): boolean => kind === 'automations' && fields.some(goesLive);

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
  imports,
  starts,
  plan: {impossible, contacts: ofLists},
}: Pick<Proposal, 'changes' | 'contactChanges' | 'imports' | 'starts' | 'plan'>): Effect =>
  join<Sort>(
    ...changes.map(change =>
      effectOf<Sort>(sortOf(change), kinds[change.kind].collection, 1, {
        ...{withPeople: change.people, wayBack: 'copy', at: momentOf(change)},
      }),
    ),
    effectOf('deletes', contacts, changes.flatMap(removedPeople).length + importedBy(imports), {wayBack: 'copy'}),
    ...contactChanges.map(({create}) => effectOf('creates', contacts, create.count)),
    effectOf('acts', contacts, 0, {starts}),
    ...impossible.flatMap(({why, mayStay}) => (mayStay ? [] : [cannotDo(1, why)])),
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

/** The contacts that imports have added, at most: all, or those of one list. */
export const importedBy = (imports: readonly Imported[], of?: string): number =>
  imports.reduce((sum, {list, count}) => sum + (of === undefined || list === of ? count : 0), 0);
