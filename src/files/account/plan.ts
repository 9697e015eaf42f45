import {createHash} from 'node:crypto';
import {readFile, stat} from 'node:fs/promises';
import {resolve} from 'node:path';
import {targetOf} from '../../accounts/target.js';
import {forEachRecord, noneIfNotFound} from '../../api/answers/record-sources.js';
import type {Context} from '../../change/context.js';
import {toSomePeople} from '../../change/records/mail-again.js';
import {beyondLimits} from '../../commands/input.js';
import {PreflightError, UsageError} from '../../core/errors.js';
import {tellingFileTrouble} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {orList} from '../../core/words/sentence.js';
import {isObject, jsonOrNothing} from '../../core/words/values.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {isPast} from '../../mailings/moment.js';
import type {SomePeople} from '../../output/results/documents.js';
import {openDoor} from '../../people/door.js';
import {nameGroupLeavers, type Stopped, stoppedBy, warnOfSkipped} from '../../people/let-in.js';
import {addressProblem} from '../../records/fields/email-address.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/path.js';
import {type ContactFiles, compareContacts} from './contacts.js';
import {compareByName, membersIn, type Pruning, printOf, removedPeople, type Step} from './differences.js';
import {type AccountState, placeIds, readAccount} from './entries.js';
import {type AccountFile, type AccountFiles, entriesOf, openFolder, wantedNames} from './files.js';
import {addressIn, type Entry, type Key, type Keys, type KindName, kindNames, textsOfEntry} from './keys.js';
import {kinds} from './kinds.js';
import {type FileText, type Mistake, refuseMistakes} from './mistakes.js';
import {type PlacedEntry, whereIs} from './read-entries.js';
import {danglingReferences, keepUsed, nameOf, targetsOf, titleOf} from './references.js';
import type {Impossible, PlanDocument, RecordChange, SavedPlan} from './shapes.js';

export type PlanOptions = Pruning & {
  readonly folder: string;
  readonly kinds: readonly KindName[];
  readonly contacts: boolean;
};

/** What has to happen for the account to be as the files say, in the order in which it can. */
export type AccountPlan = Omit<PlanDocument, 'changes'> & {readonly changes: readonly Step[]};

/** A plan, and the account that it was made for. */
export type Compared = {
  readonly plan: AccountPlan;
  readonly account: AccountState;
  /** The people who left by what the files say: they come in where files add them. */
  readonly known: ReadonlySet<string>;
};

/** Reads the files and the account, and says what would change. It changes nothing. */
export async function compareFolder(context: Context, options: PlanOptions): Promise<Compared> {
  const {folder, contacts} = options;
  const {root, files} = await openFolder(context.host, folder, new Set(options.kinds), 'texts');
  if (files.size === 0)
    throw new UsageError(`${folder} holds no account.`, {
      hint: 'Make one with "emk account pull", or name the folder that has it.',
    });
  return compareFiles(
    context,
    files,
    options,
    contacts ? {root, folder, lists: wantedNames(files, 'lists')} : undefined,
  );
}

/** Compares files with the account. An unknown name, or a value that the service refuses, is an error. */
export async function compareFiles(
  context: Context,
  files: AccountFiles,
  pruning: Pruning,
  people?: ContactFiles,
): Promise<Compared> {
  const account = await readAccount(context, new Set(files.keys()));
  refuseMistakes(await danglingReferences(files, account, pruning));
  const planned = await makePlan(context, files, account, pruning);
  const {steps, used} = await keepUsed(planned.steps, account, more => readAccount(context, more));
  const known = knownLeavers(files);
  const {changes, leavers} = await pastDoor(context, steps, known);
  const {stopped, ...found} = people
    ? await tellingFileTrouble(() => compareContacts(context, files, account, {...people, known}))
    : {contacts: [], differing: [], impossible: [], stopped: []};
  const skipped = [...leavers, ...stopped];
  if (skipped.length > 0) warnOfSkipped(context, skipped, ADD_THEM);
  const impossible = [...planned.impossible, ...used, ...found.impossible];
  return {
    ...{account, known},
    plan: {...found, changes, impossible, stay_away: toSomePeople(skipped.map(({address}) => address))},
  };
}

const ADD_THEM =
  'To add people who unsubscribed, who still get no mail then, first pull who left: emk account pull --only unsubscribes,groups';

