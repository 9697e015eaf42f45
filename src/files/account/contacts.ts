import {join} from 'node:path';
import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {type Checked, checkFile} from '../../contacts/check/check.js';
import {tooMany, toSettings} from '../../contacts/command/options.js';
import {type ExaminedRow, type ImportField, importField} from '../../contacts/file/contract.js';
import {HeaderOnlyError, keptSource} from '../../contacts/file/open.js';
import {state} from '../../contacts/file/rows.js';
import type {ImportSettings, SyncSettings} from '../../contacts/journal/runs.js';
import {type Countries, createCountryReading, readCountries, type Sample} from '../../contacts/run/countries.js';
import {readSample} from '../../contacts/run/prepare.js';
import {inNewRun, runRows} from '../../contacts/run/run.js';
import {agreeOnTerms, readTable} from '../../contacts/sync/compare.js';
import {type EmkError, PreflightError} from '../../core/errors.js';
import {tellingFileTrouble} from '../../core/system/files.js';
import {copyInside, fileInside} from '../../core/system/inside-folder.js';
import {capital, reasonsWithMore} from '../../core/words/sentence.js';
import {cellTexts, readRecords} from '../../csv/bytes/read-records.js';
import type {SourceFile} from '../../csv/bytes/source-file.js';
import {fileText} from '../../csv/columns/contact-lines.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as fieldsOf, reservedFields} from '../../endpoints/fields.js';
import {type AtDoor, type Door, openDoor} from '../../people/door.js';
import {nameGroupLeavers, type Stopped, stoppedBy} from '../../people/let-in.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/path.js';
import {contactsFileOf} from './files.js';
import {type Mistake, refuseMistakes} from './mistakes.js';
import {keyHint} from './read-entries.js';
import type {ContactChange, SomeContacts} from './shapes.js';

/** What the other files say about contacts: the lists and custom fields that should exist. */
export type ContactsWanted = {
  readonly lists: Iterable<string>;
  readonly fields: readonly ImportField[];
  readonly known: AtDoor['known'];
  /** How many rows may be skipped because no import accepts them, as a number or a percentage. */
  readonly maxErrors?: string | undefined;
};

/** Whom the lists lack, whom they have with other values, and who is not added because they left. */
type ComparedContacts = {
  readonly changes: readonly ContactChange[];
  readonly differing: ReadonlyArray<SomeContacts & {readonly list: string}>;
  readonly stopped: readonly Stopped[];
};

