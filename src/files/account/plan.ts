import {join} from 'node:path';
import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Context} from '../../commands/command.js';
import {listedRecords} from '../../commands/records.js';
import {somePeople} from '../../commands/verbs/mail-again.js';
import {type ImportField, importField} from '../../contacts/file/contract.js';
import {UsageError} from '../../core/errors.js';
import {tellingFileTrouble} from '../../core/system/files.js';
import {orList} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import lists from '../../endpoints/lists.js';
import {isPastText} from '../../mailings/moment.js';
import type {SomePeople} from '../../output/results/documents.js';
import {nobodyLeft, openDoor} from '../../people/door.js';
import {nameGroupLeavers, type Stopped, stoppedBy, warnOfSkipped} from '../../people/let-in.js';
import {addressProblem} from '../../records/fields/email-address.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {type ContactsWanted, compareContacts} from './contacts.js';
import {compareByName, type Pruning, removedPeople} from './differences.js';
import {type AccountRecord, type AccountState, placeIds, readAccount} from './entries.js';
import {type AccountFiles, contactsFileOf, type EntriesByKind, entriesOf, namesIn, openFolder} from './files.js';
import {addressIn, type Entry, type Key, type Keys, type KindName, kindNames, textsOf, type Value} from './keys.js';
import {kinds, refersTo} from './kinds.js';
import {type Mistake, refuseMistakes, type Source} from './mistakes.js';
import {keyHint, type PlacedEntry, whereIs} from './read-entries.js';
import type {Change, ContactChange, FieldChange, Impossible, Plan} from './shapes.js';

export type PlanOptions = {
  readonly folder: string;
  readonly wanted: ReadonlySet<KindName>;
  readonly contacts: boolean;
} & Pruning &
  Pick<ContactsWanted, 'maxErrors'>;

/** Files, the account that they are compared with, and what would change in it. */
export type ComparedFiles = {
  readonly files: EntriesByKind;
  readonly account: AccountState;
  readonly plan: Plan;
  /** People of the files who left, and are not added. */
  readonly leavers: readonly Stopped[];
};

const noAccountIn = (folder: string): UsageError =>
  new UsageError(`${folder} holds no account.`, {
    hint: 'Make one with "emk account pull", or name the folder that has it.',
  });

/** Reads the files and the account, and says what would change. It changes nothing. */
export async function compareFolder(context: Context, options: PlanOptions): Promise<ComparedFiles> {
  const {folder, wanted, contacts} = options;
  const {root, files} = await openFolder(context.host, folder, wanted, 'texts');
  if (files.size === 0) throw noAccountIn(folder);
  const compared = await compareFiles(context, files, options);
  const lists = contacts ? namesIn(files, 'lists') : undefined;
  return sayingWhoStaysAway(context, lists ? await withPeople(context, root, compared, lists, options) : compared);
}

/** A comparison with the people of files of contacts, which may have values for fields that are still to be made. */
export async function withPeople(
  context: Context,
  root: string,
  compared: ComparedFiles,
  lists: readonly string[],
  {folder = root, maxErrors}: Partial<Pick<PlanOptions, 'folder' | 'maxErrors'>> = {},
): Promise<ComparedFiles> {
  const {files, account, plan} = compared;
  const fields = entriesOf(files, 'fields').map(({name, kind}): ImportField => importField(name, kind));
  const wanted = {lists, fields, known: knownLeavers(files), maxErrors};
  const there = await account.namesOf('lists');
  const found = await tellingFileTrouble(() => compareContacts(context, root, wanted, there));
  const leavers = [...compared.leavers, ...found.stopped];
  const differing = found.differing.map(some => {
    const file = shellWord(join(folder, contactsFileOf(some.list)));
    return {...some, next: `emk contacts sync ${file} --list ${shellWord(some.list)} --update`};
  });
  return {...compared, leavers, plan: {...plan, contacts: found.changes, differing, stay_away: staying(leavers)}};
}

const staying = (leavers: readonly Stopped[]): SomePeople => somePeople(leavers.map(({address}) => address));

