import {join} from 'node:path';
import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../change/context.js';
import {type Checked, checkFile} from '../../contacts/check/check.js';
import {toSettings} from '../../contacts/command/options.js';
import {type ImportField, importField} from '../../contacts/file/contract.js';
import {HeaderOnlyError, keptSource} from '../../contacts/file/open.js';
import {state} from '../../contacts/file/rows.js';
import type {ImportSettings, SyncSettings} from '../../contacts/journal/runs.js';
import {readSample} from '../../contacts/run/prepare.js';
import {inNewRun, runRows} from '../../contacts/run/run.js';
import {agreeOnTerms, comparingReader, readTable} from '../../contacts/sync/compare.js';
import {type EmkError, PreflightError} from '../../core/errors.js';
import {tellingFileTrouble} from '../../core/system/files.js';
import {copyInside, fileInside} from '../../core/system/inside-folder.js';
import {reasonsWithMore} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import type {SourceFile} from '../../csv/bytes/source-file.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as fieldsOf, reservedFields} from '../../endpoints/fields.js';
import {type AtDoor, type Door, openDoor} from '../../people/door.js';
import {nameGroupLeavers, type Stopped, stoppedBy} from '../../people/let-in.js';
import {countryReader, readCountries} from '../../records/fields/countries.js';
import {isNotDeleted} from '../../records/fields/path.js';
import type {AccountState} from './entries.js';
import {type AccountFiles, contactsFileOf, entriesOf} from './files.js';
import {keyHint} from './read-entries.js';
import type {Impossible, PlanDocument} from './shapes.js';

/** The files of contacts in a folder, one for each list. */
export type ContactFiles = {
  readonly root: string;
  /** The folder as people call it. */
  readonly folder: string;
  /** The lists that the other files want. */
  readonly lists: readonly string[];
};

/** Whom the lists lack, whom they have with other values, the rows that no import takes, and who is not added because they left. */
type ComparedContacts = {
  readonly contacts: Array<PlanDocument['contacts'][number]>;
  readonly differing: Array<PlanDocument['differing'][number]>;
  readonly impossible: Impossible[];
  readonly stopped: Stopped[];
};

/** Compares the files of contacts with the account in one reading. An apply adds who is missing, and changes nobody. */
export async function compareContacts(
  context: Context,
  files: AccountFiles,
  account: AccountState,
  {root, folder, lists, known}: ContactFiles & Pick<AtDoor, 'known'>,
): Promise<ComparedContacts> {
  // Rows may have values for fields that are still to be made.
  const fresh = entriesOf(files, 'fields').map(({name, kind}) => importField(name, kind));
  const rules = await contactRules(context, fresh);
  const there = await account.namesOf('lists');
  const compared = new Map<string, FileComparison>();
  for (const list of new Set([...lists, ...there.values()])) {
    const name = contactsFileOf(list);
    if (!(await fileInside(root, name))) continue;
    const checked = await checkContactFile(context, {path: join(root, name), name, within: root}, rules);
    if (checked) compared.set(list, await startComparison(checked, rules));
  }
  const found: ComparedContacts = {contacts: [], differing: [], impossible: [], stopped: []};
  if (compared.size === 0) return found;
  let done = 0;
  for await (const batch of context.stream(contacts.list)) {
    for (const contact of batch.filter(isNotDeleted))
      compared.get(there.get(String(contact.contact_type_id)) ?? '')?.see(contact);
    done += batch.length;
    context.progress.show({label: 'Comparing contacts', done});
  }
  context.progress.clear();
  const door = await openDoor(context, {known});
  for (const [list, {checked}] of compared) await takeRows(list, checked, door, folder, found);
  return {...found, stopped: [...nameGroupLeavers(context, found.stopped)]};
}

/** Takes the rows of a compared file into what was found. */
async function takeRows(
  list: string,
  checked: Checked,
  door: Door,
  folder: string,
  found: ComparedContacts,
): Promise<void> {
  const [missing, differs] = [nobody(), nobody()];
  await forEachRecord(checked.goodKeys(), ({line, address}) => {
    const now = checked.states.of(line);
    if (now === state.differs) add(differs, address);
    if (now !== state.good) return;
    const out = stoppedBy(door, [address]);
    found.stopped.push(...out);
    if (!out.some(({reason}) => reason === 'unsubscribed')) add(missing, address);
  });
  const file = contactsFileOf(list);
  if (missing.count > 0) found.contacts.push({list, ...missing, sha256: await checked.sha256()});
  const next = `emk contacts sync ${shellWord(join(folder, file))} --list ${shellWord(list)} --update`;
  if (differs.count > 0) found.differing.push({list, ...differs, next});
  if (checked.rejected === 0) return;
  const reasons: string[] = [];
  await forEachRecord(checked.rejectedRows(), ({line, reason, raw}) => {
    const [address = ''] = /[^\s,;"<>]+@[^\s,;"<>]+/.exec(Buffer.from(raw).toString()) ?? [];
    reasons.push(`line ${line}${address && `, ${address}`}: ${reason}`);
  });
  const why = `an import refuses rows of ${file} (${reasonsWithMore(reasons, MOST_NAMED)})`;
  found.impossible.push({action: 'create', kind: 'contacts', name: list, why, count: reasons.length});
}