/** Compares the files with the account, by name: what can be done, what cannot, and what stays. A kind without a file is not touched. */
async function makePlan(context: Context, files: AccountFiles, account: AccountState, pruning: Pruning) {
  const steps: Step[] = [];
  const deletions: Step[] = [];
  const impossible: Impossible[] = [];
  const mistakes: Mistake[] = [];
  const isOver = (moment: string): boolean => isPast(moment, context.host.now(), context.zones());
  const sent = new Set(account.sent.map(({name}) => name));
  // What cannot be made, and so neither what refers to it: that comes later.
  const missing = new Set<string>();
  const take = async (step: Step, written: WrittenEntry | undefined): Promise<void> => {
    const {action, kind, name} = step;
    const why = whyNot(step, sent, isOver) ?? (written && (whyIncomplete(written) ?? whyOrphaned(written, missing)));
    if (why === undefined) (written ? steps : deletions).push(step);
    else impossible.push({action, kind, name, why});
    if (why !== undefined && action === 'create') missing.add(nameOf(step));
    if (why === undefined && written) mistakes.push(...(await refusedValues(written, kind, account)));
  };
  for (const kind of kindNames) {
    const file = files.get(kind);
    if (file === undefined) continue;
    for (const step of compareByName(kind, entriesOf(files, kind), account.kinds.get(kind) ?? [], pruning))
      await take(step, writtenBy(step, file));
  }
  refuseMistakes(mistakes);
  // Records that others refer to are deleted last.
  return {steps: [...steps, ...deletions.reverse()], impossible};
}

/** Why the API cannot make a change; undefined if it can. */
function whyNot(
  {action, kind, name, fields, entry}: Step,
  sent: ReadonlySet<string>,
  isOver: (moment: string) => boolean,
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
  return isOver(String(at)) ? 'its time is past, so it would be sent at once' : undefined;
}

/** An entry that is sent, with the keys of it that are. */
type WrittenEntry = {readonly placed: PlacedEntry; readonly source: FileText; readonly keys: Keys};

function writtenBy({action, kind, fields, entry}: Step, {entries, source}: AccountFile): WrittenEntry | undefined {
  const placed = entries.find(one => one.entry === entry);
  const changed = new Set(fields.map(({key}) => key));
  const keys = Object.entries(kinds[kind].keys).filter(([key]) => action === 'create' || changed.has(key));
  return placed && {placed, source, keys: Object.fromEntries(keys)};
}

/** Why a record cannot be made that lacks a required value: the account may have such records. */
function whyIncomplete({placed: {entry, at}, source, keys}: WrittenEntry): string | undefined {
  const [missing] = missingIn(entry, keys);
  return missing && `the service requires ${missing}, which is missing (${source.file}, line ${at.line})`;
}

/** The required keys that an entry and those below it lack. */
const missingIn = (entry: Entry, keys: Keys): readonly string[] =>
  Object.entries(keys).flatMap(([name, {required, type, below}]) => {
    const value = entry[name];
    if (value === undefined) return required && type !== 'flag' ? [name] : [];
    return below && Array.isArray(value) ? value.flatMap(one => missingIn(one as Entry, below)) : [];
  });

function whyOrphaned({placed, keys}: WrittenEntry, missing: ReadonlySet<string>): string | undefined {
  const lost = targetsOf(placed.entry, keys).find(target => missing.has(nameOf(target)));
  return lost && `it needs the ${titleOf(lost)}, which cannot be created`;
}

/** The values to send that the service would refuse, and places that it does not know. The account may have old ones. */
async function refusedValues(
  {placed, source, keys}: WrittenEntry,
  kind: KindName,
  account: AccountState,
): Promise<readonly Mistake[]> {
  const mistakes: Mistake[] = [];
  for (const {text, key, path} of textsOfEntry(placed.entry, keys)) {
    const problem = problemOf(text, key);
    const name = path.split('.').findLast(part => !/^\d+$/.test(part));
    if (problem !== undefined) mistakes.push({source, at: whereIs(placed, path), says: `${name} ${problem}.`});
  }
  const isPlaced = Object.entries(keys).some(([name, {place}]) => place && placed.entry[name] !== undefined);
  const {wrong} = isPlaced ? placeIds(await account.places(), kinds[kind].keys, placed.entry) : {};
  if (!wrong) return mistakes;
  return [...mistakes, {source, at: whereIs(placed, wrong.key), says: wrong.says}];
}

function problemOf(text: string, key: Key): string | undefined {
  const problem = key.address ? addressProblem(text) : undefined;
  if (problem !== undefined) return `is "${text}", which ${problem}`;
  const isOpen = !key.choices || key.choices.includes(text);
  return isOpen ? beyondLimits(key, text) : `must be ${orList(key.choices ?? [])}, not "${text}"`;
}

