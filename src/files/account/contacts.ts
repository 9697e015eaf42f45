import {join} from 'node:path';
import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {checkFile} from '../../contacts/check/check.js';
import {tooMany, toSettings} from '../../contacts/command/options.js';
import {inNewRun, runRows} from '../../contacts/command/run-rows.js';
import {type Checked, type ExaminedRow, type ImportField, importField} from '../../contacts/file/contract.js';
import {HeaderOnlyError, keptSource} from '../../contacts/file/open.js';
import {state} from '../../contacts/file/rows.js';
import type {ImportSettings, SyncSettings} from '../../contacts/journal/runs.js';
import {type Countries, createCountryReading, readCountries, type Sample} from '../../contacts/run/countries.js';
import {readSample} from '../../contacts/run/prepare.js';
import {agreeOnTerms, readTable} from '../../contacts/sync/fields.js';
import {type EmkError, PreflightError} from '../../core/errors.js';
import {tellingFileTrouble} from '../../core/system/files.js';
import {copyInside, fileInside} from '../../core/system/inside-folder.js';
import {capital, reasonsWithMore} from '../../core/words/sentence.js';
import {unguardFormula} from '../../csv/bytes/formula-guard.js';
import {cellTexts, readRecords} from '../../csv/bytes/read-records.js';
import {type SourceFile, sourceFile} from '../../csv/bytes/source-file.js';
import {contactColumn, fileText} from '../../csv/columns/contact-lines.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as fieldsOf, reservedFields} from '../../endpoints/fields.js';
import {type AtDoor, type Door, openDoor} from '../../people/door.js';
import {nameGroupLeavers, type Stopped, stoppedBy} from '../../people/let-in.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/path.js';
import type {ContactTerms} from './entries.js';
import {contactsFileOf} from './files.js';
import {textOf} from './kinds.js';
import {type Mistake, refuseMistakes} from './mistakes.js';
import {keyHint} from './read-entries.js';
import type {Action, ContactChange, ImpossibleContacts, SomeContacts} from './shapes.js';

/** What the other files say about contacts: the lists and custom fields that should exist. */
export type ContactsWanted = {
  readonly lists: Iterable<string>;
  readonly fields: readonly ImportField[];
  readonly known: AtDoor['known'];
  /** How many rows may be skipped because no import accepts them, as a number or a percentage. */
  readonly maxErrors?: string | undefined;
};

/** Whom the lists lack, whom they have with other values, and who is not added because they left. */
export type ComparedContacts = {
  readonly changes: readonly ContactChange[];
  readonly differing: ReadonlyArray<SomeContacts & {readonly list: string}>;
  readonly stopped: readonly Stopped[];
};

/** Compares the files of contacts with the account in one reading. An apply adds who is missing, and changes nobody. */
export async function compareContacts(
  context: Context,
  folder: string,
  {lists, fields, known, maxErrors}: ContactsWanted,
  terms: ContactTerms,
): Promise<ComparedContacts> {
  const paths = new Map([...lists, ...terms.lists.values()].map(list => [list, contactsFileOf(list)] as const));
  const there: (readonly [string, string])[] = [];
  for (const [list, path] of paths) if (await fileInside(folder, path)) there.push([list, path]);
  if (there.length === 0) return {changes: [], differing: [], stopped: []};
  const held = new Set(terms.customFields.map(({name}) => name));
  const rules = {
    fields: fieldsWith([...terms.customFields, ...fields.filter(({name}) => !held.has(name))]),
    countries: await terms.countries(),
  };
  const compared = new Map<string, Comparison>();
  for (const [list, name] of there) {
    const {checked, columns} = await checkContactFile(context, sourceFile(join(folder, name), name, folder), rules);
    if (checked) compared.set(list, await startComparison({name, checked, columns}, rules));
  }
  let done = 0;
  for await (const batch of context.stream(contacts.list)) {
    for (const contact of batch.filter(isNotDeleted))
      compared.get(terms.lists.get(String(contact.contact_type_id)) ?? '')?.see(contact);
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
  return {
    changes: changes.filter(({create, impossible}) => create.count + impossible.length > 0),
    differing: results.flatMap(({list, differing}) => (differing.count > 0 ? [{list, ...differing}] : [])),
    stopped: nameGroupLeavers(
      context,
      results.flatMap(({stopped}) => stopped),
    ),
  };
}

/** The rules for checking files of contacts: those of the import. */
type ContactRules = {
  readonly fields: readonly ImportField[];
  readonly countries: Countries | undefined;
  /** The service's own sample, which says how rows are sent; a plan needs none. */
  readonly sample?: Sample;
};

/** The rules for files of contacts that are sent. All lists share them, so they are read once. */
export async function contactRules({call, stream}: Context): Promise<ContactRules> {
  const custom = (await call(fieldsOf.custom)).map(({field_name, field_type}) => importField(field_name, field_type));
  return {fields: fieldsWith(custom), countries: await readCountries({stream}), sample: await readSample({call})};
}

/** The fields of a contact: those of every account, and the custom ones. */
const fieldsWith = (custom: readonly ImportField[]): readonly ImportField[] => [
  ...reservedFields.map(name => ({name, type: 'text'}) as const),
  ...custom,
];

type ContactFile = {
  readonly checked: Checked | undefined;
  readonly columns: readonly string[];
  readonly settings: ImportSettings;
};

/** Checks every row of a file of contacts as an import does. */
async function checkContactFile(
  {host, globals, progress}: Context,
  {path, name, within}: SourceFile,
  {fields, countries, sample}: ContactRules,
): Promise<ContactFile> {
  const names = fields.map(field => field.name);
  const columns = await readHeader(sourceFile(path, name, within), names);
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
    return {checked, columns, settings};
  } catch (error) {
    if (error instanceof HeaderOnlyError) return {checked: undefined, columns, settings};
    throw error;
  }
}

