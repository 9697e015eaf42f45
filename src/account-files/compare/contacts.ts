import {join} from 'node:path';
import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {tooMany} from '../../contacts-import/command/options.js';
import type {Checked, ExaminedRow, ImportField} from '../../contacts-import/file/contract.js';
import {type Rejecting, writeRejects} from '../../contacts-import/file/rejects.js';
import {state} from '../../contacts-import/file/rows.js';
import type {FindCountry} from '../../contacts-import/run/countries.js';
import {agreeOnTerms, readTable} from '../../contacts-import/sync/fields.js';
import {unguardFormula} from '../../csv/bytes/formula-guard.js';
import {sourceFile} from '../../csv/bytes/source-file.js';
import {contactColumn, fileText} from '../../csv/columns/contact-lines.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {makeFolder} from '../../system/folder.js';
import {fileInside} from '../../system/inside-folder.js';
import {type AtDoor, type Door, openDoor} from '../../who-left/door.js';
import {type HashedAddresses, hashAddresses} from '../../who-left/hashed-addresses.js';
import {nameGroupLeavers, stoppedBy} from '../../who-left/let-in.js';
import type {Stopped} from '../../who-left/words.js';
import {capital, reasonsWithMore} from '../../words/sentence.js';
import {textOf} from '../account/entries.js';
import type {ContactTerms} from '../account/read-account.js';
import {contactsFileOf, slugOf} from '../folder/body-files.js';
import {type Mistake, refuseMistakes} from '../folder/mistakes.js';
import type {ContactChange, ContactDifference, ImpossibleContacts, SomeContacts} from '../kinds/results.schema.js';
import {type ContactFile, type ContactRules, checkContactFile, contactSync, fieldsWith} from './contact-file.js';
import {differs} from './make-plan.js';

/** What the other files say about contacts: the lists and custom fields that should exist. */
export type ContactsWanted = {
  readonly lists: Iterable<string>;
  readonly fields: readonly ImportField[];
  readonly known: AtDoor['known'];
  /** How many rows may be skipped because no import accepts them, as a number or a percentage. */
  readonly maxErrors?: string | undefined;
  /** The folder for these rows. */
  readonly rejects?: string | undefined;
};

/** Compares the files of contacts with the account in one reading. Types without a file are not touched. */
export async function compareContacts(
  context: Context,
  folder: string,
  {lists, fields, known: leavers, maxErrors, rejects}: ContactsWanted,
  terms: ContactTerms,
): Promise<ComparedContacts> {
  const {stream, progress} = context;
  const paths = new Map([...lists, ...terms.lists.values()].map(list => [list, contactsFileOf(list)] as const));
  const there: (readonly [string, string])[] = [];
  for (const [list, path] of paths) if (await fileInside(folder, path)) there.push([list, path]);
  if (there.length === 0) return {changes: [], differing: [], stopped: []};
  const known = new Set(terms.customFields.map(({name}) => name));
  const rules = {
    fields: fieldsWith([...terms.customFields, ...fields.filter(({name}) => !known.has(name))]),
    countries: await terms.countries(),
  };
  const compared = new Map<string, Comparison>();
  for (const [list, name] of there) {
    const file = await checkContactFile(context, sourceFile(join(folder, name), name, folder), rules);
    compared.set(list, await startComparison(file, rules));
  }
  let done = 0;
  for await (const batch of stream(contacts.list)) {
    for (const contact of batch.filter(isNotDeleted))
      compared.get(terms.lists.get(String(contact.contact_type_id)) ?? '')?.see(contact);
    done += batch.length;
    progress.show({label: 'Comparing contacts', done});
  }
  progress.clear();
  const door = await openDoor(context, {known: leavers});
  const found = await changesIn(compared, {maxErrors, rejects}, door);
  return {...found, stopped: nameGroupLeavers(context, found.stopped)};
}

/** Whom the lists lack, whom they have with other values, and who is not added because they left. */
export type ComparedContacts = {
  readonly changes: readonly ContactChange[];
  readonly differing: ReadonlyArray<SomeContacts & {readonly list: string}>;
  readonly stopped: readonly Stopped[];
};