type FileComparison = Awaited<ReturnType<typeof startComparison>>;

/** Gets ready to compare a file with the contacts of its list. */
async function startComparison(checked: Checked, {fields, countries}: ContactRules) {
  const table = await readTable(checked, agreeOnTerms(checked, additive, fields, countries?.find));
  return {checked, see: comparingReader({checked, table, unsubscribed: undefined, edited: undefined}).see};
}

/** An apply adds people: nobody is changed or deleted. */
const additive: SyncSettings = {gone: 'report'};

const nobody = (): {count: number; first: string[]} => ({count: 0, first: []});

function add(some: ReturnType<typeof nobody>, address: string): void {
  some.count++;
  if (some.first.length < MOST_NAMED) some.first.push(address);
}

const MOST_NAMED = 10;

/** What the rows of files of contacts may say, and how the service wants them. */
type ContactRules = Awaited<ReturnType<typeof contactRules>>;

/** Reads the rules for files of contacts, which all lists share; `more` are the fields that are still to be made. */
export async function contactRules(context: Context, more: readonly ImportField[] = []) {
  const custom = (await context.call(fieldsOf.custom)).map(one => importField(one.field_name, one.field_type));
  const held = new Set(custom.map(({name}) => name));
  const reserved = reservedFields.map(name => importField(name, 'text'));
  const fields = [...reserved, ...custom, ...more.filter(({name}) => !held.has(name))];
  return {fields, countries: await readCountries(context), sample: await readSample(context)};
}

/** Checks every row of a file of contacts as an import does; undefined if it has none. */
async function checkContactFile(
  context: Context,
  file: SourceFile,
  {fields, countries, sample}: ContactRules,
): Promise<Checked | undefined> {
  const {name} = file;
  const options = {
    ...{...settingsFor(context, name), ...file, fields, sampleHeader: sample.header, dateOrder: undefined},
    countries: countries && countryReader(countries.find, sample.countries),
    onlyListed: true,
  };
  const label = `Checking ${name}, bytes`;
  const checked = await checkFile(options, (done, total) => context.progress.show({label, done, total})).catch(
    error => {
      if (error instanceof HeaderOnlyError) return undefined;
      throw error;
    },
  );
  context.progress.clear();
  const strange = checked?.columns.find(({fields: [filled]}) => filled === undefined)?.header;
  if (strange === undefined) return checked;
  throw new PreflightError(`${name}: contacts have no field "${strange}", or another column fills it.`, {
    hint: keyHint(
      strange,
      fields.map(each => each.name),
    ),
  });
}

/** The settings of an import of a file that emk or a person has written for it: a field may have the name of a status column. */
const settingsFor = (context: Context, file: string): ImportSettings => ({
  ...toSettings({file, encoding: 'utf-8', status_column: ['none']}, context),
  ...{isOurs: true, allowAutomations: true},
});

export type AppliedContacts = {
  readonly list: string;
  readonly created: number;
  /** How many an undo has taken back. */
  readonly deleted: number;
  /** The error that stopped the work or a part of it. What the counts say has still happened. */
  readonly error?: EmkError | undefined;
};

/** The people of one file, and the list that they are added to. */
type PeopleToAdd = {
  readonly folder: string;
  readonly list: {readonly id: number; readonly name: string};
  readonly permit: Permit;
  readonly known: AtDoor['known'];
  readonly rules: ContactRules;
  /** Called with the run before its first request, so that a later process knows it even after a kill. */
  began(run: string): void;
};

/** Adds the people of a file whom its list lacks, by a sync without questions that sends nobody twice. */
export const addPeopleOf = (
  asking: Context,
  {folder, list, rules, permit, known, began}: PeopleToAdd,
): Promise<AppliedContacts> =>
  tellingFileTrouble(() =>
    inNewRun(asking.host, async run => {
      const context = {...asking, ...asking.untiring()};
      const path = contactsFileOf(list.name);
      // The run works on a copy, so that an edit before the next run does not change what its journal means.
      const source = {...keptSource(context.host, run.folder), name: path, beside: join(run.folder, 'contacts.csv')};
      await copyInside(folder, path, source.path);
      const checked = await checkContactFile(context, {path: source.path, name: path}, rules);
      if (checked === undefined) return {list: list.name, created: 0, deleted: 0};
      const draft = {
        ...{context, source, list, known, sync: additive, settings: settingsFor(context, path), files: {}},
        ...{fields: rules.fields, findCountry: rules.countries?.find, account: await context.account()},
        // Rows that an import rejects were named and left out before.
        checked: {...checked, rejected: 0},
      };
      const {added, error} = await runRows(draft, run, {gate: async () => permit, began});
      return {list: list.name, created: added, deleted: 0, error};
    }),
  );