/** Reads the header of a file of contacts. Columns have the exact names of fields: nothing is guessed here. */
async function readHeader(file: SourceFile, known: readonly string[]): Promise<readonly string[]> {
  let header: {readonly cells: readonly string[]; readonly line: string} | undefined;
  const reading = readRecords({file, encoding: 'utf-8', dialect: {delimiter: COMMA, loneReturns: false}}, record => {
    header ??= {cells: cellTexts(record), line: record.bytes.toString('utf8', record.from, record.cells.end)};
  });
  for await (const _ of reading) if (header !== undefined) break;
  if (header === undefined)
    throw new PreflightError(`${file.name} is empty.`, {hint: `Start it with a header: ${known.join(',')}`});
  const [first = '', ...others] = header.cells;
  const cells = [first.replace(/^\uFEFF/, ''), ...others];
  const problem = problemOf(cells, known);
  if (problem === undefined) return cells;
  const column = cells.slice(0, problem.cell).join().length + (problem.cell === 0 ? 1 : 2);
  const {says, hint} = problem;
  refuseMistakes([{source: {file: file.name}, at: {line: 1, column}, line: header.line, says, hint}]);
  return cells;
}

const COMMA = 0x2c;

type Problem = {readonly cell: number; readonly says: string; readonly hint: string};

function problemOf(cells: readonly string[], known: readonly string[]): Problem | undefined {
  const unknown = cells.findIndex(name => !known.includes(name));
  if (unknown >= 0) {
    const name = cells[unknown] ?? '';
    const isList = name === 'contact_type';
    const hint = isList ? 'A file has the contacts of one list, so remove the column.' : keyHint(name, known);
    return {cell: unknown, says: `Contacts have no field "${name}".`, hint};
  }
  const twice = cells.findIndex((name, at) => cells.indexOf(name) !== at);
  if (twice >= 0)
    return {cell: twice, says: `The field "${cells[twice]}" is named twice.`, hint: 'Remove one of the two columns.'};
  if (cells.includes('email')) return undefined;
  return {cell: 0, says: 'The column "email" is missing. It identifies the contacts.', hint: 'Add it.'};
}

/** Sees each contact of a list once, and then knows whom the list lacks and who differs. */
type Comparison = Awaited<ReturnType<typeof startComparison>>;

/** Finds the people of a file whom a list lacks, those who differ, and the rows that no import accepts. */
async function startComparison(
  {checked, columns, name}: {readonly checked: Checked; readonly columns: readonly string[]; readonly name: string},
  {fields, countries}: ContactRules,
) {
  const odd = await readRejectedRows(checked, columns, countries);
  const table = await readTable(checked, agreeOnTerms(checked, contactSync, fields, countries?.find));
  const {states, rows} = checked;
  const there = {nameless: 0, repeated: 0};
  return {
    see(contact: Loose): void {
      odd.see(contact);
      const address = foldAddress(fileText(String(contact['email'] ?? '')));
      if (address === '') there.nameless++;
      const line = address === '' ? 0 : checked.lineOf(address);
      if (line === 0) return;
      const isFirst = states.of(line) === state.good;
      if (!isFirst) there.repeated++;
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
      const unsent = {create: [] as Mistake[], update: [] as Mistake[]};
      for await (const row of odd.unlike()) unsent[odd.isThere(row) ? 'update' : 'create'].push(mistakeIn(row, name));
      const missing = (count: number, why: string, action: Action = 'create'): readonly ImpossibleContacts[] =>
        count > 0 ? [{action, count, why}] : [];
      return {
        ...{create, differing, stopped, rows},
        refused: [...unsent.create, ...unsent.update],
        // The account may have such people.
        impossible: [
          ...missing(odd.nameless - there.nameless, 'an import refuses a row without an address'),
          ...missing(checked.repeated - there.repeated, 'an earlier row has the same address'),
          ...missing(unsent.create.length, whyUnsent(unsent.create)),
          ...missing(unsent.update.length, whyUnsent(unsent.update), 'update'),
        ],
      };
    },
  };
}

