import {join} from 'node:path';
import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../change/context.js';
import {type Checked, checkFile} from '../../contacts/check/check.js';
import {tooMany, toSettings} from '../../contacts/command/options.js';
import {type ExaminedRow, type ImportField, importField} from '../../contacts/file/contract.js';
import {HeaderOnlyError, keptSource} from '../../contacts/file/open.js';
import {state} from '../../contacts/file/rows.js';
import type {ImportSettings, SyncSettings} from '../../contacts/journal/runs.js';
import {countryReader, readCountries} from '../../contacts/run/countries.js';
import {readSample} from '../../contacts/run/prepare.js';
import {inNewRun, runRows} from '../../contacts/run/run.js';
import {agreeOnTerms, comparingReader, readTable} from '../../contacts/sync/compare.js';
import {type EmkError, PreflightError} from '../../core/errors.js';
import {tellingFileTrouble} from '../../core/system/files.js';
import {copyInside, fileInside} from '../../core/system/inside-folder.js';
import {capital, reasonsWithMore} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import {cellTexts, readRecords} from '../../csv/bytes/read-records.js';
import type {SourceFile} from '../../csv/bytes/source-file.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as fieldsOf, reservedFields} from '../../endpoints/fields.js';
import {type AtDoor, type Door, openDoor} from '../../people/door.js';
import {nameGroupLeavers, type Stopped, stoppedBy} from '../../people/let-in.js';
import {isNotDeleted} from '../../records/fields/path.js';
import type {AccountState} from './entries.js';
import {type AccountFiles, contactsFileOf, entriesOf} from './files.js';
import {type Mistake, refuseMistakes} from './mistakes.js';
import {keyHint} from './read-entries.js';
import type {ContactChange, DifferingContacts} from './shapes.js';

/** The files of contacts in a folder, one for each list. */
export type ContactFiles = {
  readonly root: string;
  /** The folder as people call it. */
  readonly folder: string;
  /** The lists that the other files want. */
  readonly lists: readonly string[];
  /** How many rows may be skipped because no import accepts them, as a number or a percentage. */
  readonly max_errors?: string | undefined;
};

/** Whom the lists lack, whom they have with other values, and who is not added because they left. */
type ComparedContacts = {
  readonly changes: ContactChange[];
  readonly differing: DifferingContacts[];
  readonly stopped: Stopped[];
};

/** Compares the files of contacts with the account in one reading. An apply adds who is missing, and changes nobody. */
export async function compareContacts(
  context: Context,
  files: AccountFiles,
  account: AccountState,
  {root, folder, lists, max_errors, known}: ContactFiles & Pick<AtDoor, 'known'>,
): Promise<ComparedContacts> {
  // Rows may have values for fields that are still to be made.
  const fresh = entriesOf(files, 'fields').map(({name, kind}) => importField(name, kind));
  const rules = await contactRules(context, fresh);
  const there = await account.namesOf('lists');
  const compared = new Map<string, Comparison>();
  for (const list of new Set([...lists, ...there.values()])) {
    const name = contactsFileOf(list);
    if (!(await fileInside(root, name))) continue;
    const checked = await checkContactFile(context, {path: join(root, name), name, within: root}, rules);
    if (checked) compared.set(list, await startComparison(name, checked, rules));
  }
  if (compared.size === 0) return {changes: [], differing: [], stopped: []};
  let done = 0;
  for await (const batch of context.stream(contacts.list)) {
    for (const contact of batch.filter(isNotDeleted))
      compared.get(there.get(String(contact.contact_type_id)) ?? '')?.see(contact);
    done += batch.length;
    context.progress.show({label: 'Comparing contacts', done});
  }
  context.progress.clear();
  const refused = [...compared.values()].flatMap(one => one.refused);
  const rows = [...compared.values()].reduce((sum, {checked}) => sum + checked.rows, 0);
  if (tooMany(refused.length, rows, max_errors))
    refuseMistakes(refused, ` Or skip these rows with --max-errors ${refused.length}.`);
  const door = await openDoor(context, {known});
  const found: ComparedContacts = {changes: [], differing: [], stopped: []};
  for (const [list, one] of compared) await takeRows(list, one, door, folder, found);
  return {...found, stopped: [...nameGroupLeavers(context, found.stopped)]};
}

/** Takes the rows of a compared file into what was found. */
async function takeRows(
  list: string,
  {checked, refused, doubles}: Comparison,
  door: Door,
  folder: string,
  {changes, differing, stopped}: ComparedContacts,
): Promise<void> {
  const [create, differs] = [nobody(), nobody()];
  await forEachRecord(checked.goodKeys(), ({line, address}) => {
    const now = checked.states.of(line);
    if (now === state.differs) add(differs, address);
    if (now !== state.good) return;
    const out = stoppedBy(door, [address]);
    stopped.push(...out);
    if (!out.some(({reason}) => reason === 'unsubscribed')) add(create, address);
  });
  const reasons = refused.map(({source, at, says}) => `${source.file}, line ${at.line}: ${says.replace(/\.$/, '')}`);
  const impossible = [
    // The account may have one address several times, and so has its file.
    {count: checked.repeated - doubles(), why: 'an earlier row has the same address'},
    {count: refused.length, why: `an import refuses such a row (${reasonsWithMore(reasons, 5)})`},
  ].filter(({count}) => count > 0);
  if (create.count + impossible.length > 0) changes.push({list, create, impossible});
  const next = `emk contacts sync ${shellWord(join(folder, contactsFileOf(list)))} --list ${shellWord(list)} --update`;
  if (differs.count > 0) differing.push({list, ...differs, next});
}

