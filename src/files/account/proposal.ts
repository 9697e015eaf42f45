import {allRecords} from '../../api/answers/record-sources.js';
import type {Change as Sort} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {type At, cannotDo, type Effect, effectOf, join, type Start, starting} from '../../change/effect/effect.js';
import type {EmkError} from '../../core/errors.js';
import {operations as automations} from '../../endpoints/automations.js';
import contacts from '../../endpoints/contacts.js';
import {type Joined, startedAutomations} from '../../mailings/started.js';
import type {AppliedContacts} from './contacts.js';
import {membersIn, removedPeople, type Step} from './differences.js';
import {type AccountState, type Id, idOf} from './entries.js';
import {kinds} from './kinds.js';
import type {Made} from './made.js';
import {isToMake, type Plan} from './plan.js';
import type {Change, ContactChange, FieldChange} from './shapes.js';

/** Which changes that can send mail are allowed. */
export type Allowed = {readonly mailings: boolean; readonly live: boolean};

/** What is about to be done, to be agreed to. */
export type Proposal = {
  readonly plan: Plan;
  readonly changes: readonly Step[];
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

/** What was done, and the error that ended the work early, if any. */
export type Applied = Proposal & {
  readonly done: ReadonlySet<Step>;
  readonly contacts: readonly AppliedContacts[];
  /** The account as it was, with the ids of what was made. */
  readonly account: AccountState;
  readonly made: Made;
  readonly error: EmkError | undefined;
  /** The change during which it ended. */
  readonly failed?: Change | undefined;
};

/** Contacts that an import has added, at most. */
export type Imported = {readonly list: string; readonly run: string; readonly count: number};

/** What is about to be done, with the mail that it causes. */
export async function proposalOf(
  context: Context,
  plan: Plan,
  account: AccountState,
  {mailings, live, imports}: Allowed & Pick<Proposal, 'imports'>,
): Promise<Proposal> {
  const changes: Step[] = [];
  const waiting: Array<Proposal['waiting'][number]> = [];
  for (const step of plan.changes) {
    if (step.kind === 'mailings' && step.action !== 'delete' && !mailings) {
      waiting.push({change: step, needs: '--mailings'});
    } else if (!live && isToGoLive(step)) {
      waiting.push({change: {...step, action: 'update', fields: step.fields.filter(goesLive)}, needs: '--live'});
      const fields = step.fields.filter(field => !goesLive(field));
      if (step.action === 'create' || fields.length > 0)
        changes.push({...step, fields, entry: {...step.entry, live: false}});
    } else changes.push(step);
  }
  const contactChanges = plan.contacts.filter(isToMake);
  const ended = changes.filter(
    ({kind, action, fields}) =>
      kind === 'automations' && (action === 'delete' || fields.some(field => field.key === 'live' && !goesLive(field))),
  );
  return {
    ...{plan, changes, waiting, contactChanges, imports},
    starts: await startsOf(context, account, changes, contactChanges),
    ends: new Set(ended.flatMap(({there}) => (there ? [String(there.id)] : []))),
  };
}

const goesLive = (field: FieldChange): boolean => field.key === 'live' && 'to' in field && field.to === true;

export const isToGoLive = ({kind, fields}: Change): boolean => kind === 'automations' && fields.some(goesLive);

/** The live automations that would mail people because of these changes: people who join, people who change, new emails. */
async function startsOf(
  context: Context,
  account: AccountState,
  changes: readonly Step[],
  contactChanges: readonly ContactChange[],
): Promise<readonly Start[]> {
  const joined: Joined[] = [];
  const extended = new Set<Id>();
  for (const {kind, fields, there} of changes) {
    if (kind === 'segments' && there && membersIn(fields, 'recipients').added.length > 0)
      joined.push({segment: Number(there.id)});
    if (kind === 'automations' && there?.entry['live'] === true && membersIn(fields, 'emails').added.length > 0)
      extended.add(there.id);
  }
  for (const {list} of contactChanges) {
    const id = await idOf(account, 'lists', list);
    if (id !== undefined) joined.push({list: Number(id)});
  }
  const starts = starting(await startedAutomations(context, ...joined));
  if (extended.size === 0) return starts;
  const live = await allRecords(context.stream(automations.list), ({utr}) => extended.has(utr));
  const called = live.map(({automation_name}) => automation_name);
  return [...starts, ...starting(called, 'email')];
}

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