/** The steps without people whom the door stops where a file would add them to a segment, and who they are. */
async function pastDoor(
  context: Context,
  steps: readonly Step[],
  known: ReadonlySet<string>,
): Promise<{readonly changes: readonly Step[]; readonly leavers: readonly Stopped[]}> {
  const adds = ({kind, fields}: Step): boolean =>
    kind === 'segments' && membersIn(fields, 'recipients').added.length > 0;
  if (!steps.some(adds)) return {changes: steps, leavers: []};
  const door = await openDoor(context, {known});
  const leavers: Stopped[] = [];
  const changes = steps.flatMap((step): readonly Step[] => {
    if (!adds(step)) return [step];
    const {added, removed} = membersIn(step.fields, 'recipients');
    const stopped = nameGroupLeavers(context, stoppedBy(door, added.map(addressIn)));
    leavers.push(...stopped);
    const out = new Set(stopped.map(({address}) => foldAddress(address)));
    const fresh = added.filter(value => !out.has(foldAddress(addressIn(value))));
    return fresh.length + removed.length === 0 ? [] : [{...step, fields: [{key: 'recipients', added: fresh, removed}]}];
  });
  return {changes, leavers};
}

/** The people who get mail again because of changes: nobody lists them as unsubscribed after these. */
export const mailAgainBy = (changes: Iterable<RecordChange>): SomePeople =>
  toSomePeople(
    [...changes].flatMap(change => {
      if (change.kind === 'unsubscribes') return change.action === 'delete' ? [change.name] : [];
      return change.kind === 'groups' ? removedPeople(change).map(String) : [];
    }),
  );

/** The people who left by what the files say themselves: nobody comes back unseen where they are added as such. */
function knownLeavers(files: AccountFiles): ReadonlySet<string> {
  const everything = entriesOf(files, 'unsubscribes').map(({email}) => String(email));
  const groups = entriesOf(files, 'groups').flatMap(({recipients}) => (recipients ?? []) as string[]);
  return new Set([...everything, ...groups].map(foldAddress));
}

/** A plan with a print of all that it does not show and would do. An apply makes it anew, and both must be equal. */
export async function savePlan(
  context: Pick<Context, 'account' | 'stream'>,
  {folder, kinds: some, prune, mail_again = false, contacts: withContacts}: PlanOptions,
  plan: AccountPlan,
): Promise<SavedPlan> {
  const print = createHash('sha256').update(await peopleWhoGo(context, plan));
  for (const {kind, entry, there} of plan.changes)
    print.update(printOf(kind, entry)).update(there ? printOf(kind, there.entry) : '');
  return {
    ...{...plan, changes: plan.changes.map(shown)},
    basis: {
      ...{version: 6, account: targetOf(await context.account()), folder, kinds: some},
      ...{prune, mail_again, contacts: withContacts, print: print.digest('hex')},
    },
  };
}

/** A step as programs read it. */
const shown = ({entry: _, there: __, ...change}: Step): RecordChange => change;

/** Who is on the lists that are deleted: somebody who joins later must not go by this plan. Only such a plan reads all contacts. */
async function peopleWhoGo({stream}: Pick<Context, 'stream'>, {changes}: AccountPlan): Promise<string> {
  const going = new Set(changes.filter(({people = 0}) => people > 0).map(({there}) => String(there?.id)));
  const ids: number[] = [];
  if (going.size > 0)
    await forEachRecord(noneIfNotFound(stream(contacts.list)), contact => {
      if (isNotDeleted(contact) && going.has(String(contact.contact_type_id))) ids.push(contact.id);
    });
  return ids.sort((one, other) => one - other).join();
}

/** The plan in a file; undefined if the path is no file, and so the folder of an account. */
export async function readPlan({cwd}: Pick<Host, 'cwd'>, path: string): Promise<SavedPlan | undefined> {
  const full = resolve(cwd, path);
  const found = await stat(full).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  const plan = jsonOrNothing(await tellingFileTrouble(() => readFile(full, 'utf8')));
  // Only the form matters: the comparison refuses a plan that somebody has changed by hand.
  if (isObject(plan) && isObject(plan['basis']) && plan['basis']['version'] === 6) return plan as unknown as SavedPlan;
  throw new UsageError(`${path} is not a plan of this emk.`, {
    hint: 'To make one: emk account plan --out plan.json. Or name the folder of the files.',
  });
}

/** Throws if the plan is another one by now. */
export function refuseStalePlan(saved: SavedPlan, now: SavedPlan): void {
  if (textOf(saved) === textOf(now)) return;
  throw new PreflightError('The account or the files are not those of the plan, or have changed since.', {
    hint: 'Nothing was changed. Make a new plan.',
  });
}

/** All of a plan that an apply would do, as one text. */
const textOf = ({changes, impossible, contacts, basis}: SavedPlan): string =>
  JSON.stringify([changes, impossible, contacts, basis]);