/** Compares the files of contacts with the account in one reading. An apply adds who is missing, and changes nobody. */
export async function compareContacts(
  context: Context,
  folder: string,
  {lists, fields, known, maxErrors}: ContactsWanted,
  there: ReadonlyMap<string, string>,
): Promise<ComparedContacts> {
  const compared = new Map<string, Comparison>();
  const rules = await contactRules(context, fields);
  for (const list of new Set([...lists, ...there.values()])) {
    const name = contactsFileOf(list);
    if (!(await fileInside(folder, name))) continue;
    const file = await checkContactFile(context, {path: join(folder, name), name, within: folder}, rules);
    if (file.checked) compared.set(list, await startComparison(name, {...file, checked: file.checked}, rules));
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
  const door = await openDoor(context, {known});
  const results = [];
  for (const [list, comparison] of compared) results.push({list, ...(await comparison.result(door))});
  const mistakes = results.flatMap(({refused}) => refused);
  const rows = results.reduce((sum, one) => sum + one.rows, 0);
  if (tooMany(mistakes.length, rows, maxErrors))
    refuseMistakes(mistakes, ` Or skip these rows with --max-errors ${mistakes.length}.`);
  const changes = results.map(({list, create, impossible}) => ({list, create, impossible}));
  const stopped = results.flatMap(one => one.stopped);
  return {
    changes: changes.filter(({create, impossible}) => create.count + impossible.length > 0),
    differing: results.flatMap(({list, differing}) => (differing.count > 0 ? [{list, ...differing}] : [])),
    stopped: nameGroupLeavers(context, stopped),
  };
}

/** What the rows of files of contacts may say; the service's own sample, which a plan does not need, says how it is sent. */
type ContactRules = {
  readonly fields: readonly ImportField[];
  readonly countries: Countries | undefined;
  readonly sample?: Sample;
};

/** The rules for files of contacts, which all lists share; `more` are the fields that are still to be made. */
async function contactRules(context: Context, more: readonly ImportField[]): Promise<ContactRules> {
  const custom = (await context.call(fieldsOf.custom)).map(one => importField(one.field_name, one.field_type));
  const held = new Set(custom.map(({name}) => name));
  const reserved = reservedFields.map(name => importField(name, 'text'));
  return {
    fields: [...reserved, ...custom, ...more.filter(({name}) => !held.has(name))],
    countries: await readCountries(context),
  };
}

type ContactFile = {
  readonly checked: Checked | undefined;
  readonly settings: ImportSettings;
};

/** Checks every row of a file of contacts as an import does. */
async function checkContactFile(
  {host, globals, progress}: Context,
  file: SourceFile,
  {fields, countries, sample}: ContactRules,
): Promise<ContactFile> {
  const {path, name, within} = file;
  const columns = await readHeader(
    file,
    fields.map(field => field.name),
  );
  const settings: ImportSettings = {
    // A custom field may have the name of a status column, and is a normal field here.
    ...toSettings({file: name, encoding: 'utf-8', status_column: ['none']}, {host, globals}),
    isOurs: true,
    map: columns.map(column => [column, column]),
  };
  const listed = columns.includes('country') ? countries : undefined;
  const read = listed && createCountryReading(text => listed.find(text), sample?.countries ?? 'names').read;
  const options = {
    ...{path, name, within, fields, countries: read, sampleHeader: sample?.header},
    ...{encoding: settings.encoding, map: settings.map, set: settings.set},
    ...{isOurs: true, dateOrder: undefined, createFields: settings.createFields},
    status: {column: 'none'},
    // Every invalid value is reported before anything is sent.
    onlyListed: true,
  };
  const label = `Checking ${name}, bytes`;
  try {
    const checked = await checkFile(options, (done, total) => progress.show({label, done, total}));
    return {checked, settings};
  } catch (error) {
    if (error instanceof HeaderOnlyError) return {checked: undefined, settings};
    throw error;
  } finally {
    progress.clear();
  }
}

/** Reads the header of a file of contacts. Columns have the exact names of fields: nothing is guessed here. */
async function readHeader(file: SourceFile, known: readonly string[]): Promise<readonly string[]> {
  let header: {readonly cells: readonly string[]; readonly line: string} | undefined;
  const reading = readRecords({file, encoding: 'utf-8', dialect: {delimiter: COMMA, lineEnd: 0x0a}}, record => {
    header ??= {cells: cellTexts(record), line: record.bytes.toString('utf8', record.from, record.cells.end)};
  });
  for await (const _ of reading) if (header !== undefined) break;
  if (header === undefined)
    throw new PreflightError(`${file.name} is empty.`, {hint: `Start it with a header: ${known.join(',')}`});
  const [first = '', ...others] = header.cells;
  const cells = [first.replace(/^\uFEFF/, ''), ...others];
  const wrong = cells.findIndex((name, at) => !known.includes(name) || cells.indexOf(name) !== at);
  if (wrong < 0 && cells.includes('email')) return cells;
  const column = cells.slice(0, Math.max(wrong, 0)).join().length + (wrong <= 0 ? 1 : 2);
  refuseMistakes([
    {source: {file: file.name}, at: {line: 1, column}, line: header.line, ...wrongColumn(cells[wrong], known)},
  ]);
  return cells;
}

const COMMA = 0x2c;

function wrongColumn(name: string | undefined, known: readonly string[]): Pick<Mistake, 'says' | 'hint'> {
  if (name === undefined) return {says: 'The column "email" is missing. It identifies the contacts.', hint: 'Add it.'};
  if (known.includes(name))
    return {says: `The field "${name}" is named twice.`, hint: 'Remove one of the two columns.'};
  const isList = name === 'contact_type';
  const hint = isList ? 'A file has the contacts of one list, so remove the column.' : keyHint(name, known);
  return {says: `Contacts have no field "${name}".`, hint};
}

/** Sees each contact of a list once, and then knows whom the list lacks and who differs. */
type Comparison = Awaited<ReturnType<typeof startComparison>>;

/** Finds the people of a file whom a list lacks, those who differ, and the rows that no import accepts. */
async function startComparison(
  name: string,
  {checked}: ContactFile & {readonly checked: Checked},
  {fields, countries}: ContactRules,
) {
  const refused: Mistake[] = [];
  if (checked.rejected > 0) await forEachRecord(checked.rejectedRows(), row => void refused.push(mistakeIn(row, name)));
  const table = await readTable(checked, agreeOnTerms(checked, contactSync, fields, countries?.find));
  const {states, rows} = checked;
  // The account may have one address several times, and so has its file.
  let repeated = checked.repeated;
  return {
    see(contact: Loose): void {
      const address = foldAddress(fileText(String(contact['email'] ?? '')));
      const line = address === '' ? 0 : checked.lineOf(address);
      if (line === 0) return;
      const isFirst = states.of(line) === state.good;
      if (!isFirst) repeated--;
      const now = table.differing(line, contact).length === 0 ? state.same : state.differs;
      states.set(line, isFirst ? now : state.several);
    },
    async result(door: Door) {
      const stopped: Stopped[] = [];
      const [create, differing] = [nobody(), nobody()];
      await forEachRecord(checked.goodKeys(), ({line, address}) => {
        if (states.of(line) === state.differs) add(differing, address);
        if (states.of(line) !== state.good) return;
        const out = stoppedBy(door, [address]);
        stopped.push(...out);
        if (!out.some(({reason}) => reason === 'unsubscribed')) add(create, address);
      });
      const impossible = [
        {count: repeated, why: 'an earlier row has the same address'},
        {count: refused.length, why: whyRefused(refused)},
      ];
      return {...{create, differing, stopped, rows, refused}, impossible: impossible.filter(({count}) => count > 0)};
    },
  };
}

const whyRefused = (rows: readonly Mistake[]): string => {
  const reasons = rows.map(({source, at, says}) => `${source.file}, line ${at.line}: ${says.replace(/\.$/, '')}`);
  return `an import refuses such a row (${reasonsWithMore(reasons, 5)})`;
};

/** An apply adds people: nobody is changed or deleted. */
const contactSync: SyncSettings = {gone: 'report'};

const nobody = (): {count: number; first: string[]} => ({count: 0, first: []});

function add(some: ReturnType<typeof nobody>, address: string): void {
  some.count++;
  if (some.first.length < MOST_NAMED) some.first.push(address);
}

const MOST_NAMED = 10;

/** A mistake in a row, with the place of its cell: an earlier cell may have several lines. */
function mistakeIn({line, raw, at, reason}: Omit<ExaminedRow, 'texts'>, file: string): Mistake {
  const before = Buffer.from(raw).toString('utf8', 0, at).split('\n');
  const lines = Buffer.from(raw).toString('utf8').split('\n');
  const place = {line: line + before.length - 1, column: [...(before.at(-1) ?? '')].length + 1};
  return {source: {file}, at: place, says: `${capital(reason)}.`, line: lines[before.length - 1] ?? ''};
}

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

export type AppliedContacts = {
  readonly list: string;
  readonly created: number;
  /** How many an undo has taken back. */
  readonly deleted?: number;
  /** The import that created them; undefined if nothing had to be sent. */
  readonly run?: string;
  /** The error that stopped the work or a part of it. What the counts say has still happened. */
  readonly error?: EmkError;
};

/** Everything that adding people needs besides the people, read once for all lists. */
export const rulesToSend = async (context: Context): Promise<ContactRules> => ({
  ...(await contactRules(context, [])),
  sample: await readSample(context),
});

/** Adds the people of a file whom its list lacks, by a sync without questions that sends nobody twice. */
export const addPeopleOf = (context: Context, people: PeopleToAdd): Promise<AppliedContacts> =>
  tellingFileTrouble(() => addBySync({...context, ...context.untiring()}, people));

const addBySync = (context: Context, people: PeopleToAdd): Promise<AppliedContacts> =>
  inNewRun(context.host, async run => {
    const {folder, list, rules, permit, known} = people;
    const path = contactsFileOf(list.name);
    // The run works on a copy, so that an edit before the next run does not change what its journal means.
    const source = {...keptSource(context.host, run.folder), name: path, beside: join(run.folder, 'contacts.csv')};
    await copyInside(folder, path, source.path);
    const {checked, settings} = await checkContactFile(context, {path: source.path, name: path}, rules);
    if (checked === undefined) return {list: list.name, created: 0};
    const draft = {
      ...{context, source, list, fields: rules.fields, files: {}},
      // Rows that an import rejects are unchanged people of the account, or were named and left out before.
      checked: {...checked, rejected: 0},
      settings: {...settings, allowAutomations: true},
      ...{sync: contactSync, account: await context.account(), known, findCountry: rules.countries?.find},
    };
    let began: string | undefined;
    const {added, error} = await runRows(draft, run, {
      gate: async () => permit,
      began(id) {
        began = id;
        people.began(id);
      },
    });
    return {list: list.name, created: added, ...(began === undefined ? {} : {run: began}), ...(error ? {error} : {})};
  });