type Comparison = Awaited<ReturnType<typeof startComparison>>;

/** Gets ready to compare a file with the contacts of its list, and finds the rows that no import accepts. */
async function startComparison(name: string, checked: Checked, {fields, countries}: ContactRules) {
  const refused: Mistake[] = [];
  if (checked.rejected > 0) await forEachRecord(checked.rejectedRows(), row => void refused.push(mistakeIn(row, name)));
  const table = await readTable(checked, agreeOnTerms(checked, additive, fields, countries?.find));
  const reader = comparingReader({checked, table, unsubscribed: undefined, edited: undefined});
  return {checked, refused, see: reader.see, doubles: () => reader.result().doubles};
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
  const {path, name, within} = file;
  const columns = await readHeader(file, new Set(fields.map(field => field.name)));
  const {encoding, map, set, createFields} = settingsFor(context, name, columns);
  const listed = columns.includes('country') ? countries : undefined;
  const options = {
    ...{path, name, within, fields, sampleHeader: sample.header, isOurs: true, dateOrder: undefined},
    ...{encoding, map, set, createFields, status: {column: 'none'}},
    countries: listed && countryReader(listed.find, sample.countries),
    // Every invalid value is reported before anything is sent.
    onlyListed: true,
  };
  try {
    const label = `Checking ${name}, bytes`;
    return await checkFile(options, (done, total) => context.progress.show({label, done, total}));
  } catch (error) {
    if (error instanceof HeaderOnlyError) return undefined;
    throw error;
  } finally {
    context.progress.clear();
  }
}

/** The settings of an import of a file whose columns are fields. One may have the name of a status column. */
const settingsFor = (context: Context, file: string, columns: readonly string[]): ImportSettings => ({
  ...toSettings({file, encoding: 'utf-8', status_column: ['none']}, context),
  ...{isOurs: true, allowAutomations: true, map: columns.map(column => [column, column])},
});

/** Reads the header of a file of contacts. Columns have the exact names of fields: nothing is guessed here. */
async function readHeader(file: SourceFile, known: ReadonlySet<string>): Promise<readonly string[]> {
  let header: {readonly cells: readonly string[]; readonly line: string} | undefined;
  const reading = readRecords({file, encoding: 'utf-8', dialect: {delimiter: COMMA, lineEnd: 0x0a}}, record => {
    header ??= {cells: cellTexts(record), line: record.bytes.toString('utf8', record.from, record.cells.end)};
  });
  for await (const _ of reading) if (header !== undefined) break;
  if (header === undefined)
    throw new PreflightError(`${file.name} is empty.`, {hint: `Start it with a header: ${[...known].join(',')}`});
  const cells = header.cells.map(name => name.replace(/^\uFEFF/, ''));
  const wrong = cells.findIndex((name, at) => !known.has(name) || cells.indexOf(name) !== at);
  if (wrong < 0 && cells.includes('email')) return cells;
  const column = cells.slice(0, Math.max(wrong, 0)).join().length + (wrong <= 0 ? 1 : 2);
  const at = {line: 1, column};
  refuseMistakes([{source: {file: file.name}, at, line: header.line, ...wrongColumn(cells[wrong], known)}]);
  return cells;
}

const COMMA = 0x2c;

function wrongColumn(name: string | undefined, known: ReadonlySet<string>): Pick<Mistake, 'says' | 'hint'> {
  if (name === undefined) return {says: 'The column "email" is missing. It identifies the contacts.', hint: 'Add it.'};
  if (known.has(name)) return {says: `The field "${name}" is named twice.`, hint: 'Remove one of the two columns.'};
  const isList = name === 'contact_type';
  const hint = isList ? 'A file has the contacts of one list, so remove the column.' : keyHint(name, [...known]);
  return {says: `Contacts have no field "${name}".`, hint};
}

/** A mistake in a row, with the place of its cell: an earlier cell may have several lines. */
function mistakeIn({line, raw, at, reason}: ExaminedRow, file: string): Mistake {
  const text = Buffer.from(raw).toString('utf8');
  const before = Buffer.from(raw).toString('utf8', 0, at).split('\n');
  const place = {line: line + before.length - 1, column: [...(before.at(-1) ?? '')].length + 1};
  return {source: {file}, at: place, says: `${capital(reason)}.`, line: text.split('\n')[before.length - 1] ?? ''};
}

export type AppliedContacts = {
  readonly list: string;
  readonly created: number;
  /** How many an undo has taken back. */
  readonly deleted?: number;
  /** The import that created them; undefined if nothing had to be sent. */
  readonly run?: string;
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
      if (checked === undefined) return {list: list.name, created: 0};
      const columns = checked.columns.map(({header}) => header);
      const draft = {
        ...{context, source, list, known, sync: additive, settings: settingsFor(context, path, columns), files: {}},
        ...{fields: rules.fields, findCountry: rules.countries?.find, account: await context.account()},
        // Rows that an import rejects are unchanged people of the account, or were named and left out before.
        checked: {...checked, rejected: 0},
      };
      let id: string | undefined;
      const noting = (begun: string): void => {
        id = begun;
        began(begun);
      };
      const {added, error} = await runRows(draft, run, {gate: async () => permit, began: noting});
      return {list: list.name, created: added, ...(id !== undefined && {run: id}), error};
    }),
  );