/** Names people of the files who left after these were written, and are not added. */
export function sayingWhoStaysAway(context: Pick<Context, 'warn'>, compared: ComparedFiles): ComparedFiles {
  const how =
    'To add people who unsubscribed, who still get no mail then, first pull who left: emk account pull --only unsubscribes,groups';
  if (compared.leavers.length > 0) warnOfSkipped(context, compared.leavers, how);
  return compared;
}

/** Compares files with the account. An unknown name, or a value that the service refuses, is an error. */
export async function compareFiles(context: Context, files: AccountFiles, pruning: Pruning): Promise<ComparedFiles> {
  const account = await readAccount(context, new Set(files.keys()));
  refuseMistakes(await danglingReferences(files, account, pruning));
  const isPast = (moment: string): boolean => isPastText(moment, context.host.now(), context.zones());
  const wanted = new Map([...files.keys()].map(kind => [kind, entriesOf(files, kind)] as const));
  const possible = dropIncomplete(makePlan(wanted, account, {...pruning, isPast}), files);
  const used = await keepUsed(dropOrphans(possible, files), account, more => readAccount(context, more));
  refuseMistakes(await refusedValues(files, account, used));
  const atDoor = addsToSegments(used) ? await openDoor(context, {known: knownLeavers(files)}) : nobodyLeft;
  const counted = await countingPeople(context, used, account);
  const stop = (people: readonly string[]) => nameGroupLeavers(context, stoppedBy(atDoor, people));
  return {files, account, ...withoutLeavers(counted, stop)};
}

/** How many changes an apply would make; the contacts of a list count as one. */
export const countChanges = ({changes, contacts}: Plan): number => changes.length + contacts.filter(isToMake).length;

/** Whether an apply would add people to a list. */
export const isToMake = (change: ContactChange): boolean => change.create.count > 0;

/** The wanted records by kind. A missing kind is not touched. */
type Wanted = ReadonlyMap<KindName, readonly Entry[]>;

type PlanTerms = Pruning & {
  /** Whether a moment, in the service's form, is past on the account's clock. */
  readonly isPast: (moment: string) => boolean;
};

/** Compares the wanted records with the account, by name. */
function makePlan(wanted: Wanted, account: AccountState, terms: PlanTerms): Plan {
  const changes: Change[] = [];
  const impossible: Impossible[] = [];
  const deletions: Change[] = [];
  const left: Record<string, number> = {};
  const sent = new Set(account.sent.map(({name}) => name));
  // A kind without a file is not touched.
  const held = (kind: KindName) => (wanted.has(kind) ? (account.kinds.get(kind) ?? []) : []);
  for (const kind of kindNames) {
    const compared = compareByName(kind, wanted.get(kind) ?? [], held(kind), terms);
    if (compared.left > 0) left[kind] = compared.left;
    for (const {change, entry} of compared.found) {
      const {action, name} = change;
      const why = whyNot(change, entry, sent, terms);
      if (why !== undefined) impossible.push({action, kind, name, why});
      else (action === 'delete' ? deletions : changes).push(change);
    }
  }
  return {
    // Records that others refer to are deleted last.
    changes: [...changes, ...deletions.reverse()],
    ...{impossible, contacts: [], differing: [], left},
    stay_away: somePeople([]),
    stay_unsubscribed: mailAgainBy(onlyWithMailAgain(wanted, account, terms)),
  };
}

/** The changes that would delete unsubscribes, if these terms do not. */
function onlyWithMailAgain(wanted: Wanted, account: AccountState, terms: PlanTerms): readonly Change[] {
  if (terms.prune && terms.mailAgain) return [];
  const ofUnsubscribes = [...wanted].filter(([kind]) => Object.values(kinds[kind].keys).some(key => key.unsubscribes));
  return makePlan(new Map(ofUnsubscribes), account, {...terms, prune: true, mailAgain: true}).changes;
}

