import {allRecords} from '../../api/answers/record-sources.js';
import type {Change as Sort} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {
  cannotDo,
  type Effect,
  effectOf,
  join,
  type MailedAt,
  type Start,
  starting,
} from '../../change/effect/effect.js';
import type {Id} from '../../change/work/journal.js';
import type {EmkError} from '../../core/errors.js';
import {sum} from '../../core/words/sentence.js';
import {operations as automations} from '../../endpoints/automations.js';
import contacts from '../../endpoints/contacts.js';
import {type Joined, startedAutomations} from '../../mailings/started.js';
import type {AppliedContacts} from './contacts.js';
import {membersIn, removedPeople, type Step} from './differences.js';
import {type AccountState, idOfRecord} from './entries.js';
import {kinds} from './kinds.js';
import type {Made} from './made.js';
import type {AccountPlan} from './plan.js';
import type {FieldChange, RecordChange} from './shapes.js';

/** Which changes that can send mail are allowed. */
export type AllowedMail = {readonly mailings: boolean; readonly live: boolean};

/** What is about to be done, to be agreed to. */
export type Proposal = {
  readonly plan: AccountPlan;
  readonly changes: readonly Step[];
  /** The changes that wait for an option, because they would send mail. */
  readonly waiting: ReadonlyArray<{readonly change: RecordChange; readonly needs: '--mailings' | '--live'}>;
  /** The imports whose contacts are taken back. */
  readonly imports: readonly Imported[];
  /** The live automations that would mail people. */
  readonly starts: readonly Start[];
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
  readonly failed?: RecordChange | undefined;
};

/** Contacts that an import has added, at most. */
export type Imported = {readonly list: string; readonly run: string; readonly count: number};

/** What is about to be done, with the mail that it causes. */
export async function proposalOf(
  context: Context,
  plan: AccountPlan,
  account: AccountState,
  {mailings, live, imports}: AllowedMail & Pick<Proposal, 'imports'>,
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
  return {plan, changes, waiting, imports, starts: await startsOf(context, account, changes, plan.contacts)};
}

const goesLive = (field: FieldChange): boolean => field.key === 'live' && 'to' in field && field.to === true;

export const isToGoLive = ({kind, fields}: RecordChange): boolean => kind === 'automations' && fields.some(goesLive);

/** The live automations that would mail people because of these changes: people who join, people who change, new emails. */
async function startsOf(
  context: Context,
  account: AccountState,
  changes: readonly Step[],
  contacts: AccountPlan['contacts'],
): Promise<readonly Start[]> {
  const joined: Joined[] = [];
  const extended = new Set<Id>();
  for (const {kind, fields, there} of changes) {
    if (kind === 'segments' && there && membersIn(fields, 'recipients').added.length > 0)
      joined.push({segment: Number(there.id)});
    if (kind === 'automations' && there?.entry['live'] === true && membersIn(fields, 'emails').added.length > 0)
      extended.add(there.id);
  }
  for (const {list} of contacts) {
    const id = await idOfRecord(account, 'lists', list);
    if (id !== undefined) joined.push({list: Number(id)});
  }
  const starts = starting(await startedAutomations(context, ...joined));
  if (extended.size === 0) return starts;
  const live = await allRecords(context.stream(automations.list), ({utr}) => extended.has(utr));
  const called = live.map(({automation_name}) => automation_name);
  return [...starts, ...starting(called, 'email')];
}

/** What an apply does: its changes, the people who go with lists, and those whom a file of contacts adds. */
export const effectOfApply = ({changes, imports, starts, plan: {impossible, contacts: added}}: Proposal): Effect =>
  join<Sort>(
    ...changes.map(change =>
      effectOf<Sort>(sortOf(change), kinds[change.kind].collection, 1, {
        ...{withPeople: change.people, wayBack: 'copy', at: momentOf(change)},
      }),
    ),
    effectOf('deletes', contacts, changes.flatMap(removedPeople).length + importedBy(imports), {wayBack: 'copy'}),
    ...added.map(({count}) => effectOf('creates', contacts, count)),
    effectOf('acts', contacts, 0, {starts}),
    ...impossible.flatMap(({why, mayStay, count = 1}) => (mayStay ? [] : [cannotDo(count, why)])),
  );

/** The sort of requests that make a change: a mailing that is scheduled, and an automation that goes live, mail people. */
function sortOf({action, kind, fields}: RecordChange): Sort {
  if (action === 'delete') return 'deletes';
  const mails =
    (kinds[kind].mails && (kind === 'mailings' || action === 'create')) ||
    (kind === 'automations' && fields.some(({key}) => key === 'live'));
  return mails ? 'sends' : action === 'create' ? 'creates' : 'updates';
}

/** When a change mails people: a mailing at its own moment, which only a new one is sure to name. */
function momentOf({kind, fields}: RecordChange): MailedAt {
  if (kind !== 'mailings') return 'now';
  const at = fields.find(({key}) => key === 'at');
  return at && 'to' in at && typeof at.to === 'string' ? at.to : 'unknown';
}

/** The contacts that imports have added, at most. */
export const importedBy = (imports: readonly Imported[]): number => sum(imports.map(({count}) => count));