const whyUnsent = (rows: readonly Mistake[]): string => {
  const reasons = rows.map(({source, at, says}) => `${source.file}, line ${at.line}: ${says.replace(/\.$/, '')}`);
  return `an import refuses such a row (${reasonsWithMore(reasons, 5)})`;
};

/** How to add the people of a file to their list: nobody is changed or deleted. */
const contactSync: SyncSettings = {update: null, gone: 'report', maxGone: null};

const nobody = (): {count: number; first: string[]} => ({count: 0, first: []});

function add(some: ReturnType<typeof nobody>, address: string): void {
  some.count++;
  if (some.first.length < MOST_NAMED) some.first.push(address);
}

const MOST_NAMED = 10;

/** The rows that the import rejects, except those that match their contact: the account may have odd values. */
async function readRejectedRows(checked: Checked, columns: readonly string[], countries?: Countries) {
  const email = columns.indexOf('email');
  /** Whether the account has the row. */
  const rows = new Map<string, boolean>();
  /** Whether the list has the address. */
  const addresses = new Map<string, boolean>();
  const textsIn = ({texts}: ExaminedRow): readonly string[] =>
    texts.length > columns.length ? texts.map(textOf) : columns.map((_, at) => textOf(unguardFormula(texts[at] ?? '')));
  const keyOf = (texts: readonly string[]): string => texts.join('\u0000');
  const addressOf = (row: ExaminedRow): string => foldAddress(textsIn(row)[email] ?? '');
  /** Whether a row lacks only its address, because the account may have such contacts. */
  const isNameless = ({texts}: ExaminedRow): boolean =>
    texts.length === columns.length && trim(texts[email] ?? '') === '';
  let nameless = 0;
  for await (const row of checked.rejected > 0 ? checked.rejectedRows() : []) {
    if (isNameless(row)) nameless++;
    rows.set(keyOf(textsIn(row)), false);
    addresses.set(addressOf(row), false);
  }
  const readers = columns.map(name => contactColumn(name).read);
  const held = (value: unknown): string => textOf(typeof value === 'string' ? fileText(value) : value);
  return {
    nameless,
    has: (address: string): boolean => addresses.has(address),
    isThere: (row: ExaminedRow): boolean => addresses.get(addressOf(row)) === true,
    see(contact: Loose): void {
      const address = foldAddress(held(contact['email']));
      if (!addresses.has(address)) return;
      addresses.set(address, address !== '');
      const texts = readers.map(read => held(read(contact)));
      // A pull omits a country that the service does not list.
      const without = texts.map((text, at) => (columns[at] === 'country' && !countries?.find(text) ? '' : text));
      for (const key of [keyOf(texts), keyOf(without)]) if (rows.has(key)) rows.set(key, true);
    },
    /** The rows that match no contact, read from the file again. */
    async *unlike(): AsyncGenerator<ExaminedRow> {
      for await (const row of rows.size > 0 ? checked.rejectedRows() : [])
        if (rows.get(keyOf(textsIn(row))) !== true && !isNameless(row)) yield row;
    },
  };
}

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
  /** The file of the list, relative to the folder. */
  readonly path: string;
  readonly permit: Permit;
  readonly known: AtDoor['known'];
  readonly rules: ContactRules;
  /** Called with the run before its first request, so that a later process knows it even after a kill. */
  began(run: string): void;
};

export type AppliedContacts = {
  readonly created: number;
  /** The import that created them; undefined if nothing had to be sent. */
  readonly run?: string;
  /** The error that stopped the work or a part of it. What the counts say has still happened. */
  readonly error?: EmkError;
};

/** Adds the people of a file whom its list lacks, by a sync without questions that sends nobody twice. */
export const addPeopleOf = (context: Context, people: PeopleToAdd): Promise<AppliedContacts> =>
  tellingFileTrouble(() => addBySync({...context, ...context.untiring()}, people));

const addBySync = (context: Context, people: PeopleToAdd): Promise<AppliedContacts> =>
  inNewRun(context.host, async run => {
    const {folder, list, path, rules, permit, known} = people;
    // The run works on a copy, so that an edit before the next run does not change what its journal means.
    const source = {...keptSource(context.host, run.folder), name: path, beside: join(run.folder, 'contacts.csv')};
    await copyInside(folder, path, source.path);
    const file = await checkContactFile(context, {path: source.path, name: path}, rules);
    context.progress.clear();
    if (file.checked === undefined) return {created: 0};
    // Rows that an import rejects are unchanged people of the account, or were named and left out before.
    const odd = await readRejectedRows(file.checked, file.columns);
    const checked = {...file.checked, rejected: 0, isLeftOut: odd.has};
    const draft = {
      ...{context, source, list, checked, fields: rules.fields, files: {}},
      settings: {...file.settings, allowAutomations: true},
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
    return {created: added, ...(began === undefined ? {} : {run: began}), ...(error ? {error} : {})};
  });