async function changesIn(
  compared: ReadonlyMap<string, Comparison>,
  {maxErrors, rejects}: Pick<ContactsWanted, 'maxErrors' | 'rejects'>,
  door: Door,
): Promise<ComparedContacts> {
  const changes: ContactChange[] = [];
  const differing: Array<ComparedContacts['differing'][number]> = [];
  const mistakes: Mistake[] = [];
  const stopped: Stopped[] = [];
  let rows = 0;
  for (const [list, comparison] of compared) {
    const {difference, unimportable, rejects: leftOut, ...result} = await comparison.result(door);
    changes.push({list, ...difference, impossible: [...difference.impossible, ...notImported(unimportable)]});
    if (result.differing.count > 0) differing.push({list, ...result.differing});
    for (const {mistake} of unimportable) mistakes.push(mistake);
    rows += result.rows;
    stopped.push(...result.stopped);
    if (rejects === undefined || unimportable.length === 0 || !leftOut) continue;
    makeFolder(rejects);
    await writeRejects(leftOut, {wanted: join(rejects, `${slugOf(list)}.rejected.csv`)});
  }
  if (tooMany(mistakes.length, rows, maxErrors)) {
    refuseMistakes(mistakes, ` Or skip these rows with --max-errors ${mistakes.length}.`);
  }
  return {changes: changes.filter(differs), differing, stopped};
}

type Comparison = {
  see(contact: Loose): void;
  /** The people whom the list lacks or has with other values, once every contact was seen, and the invalid rows. */
  result(door: Door): Promise<{
    readonly difference: ContactDifference;
    readonly differing: SomeContacts;
    readonly rows: number;
    readonly unimportable: readonly UnimportableRow[];
    /** New people who left, and so are not added. */
    readonly stopped: readonly Stopped[];
    /** The rows that no import accepts, for a separate file. */
    readonly rejects: Rejecting | undefined;
  }>;
};

/** Finds the people of a file whom a list lacks: an apply adds them. Who differs is only named, since it changes and deletes nobody. */
async function startComparison(file: ContactFile, {fields, countries}: ContactRules): Promise<Comparison> {
  const {checked, columns, name} = file;
  if (!checked) return {see: () => undefined, result: async () => nothing};
  const odd = checked.rejected > 0 ? await readRejectedRows(checked, columns, countries?.find) : undefined;
  const table = await readTable(checked, agreeOnTerms(checked, contactSync, fields, countries?.find));
  const {states} = checked;
  const list = {nameless: 0, repeated: 0};
  return {
    see(contact) {
      odd?.see(contact);
      const address = foldAddress(fileText(String(contact['email'] ?? '')));
      if (address === '') list.nameless++;
      const line = address === '' ? 0 : checked.lineOf(address);
      if (line === 0) return;
      const isFirst = states.of(line) === state.good;
      if (!isFirst) list.repeated++;
      const now = table.differing(line, contact).length === 0 ? state.same : state.differs;
      states.set(line, isFirst ? now : state.several);
    },
    async result(door) {
      const stopped: Stopped[] = [];
      const [create, differing] = [nobody(), nobody()];
      await forEachRecord(checked.goodKeys(), ({line, address}) => {
        if (states.of(line) === state.differs) add(differing, address);
        if (states.of(line) !== state.good) return;
        const out = stoppedBy(door, [address]);
        stopped.push(...out);
        if (!out.some(({reason}) => reason === 'unsubscribed')) add(create, address);
      });
      const file = {nameless: odd?.nameless ?? 0, repeated: checked.repeated};
      const unimportable: UnimportableRow[] = [];
      if (odd) {
        for await (const row of odd.unlike(checked)) {
          unimportable.push({mistake: mistakeIn(row, name), isThere: odd.isThere(row)});
        }
      }
      const {original, delimiter} = checked;
      return {
        difference: {create, impossible: impossibleContacts({rows: file, list})},
        differing,
        rows: checked.rows,
        ...{unimportable, stopped},
        rejects: odd && {original, delimiter, rejectedRows: () => odd.unlike(checked)},
      };
    },
  };
}

const nobody = (): {count: number; first: string[]} => ({count: 0, first: []});

function add(some: ReturnType<typeof nobody>, address: string): void {
  some.count++;
  if (some.first.length < MOST_NAMED) some.first.push(address);
}

const nothing = {
  difference: {create: nobody(), impossible: []},
  differing: nobody(),
  ...{rows: 0, unimportable: [], stopped: [], rejects: undefined},
};

const MOST_NAMED = 10;

/** How many rows and contacts have no address, or that of an earlier one. */
export type Found = {readonly rows: Unnamed; readonly list: Unnamed};

type Unnamed = {readonly nameless: number; readonly repeated: number};

/** A row with new values that no import accepts, and whether its contact is on the list. */
type UnimportableRow = {readonly mistake: Mistake; readonly isThere: boolean};

/** Rows that no import accepts, with the first reasons. */
function notImported(rows: readonly UnimportableRow[]): readonly ImpossibleContacts[] {
  return (['create', 'update'] as const).flatMap((action): readonly ImpossibleContacts[] => {
    const some = rows.filter(({isThere}) => isThere === (action === 'update'));
    if (some.length === 0) return [];
    const reasons = some.map(
      ({mistake: {source, at, says}}) => `${source.file}, line ${at.line}: ${says.replace(/\.$/, '')}`,
    );
    return [{action, count: some.length, why: `an import refuses such a row (${reasonsWithMore(reasons, 5)})`}];
  });
}

