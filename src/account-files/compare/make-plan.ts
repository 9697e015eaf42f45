import type {SomePeople} from '../../output/results/documents.schema.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {somePeople} from '../../who-left/mail-again.js';
import type {Stopped} from '../../who-left/words.js';
import type {AccountState} from '../account/read-account.js';
import {kinds} from '../kinds/kinds.js';
import type {Change, ContactChange, FieldChange, Impossible, Plan} from '../kinds/results.schema.js';
import {addressIn, type Entry, type Key, type KindName, kindNames, type Value} from '../kinds/shape.js';
import {type Difference, differencesIn, type Pruning, prunes, removedPeople} from './compare-entries.js';

/** How many changes an apply would make; the contacts of a type count as one. */
export const countChanges = ({changes, contacts}: Plan): number => changes.length + contacts.filter(isToMake).length;

/** How many changes the files ask for that the API cannot make; the contacts of a type count once per reason. */
export const countImpossible = ({impossible, contacts}: Plan): number =>
  contacts.flatMap(change => change.impossible).reduce((sum, {count}) => sum + count, impossible.length);

/** Whether an apply would add people to a list. */
export const isToMake = (change: ContactChange): boolean => change.create.count > 0;

/** Whether there is anything to do with the contacts of a type, or to say about them. */
export const differs = (change: ContactChange): boolean => isToMake(change) || change.impossible.length > 0;

/** The wanted records by kind. A missing kind is not touched. */
type Wanted = ReadonlyMap<KindName, readonly Entry[]>;

type PlanTerms = Pruning & {
  /** Whether a moment, in the service's form, is past on the account's clock. */
  readonly isPast: (moment: string) => boolean;
};

/** Compares the wanted records with the account, by name. */
export function makePlan(wanted: Wanted, account: AccountState, terms: PlanTerms): Plan {
  const changes: Change[] = [];
  const impossible: Impossible[] = [];
  const deletions: Change[] = [];
  const left: Record<string, number> = {};
  const sent = new Set(account.sent.map(({name}) => name));
  const plan = (kind: KindName, {name, fields, there, wanted: entry}: Difference): void => {
    if (entry === undefined && !prunes(terms, identityKey(kind))) {
      left[kind] = (left[kind] ?? 0) + 1;
      return;
    }
    const [action, planned] =
      entry === undefined ? (['delete', deletions] as const) : ([there ? 'update' : 'create', changes] as const);
    const change = {action, kind, name, fields};
    const why = whyNot(change, entry ?? {}, {sent, terms});
    if (why === undefined) planned.push(change);
    else impossible.push({action, kind, name, why});
  };
  for (const kind of kindNames) {
    const entries = wanted.get(kind);
    if (entries === undefined) continue;
    for (const difference of differencesIn(kind, entries, account.kinds.get(kind) ?? [], terms)) plan(kind, difference);
  }
  // Records that others refer to are deleted last.
  const stay_unsubscribed = mailAgainBy(changesOnlyWithMailAgain(wanted, account, terms));
  return {
    changes: [...changes, ...deletions.reverse()],
    impossible,
    contacts: [],
    differing: [],
    left,
    stay_away: somePeople([]),
    stay_unsubscribed,
  };
}

const identityKey = (kind: KindName): Key | undefined => kinds[kind].keys[kinds[kind].identity];

/** The changes that would delete unsubscribes, if these terms do not. */
function changesOnlyWithMailAgain(wanted: Wanted, account: AccountState, terms: PlanTerms): readonly Change[] {
  if (terms.prune && terms.mailAgain) return [];
  const ofUnsubscribes = [...wanted].filter(([kind]) => Object.values(kinds[kind].keys).some(key => key.unsubscribes));
  return makePlan(new Map(ofUnsubscribes), account, {...terms, prune: true, mailAgain: true}).changes;
}

type Circumstances = {readonly sent: ReadonlySet<string>; readonly terms: PlanTerms};

/** Why a change is impossible; undefined if it is possible. */
function whyNot({action, kind, name, fields}: Change, entry: Entry, {sent, terms}: Circumstances): string | undefined {
  const {can, changeable = []} = kinds[kind];
  const told = can[action];
  const partly = action === 'update' && fields.every(({key}) => changeable.includes(key));
  if (told !== true && !partly) return told;
  if (kind !== 'mailings' || action === 'delete') return undefined;
  if (action === 'create' && sent.has(name))
    return 'a mailing of this name went out already; rename it, or pull the files again';
  const at = entry['at'];
  if (at === undefined) return 'without a time it would be sent at once; give it one (at)';
  return terms.isPast(String(at)) ? 'its time is past, so it would be sent at once' : undefined;
}

/** Whether a plan adds people to segments. */
export const addsToSegments = ({changes}: Plan): boolean =>
  changes.some(({kind, fields}) => kind === 'segments' && fields.some(one => 'added' in one && one.added.length > 0));

/** A plan without people whom the door stops where a file would add them to a segment, and who they are. */
export function withoutLeavers(
  plan: Plan,
  stopped: (addresses: readonly string[]) => readonly Stopped[],
): {readonly plan: Plan; readonly leavers: readonly Stopped[]} {
  const leavers: Stopped[] = [];
  const changes = plan.changes.flatMap((change): readonly Change[] => {
    if (change.kind !== 'segments') return [change];
    const fields = change.fields.flatMap((field): readonly FieldChange[] => {
      if (!('added' in field)) return [field];
      const out = stopped(field.added.map(addressIn));
      leavers.push(...out);
      const names = new Set(out.map(({address}) => foldAddress(address)));
      // A person whose entry differs would be removed and added again, so nothing happens to that one either.
      const stays = (value: Value): boolean => !names.has(foldAddress(addressIn(value)));
      const [added, removed] = [field.added.filter(stays), field.removed.filter(stays)];
      return added.length + removed.length === 0 ? [] : [{...field, added, removed}];
    });
    return fields.length === 0 ? [] : [{...change, fields}];
  });
  return {plan: {...plan, changes, stay_away: somePeople(leavers.map(({address}) => address))}, leavers};
}

/** A plan without the changes for which there is a reason, each reported with it as impossible. */
export function withoutImpossible(plan: Plan, whyNot: (change: Change) => string | undefined): Plan {
  const impossible = [...plan.impossible];
  const changes = plan.changes.filter(change => {
    const why = whyNot(change);
    const {action, kind, name} = change;
    if (why !== undefined) impossible.push({action, kind, name, why});
    return why === undefined;
  });
  return {...plan, changes, impossible};
}

/** The people who get mail again because of changes: nobody lists them as unsubscribed after these. */
export const mailAgainBy = (changes: Iterable<Change>): SomePeople =>
  somePeople(
    [...changes].flatMap(change => {
      if (change.kind === 'unsubscribes') return change.action === 'delete' ? [change.name] : [];
      return change.kind === 'groups' ? removedPeople(change).map(String) : [];
    }),
  );