/** Why a change is impossible; undefined if it is possible. */
function whyNot(
  {action, kind, name, fields}: Change,
  entry: Entry,
  sent: ReadonlySet<string>,
  terms: PlanTerms,
): string | undefined {
  const {can, changeable = []} = kinds[kind];
  const possible = can[action];
  const partly = action === 'update' && fields.every(({key}) => changeable.includes(key));
  if (possible !== true && !partly) return possible;
  if (kind !== 'mailings' || action === 'delete') return undefined;
  if (action === 'create' && sent.has(name))
    return 'a mailing of this name went out already; rename it, or pull the files again';
  const at = entry['at'];
  if (at === undefined) return 'without a time it would be sent at once; give it one (at)';
  return terms.isPast(String(at)) ? 'its time is past, so it would be sent at once' : undefined;
}

/** A plan that says how many people go with each list that it deletes. */
async function countingPeople(context: Context, plan: Plan, {kinds: there}: AccountState): Promise<Plan> {
  const goes = ({kind, action}: Change): boolean => kind === 'lists' && action === 'delete';
  if (!plan.changes.some(goes)) return plan;
  const counts = await contactCounts(context);
  const idOf = (list: string) => String(there.get('lists')?.find(({name}) => name === list)?.id);
  const changes = plan.changes.map(one => (goes(one) ? {...one, people: counts.get(idOf(one.name)) || 0} : one));
  return {...plan, changes};
}

/** How many contacts each list has, by id: deleting a list deletes them. */
export async function contactCounts(context: Context): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  await forEachRecord(listedRecords(context, lists), ({id, contacts_count}) => {
    counts.set(String(id), Number(contacts_count));
  });
  return counts;
}

/** Whether a plan adds people to segments. */
const addsToSegments = ({changes}: Plan): boolean =>
  changes.some(({kind, fields}) => kind === 'segments' && fields.some(one => 'added' in one && one.added.length > 0));

/** A plan without people whom the door stops where a file would add them to a segment, and who they are. */
function withoutLeavers(
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
  return {plan: {...plan, changes, stay_away: staying(leavers)}, leavers};
}