/** The people whom no apply can add, each with the reason. The account may have such people. */
export const impossibleContacts = ({rows, list}: Found): readonly ImpossibleContacts[] => {
  const some: readonly ImpossibleContacts[] = [
    {action: 'create', count: rows.nameless - list.nameless, why: 'an import refuses a row without an address'},
    {action: 'create', count: rows.repeated - list.repeated, why: 'an earlier row has the same address'},
  ];
  return some.filter(({count}) => count > 0);
};

/** The rows that the import rejects, except those that match their contact: the account may have odd values. */
type RejectedRows = {
  /** How many rows have no address, so that they cannot be compared. */
  readonly nameless: number;
  see(contact: Loose): void;
  /** The rows that match no contact, read from the file again. */
  unlike(checked: Checked): AsyncGenerator<ExaminedRow>;
  /** Whether the account has a contact with a row's address. */
  isThere(row: ExaminedRow): boolean;
};

async function readRejectedRows(
  checked: Checked,
  columns: readonly string[],
  findCountry: FindCountry | undefined,
): Promise<RejectedRows> {
  /** Whether the account has the row, and its address. */
  const [rows, addresses] = [new Map<string, boolean>(), new Map<string, boolean>()];
  let nameless = 0;
  for await (const row of checked.rejectedRows()) {
    const texts = textsOf(row, columns);
    if (isNameless(row, columns)) nameless++;
    rows.set(keyOf(texts), false);
    const address = addressIn(texts, columns);
    if (address !== '') addresses.set(address, false);
  }
  const readers = columns.map(name => contactColumn(name).read);
  return {
    nameless,
    see(contact) {
      const address = foldAddress(held(contact['email']));
      if (!addresses.has(address)) return;
      addresses.set(address, true);
      const texts = readers.map(read => held(read(contact)));
      // A pull omits a country that the service does not list, but the file may be older than that rule.
      const without = texts.map((text, at) => (columns[at] === 'country' && !findCountry?.(text) ? '' : text));
      for (const row of [keyOf(texts), keyOf(without)]) if (rows.has(row)) rows.set(row, true);
    },
    async *unlike(again) {
      for await (const row of again.rejectedRows()) {
        const isHeld = rows.get(keyOf(textsOf(row, columns)));
        if (!isHeld && !isNameless(row, columns)) yield row;
      }
    },
    isThere: row => addresses.get(addressIn(textsOf(row, columns), columns)) === true,
  };
}

/** A row as one text of all its values, because several contacts may share an address. */
const keyOf = (texts: readonly string[]): string => texts.join('\u0000');

/** The addresses of the rows that an import rejects, and the number of rows without one. */
export async function rejectedAddresses(
  checked: Checked,
  columns: readonly string[],
): Promise<{readonly addresses: Pick<HashedAddresses, 'has'>; readonly nameless: number}> {
  const addresses = hashAddresses();
  let nameless = 0;
  for await (const row of checked.rejectedRows()) {
    if (isNameless(row, columns)) nameless++;
    else addresses.add(addressIn(textsOf(row, columns), columns));
  }
  return {addresses, nameless};
}

const held = (value: unknown): string => textOf(typeof value === 'string' ? fileText(value) : value);

const textsOf = ({texts}: ExaminedRow, columns: readonly string[]): readonly string[] =>
  texts.length > columns.length ? texts.map(textOf) : columns.map((_, at) => textOf(unguardFormula(texts[at] ?? '')));

/** Whether a row lacks only its address, because the account may have such contacts. */
const isNameless = ({texts}: ExaminedRow, columns: readonly string[]): boolean =>
  texts.length === columns.length && trim(texts[columns.indexOf('email')] ?? '') === '';

const addressIn = (texts: readonly string[], columns: readonly string[]): string =>
  foldAddress(texts[columns.indexOf('email')] ?? '');

/** A mistake in a row, with the place of its cell: an earlier cell may have several lines. */
function mistakeIn({line, raw, at, reason}: Omit<ExaminedRow, 'texts'>, file: string): Mistake {
  const before = Buffer.from(raw).toString('utf8', 0, at).split('\n');
  const lines = Buffer.from(raw).toString('utf8').split('\n');
  const column = [...(before.at(-1) ?? '')].length + 1;
  const place = {line: line + before.length - 1, column};
  return {source: {file}, at: place, says: `${capital(reason)}.`, line: lines[before.length - 1] ?? ''};
}
