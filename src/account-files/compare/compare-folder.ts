import {join} from 'node:path';
import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Context} from '../../commands/command.js';
import {listedRecords} from '../../commands/verbs/listed.js';
import {type ImportField, importField} from '../../contacts-import/file/contract.js';
import lists from '../../endpoints/lists.js';
import {UsageError} from '../../errors.js';
import {isPastText} from '../../mailings/moment.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import {nobodyLeft, openDoor} from '../../who-left/door.js';
import {nameGroupLeavers, stoppedBy, warnOfSkipped} from '../../who-left/let-in.js';
import {somePeople} from '../../who-left/mail-again.js';
import type {Stopped} from '../../who-left/words.js';
import {shellWord} from '../../words/shell-word.js';
import {placeIds} from '../account/entries.js';
import {type AccountState, readAccount} from '../account/read-account.js';
import {contactsFileOf} from '../folder/body-files.js';
import {keyHint} from '../folder/check-shape.js';
import {type Mistake, refuseMistakes} from '../folder/mistakes.js';
import {type AccountFiles, type EntriesByKind, entriesOf, openFolder} from '../folder/read-files.js';
import {kinds} from '../kinds/kinds.js';
import type {Change, Plan} from '../kinds/results.schema.js';
import type {KindName} from '../kinds/shape.js';
import {danglingReferences, dropIncomplete, refusedValues} from './check-plan.js';
import type {Pruning} from './compare-entries.js';
import {type ComparedContacts, type ContactsWanted, compareContacts} from './contacts.js';
import {addsToSegments, makePlan, withoutImpossible, withoutLeavers} from './make-plan.js';
import {keepUsed, knownLeavers, nameOf, referencesIn, targetOf, writtenBy} from './references.js';

export type PlanOptions = {
  readonly folder: string;
  readonly wanted: ReadonlySet<KindName>;
  readonly contacts: boolean;
} & Pruning &
  Pick<ContactsWanted, 'maxErrors' | 'rejects'>;

/** Files, the account that they are compared with, and what would change in it. */
export type ComparedFiles = {
  readonly files: EntriesByKind;
  readonly account: AccountState;
  readonly plan: Plan;
  /** People of the files who left, and are not added. */
  readonly leavers: readonly Stopped[];
};

/** Reads the files and the account, and says what would change. It changes nothing. */
export async function compareFolder(
  context: Context,
  {folder, wanted, prune, mailAgain, contacts, maxErrors, rejects}: PlanOptions,
): Promise<ComparedFiles> {
  const {root, files} = await openFolder(context.host, folder, wanted, 'texts');
  if (files.size === 0) {
    throw new UsageError(`${folder} holds no account.`, {
      hint: 'Make one with "emk account pull", or name the folder that has it.',
    });
  }
  const compared = await compareFiles(context, files, {prune, mailAgain});
  if (!contacts) return sayingWhoStaysAway(context, compared);
  const wishes = {lists: namesIn(files, 'lists'), fields: customFieldsIn(files), known: knownLeavers(files)};
  const terms = await compared.account.contactTerms();
  const found = await tellingFileTrouble(() => compareContacts(context, root, {...wishes, maxErrors, rejects}, terms));
  const {plan, ...others} = withPeople(compared, found);
  const differing = found.differing.map(some => ({...some, next: syncLine(folder, some.list)}));
  return sayingWhoStaysAway(context, {...others, plan: {...plan, differing}});
}

/** The line that gives the people of a list the values of their file. */
const syncLine = (folder: string, list: string): string =>
  `emk contacts sync ${shellWord(join(folder, contactsFileOf(list)))} --list ${shellWord(list)} --update`;

/** A comparison with the contacts that differ, and with all who are not added because they left. */
export function withPeople({plan, ...compared}: ComparedFiles, {changes, stopped}: ComparedContacts): ComparedFiles {
  const leavers = [...compared.leavers, ...stopped];
  const stay_away = somePeople(leavers.map(({address}) => address));
  return {...compared, leavers, plan: {...plan, contacts: changes, stay_away}};
}

/** Names people of the files who left after these were written, and are not added. */
export function sayingWhoStaysAway(context: Pick<Context, 'warn'>, compared: ComparedFiles): ComparedFiles {
  if (compared.leavers.length > 0) warnOfSkipped(context, compared.leavers, KNOWN_TO_FILES);
  return compared;
}