/** A plan without the changes for which there is a reason, each reported with it as impossible. */
function withoutImpossible(plan: Plan, reason: (change: Change) => string | undefined): Plan {
  const impossible = [...plan.impossible];
  const changes = plan.changes.filter(change => {
    const why = reason(change);
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

/** The people who left by what the files say themselves: nobody comes back unseen where they are added as such. */
export function knownLeavers(files: EntriesByKind): ReadonlySet<string> {
  const everything = entriesOf(files, 'unsubscribes').map(({email}) => String(email));
  const groups = entriesOf(files, 'groups').flatMap(({recipients}) => (recipients ?? []) as string[]);
  return new Set([...everything, ...groups].map(foldAddress));
}

type Reference = {readonly text: string; readonly key: Key; readonly at: PlacedEntry['at']};

/** Every name in an entry that refers to another record. */
const referencesIn = (placed: PlacedEntry, keys: Keys): readonly Reference[] =>
  textsOf(placed.entry, keys).flatMap(({text, key, path}) =>
    key.refers ? [{text, key, at: whereIs(placed, path)}] : [],
  );

/** The record that a text refers to; undefined if it is not an audience's name. */
export function targetOf(text: string, {refers}: Key): Target | undefined {
  if (refers !== undefined && refers !== 'audience') return {kind: refers, name: text};
  const [, word, name = ''] = /^(list|segment):(.+)$/s.exec(text) ?? [];
  return word === undefined ? undefined : {kind: word === 'segment' ? 'segments' : 'lists', name};
}

type Target = {readonly kind: KindName; readonly name: string};

/** A record by kind and name, as one text. */
export const nameOf = ({kind, name}: Target): string => `${kind}\n${name}`;

const titleOf = ({kind, name}: Target): string => `${kinds[kind].collection.noun.one} "${name}"`;

/** Who uses a record, in words, by the record's kind and name. */
export type UsedBy = Map<string, string>;

/** Notes that a record which stays needs everything it refers to. */
export function noteUses(kind: KindName, {name, entry}: AccountRecord, users: UsedBy): void {
  for (const {text, key} of textsOf(entry, kinds[kind].keys)) {
    const target = key.refers && targetOf(text, key);
    if (target) users.set(nameOf(target), `the ${titleOf({kind, name})}`);
  }
}

/** The kinds whose records refer to others. */
export const kindsWithReferences = kindNames.filter(kind => refersTo(kind).size > 0);

/** The entry of a change, and the keys of it that would be sent; undefined for a deletion. */
function writtenBy(
  {action, kind, name, fields}: Change,
  files: AccountFiles,
): {readonly placed: PlacedEntry; readonly source: Source; readonly keys: Keys} | undefined {
  const file = files.get(kind);
  const placed = file?.entries.find(({entry}) => entry[kinds[kind].identity] === name);
  if (!file || !placed || action === 'delete') return undefined;
  const changed = new Set(fields.map(({key}) => key));
  const keys = Object.entries(kinds[kind].keys).filter(([key]) => action === 'create' || changed.has(key));
  return {placed, source: file.source, keys: Object.fromEntries(keys)};
}

/** Keeps records in a plan that others still use, reading kinds that refer to what would be deleted. */
async function keepUsed(
  plan: Plan,
  account: AccountState,
  readMore: (kinds: ReadonlySet<KindName>) => Promise<AccountState>,
): Promise<Plan> {
  const isSpared = ({action, kind}: Change): boolean =>
    action === 'delete' && kindsWithReferences.some(each => refersTo(each).has(kind));
  if (!plan.changes.some(isSpared)) return plan;
  const unread = new Set(kindsWithReferences.filter(kind => !account.kinds.has(kind)));
  const held = new Map([...account.kinds, ...(unread.size === 0 ? [] : (await readMore(unread)).kinds)]);
  // A record that changes refers to what its file says, which was checked already.
  const changing = new Set(plan.changes.map(nameOf));
  const users: UsedBy = new Map();
  for (const kind of kindsWithReferences)
    for (const one of held.get(kind) ?? [])
      if (!changing.has(nameOf({kind, name: one.name}))) noteUses(kind, one, users);
  return withoutImpossible(plan, change => {
    const user = isSpared(change) ? users.get(nameOf(change)) : undefined;
    const stays = user && held.get(change.kind)?.find(one => one.name === change.name);
    if (stays) noteUses(change.kind, stays, users);
    return user && `${user} uses it`;
  });
}

/** Removes records whose references cannot be created, and all that refer to them, and reports them as impossible. */
function dropOrphans(plan: Plan, files: AccountFiles): Plan {
  const missing = new Set(plan.impossible.filter(({action}) => action === 'create').map(nameOf));
  const left = withoutImpossible(plan, change => {
    const written = missing.size === 0 ? undefined : writtenBy(change, files);
    const targets = written ? referencesIn(written.placed, written.keys).map(({text, key}) => targetOf(text, key)) : [];
    const lost = targets.find(target => target && missing.has(nameOf(target)));
    if (lost && change.action === 'create') missing.add(nameOf(change));
    return lost && `it needs the ${titleOf(lost)}, which cannot be created`;
  });
  return left.changes.length === plan.changes.length ? plan : dropOrphans(left, files);
}

/** Entries that refer to records, and are none themselves. */
type Referring = {readonly source: Source; readonly entries: readonly PlacedEntry[]; readonly keys: Keys};

/** The names in the files that match no record, in the files or in the account. */
export async function danglingReferences(
  files: AccountFiles,
  account: AccountState,
  {prune, besides = []}: {readonly prune: boolean; readonly besides?: readonly Referring[]},
): Promise<readonly Mistake[]> {
  const mistakes: Mistake[] = [];
  const known = async (kind: KindName): Promise<ReadonlySet<string>> => {
    const inFile = namesIn(files, kind);
    // Records that are in no file will be deleted, so nothing may refer to them.
    return new Set(files.has(kind) && prune ? inFile : [...inFile, ...(await account.idsOf(kind)).keys()]);
  };
  const ofKinds = [...files].map(([kind, {source, entries}]) => ({source, entries, keys: kinds[kind].keys}));
  for (const {source, entries, keys} of [...ofKinds, ...besides]) {
    for (const {text, key, at} of entries.flatMap(placed => referencesIn(placed, keys))) {
      const target = targetOf(text, key);
      const names = target && (await known(target.kind));
      if (target && names?.has(target.name)) continue;
      const wrong =
        target && names
          ? notCalled(target, names)
          : {says: `"${text}" is not an audience.`, hint: 'For example: list:Newsletter or segment:VIP'};
      mistakes.push({source, at, ...wrong});
    }
  }
  return mistakes;
}

function notCalled({kind, name}: Target, names: ReadonlySet<string>): Pick<Mistake, 'says' | 'hint'> {
  const {one, many} = kinds[kind].collection.noun;
  const hint = names.size === 0 ? `There are no ${many}.` : keyHint(name, [...names].slice(0, MOST));
  return {says: `There is no ${one} called "${name}".`, hint};
}

const MOST = 500;

/** A plan without records that lack a required value, which are reported: the account may have such records. */
const dropIncomplete = (plan: Plan, files: AccountFiles): Plan =>
  withoutImpossible(plan, change => {
    const found = writtenBy(change, files);
    const [missing] = found ? missingIn(found.placed.entry, found.keys, '') : [];
    return found && missing !== undefined
      ? `the service requires ${missing}, which is missing (${found.source.file}, line ${found.placed.at.line})`
      : undefined;
  });

const missingIn = (entry: Entry, keys: Keys, path: string): readonly string[] =>
  Object.entries(keys).flatMap(([name, {required, type, below}]) => {
    const value = entry[name];
    if (value === undefined) return required && type !== 'flag' ? [`${path}${name}`] : [];
    return below && Array.isArray(value) ? value.flatMap(one => missingIn(one as Entry, below, `${name}: `)) : [];
  });

/** The values to send that the service would refuse, and places that it does not know. The account may have old ones. */
async function refusedValues(files: AccountFiles, account: AccountState, {changes}: Plan): Promise<readonly Mistake[]> {
  const mistakes: Mistake[] = [];
  for (const change of changes) {
    const found = writtenBy(change, files);
    if (!found) continue;
    const {placed, source, keys} = found;
    const note = (path: string, says: string, hint?: string): void =>
      void mistakes.push({source, at: whereIs(placed, path), says, hint});
    for (const {text, key, path} of textsOf(placed.entry, keys)) {
      const problem = problemOf(text, key);
      if (problem !== undefined) note(path, `${path.split('.').findLast(part => !/^\d+$/.test(part))} ${problem}.`);
    }
    const isPlaced = Object.entries(keys).some(([name, {place}]) => place && placed.entry[name] !== undefined);
    const {wrong} = isPlaced
      ? placeIds(await account.places(), kinds[change.kind].keys, placed.entry)
      : {wrong: undefined};
    if (wrong)
      note(
        wrong.key,
        wrong.says,
        wrong.names[0] ? keyHint(String(placed.entry[wrong.key]), wrong.names.slice(0, MOST)) : 'Remove it.',
      );
  }
  return mistakes;
}

function problemOf(text: string, {choices, limits, address}: Key): string | undefined {
  if (address) {
    const problem = addressProblem(text);
    return problem === undefined ? undefined : `is "${text}", which ${problem}`;
  }
  const length = [...text].length;
  if (choices && !choices.includes(text)) return `must be ${orList(choices)}, not "${text}"`;
  if (limits?.min !== undefined && length < limits.min) return `must have at least ${limits.min} characters`;
  if (limits?.max !== undefined && length > limits.max)
    return `must have at most ${limits.max} characters, not ${length}`;
  return limits?.pattern && !limits.pattern.test(text)
    ? (limits.says ?? 'has a form that the service refuses')
    : undefined;
}