const KNOWN_TO_FILES =
  'To add people who unsubscribed, who still get no mail then, first pull who left: emk account pull --only unsubscribes,groups';

/** Compares files with the account. An unknown name, or a value that the service refuses, is an error. */
export async function compareFiles(context: Context, files: AccountFiles, pruning: Pruning): Promise<ComparedFiles> {
  const account = await readAccount(context, new Set(files.keys()));
  refuseMistakes(await danglingReferences(files, account, pruning));
  const entries = [...files.keys()].map(kind => [kind, entriesOf(files, kind)] as const);
  const isPast = (moment: string): boolean => isPastText(moment, context.host.now(), context.zones());
  const terms = {...pruning, isPast};
  const possible = dropIncomplete(makePlan(new Map(entries), account, terms), files);
  const plan = await keepUsed(dropOrphans(possible, files), account, more => readAccount(context, more));
  refuseMistakes([...refusedValues(files, plan), ...(await unknownPlaces(files, account, plan))]);
  const atDoor = addsToSegments(plan) ? await openDoor(context, {known: knownLeavers(files)}) : nobodyLeft;
  return {
    files,
    account,
    ...withoutLeavers(await countingPeople(context, plan, account), people =>
      nameGroupLeavers(context, stoppedBy(atDoor, people)),
    ),
  };
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

const namesIn = (files: AccountFiles, kind: KindName): readonly string[] =>
  entriesOf(files, kind).map(entry => String(entry[kinds[kind].identity]));

/** The custom fields of the files. Contacts may have values for them before the account has them. */
export const customFieldsIn = (files: AccountFiles): readonly ImportField[] =>
  entriesOf(files, 'fields').map(({name, kind}) => importField(name, kind));

/** Removes records whose references cannot be created, and all that refer to them, and reports them as impossible. */
function dropOrphans(plan: Plan, files: AccountFiles): Plan {
  const missing = new Set(plan.impossible.filter(({action}) => action === 'create').map(nameOf));
  const left = withoutImpossible(plan, change => {
    const missingRecord = firstMissing(change, files, missing);
    if (missingRecord && change.action === 'create') missing.add(nameOf(change));
    return missingRecord && `it needs the ${missingRecord}, which cannot be created`;
  });
  return left.changes.length === plan.changes.length ? plan : dropOrphans(left, files);
}

/** The first missing record that a change refers to, in words. Only values to write count. */
function firstMissing(change: Change, files: AccountFiles, missing: ReadonlySet<string>) {
  const written = missing.size === 0 ? undefined : writtenBy(change, files);
  if (written === undefined) return undefined;
  for (const {text, key} of referencesIn(written.placed, written.keys)) {
    const target = targetOf(text, key);
    if (target && missing.has(nameOf(target))) return `${kinds[target.kind].collection.noun.one} "${target.name}"`;
  }
  return undefined;
}

/** The places in the plan that the service does not know, or knows more than once. */
async function unknownPlaces(files: AccountFiles, account: AccountState, {changes}: Plan): Promise<Mistake[]> {
  const mistakes: Mistake[] = [];
  for (const change of changes) {
    const found = writtenBy(change, files);
    if (!found || !Object.values(found.keys).some(({place}) => place)) continue;
    const {placed, source} = found;
    const {keys} = kinds[change.kind];
    if (!Object.keys(placed.entry).some(key => keys[key]?.place)) continue;
    const {wrong} = placeIds(await account.places(), keys, placed.entry);
    if (wrong === undefined) continue;
    const at = placed.places.get(wrong.key) ?? placed.at;
    const hint =
      wrong.names.length > 0 ? keyHint(String(placed.entry[wrong.key]), wrong.names.slice(0, MOST)) : 'Remove it.';
    mistakes.push({source, at, says: wrong.says, hint});
  }
  return mistakes;
}

const MOST = 500;

/** How many contacts each list has, by id: deleting a type deletes them. */
export async function contactCounts(context: Context): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  await forEachRecord(listedRecords(context, lists), ({id, contacts_count}) => {
    counts.set(String(id), Number(contacts_count));
  });
  return counts;
}
