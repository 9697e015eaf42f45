import {targetOf} from '../../accounts/target.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {noSuch} from '../../change/records/read.js';
import {viewOf} from '../../commands/view.js';
import {UsageError} from '../../core/errors.js';
import {lowerTrimmed, sum} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import {type ContactColumn, contactColumn, contactLines} from '../../csv/columns/contact-lines.js';
import {contact, operations as contacts} from '../../endpoints/contacts.js';
import {operations as fields, reservedFields} from '../../endpoints/fields.js';
import contactLists, {operations as types} from '../../endpoints/lists.js';
import {readCountries} from '../../records/fields/countries.js';
import {isNotDeleted, toReader} from '../../records/fields/path.js';
import {rowHeader} from '../file/columns.js';
import {editableFields, rowCell} from '../sync/emk-row.js';

type ExportOptions = {
  readonly list?: number | undefined;
  readonly where?: readonly string[] | undefined;
  readonly columns?: string | undefined;
  /** Whether the file comes back through a sync, which then sends only what a person changed. */
  readonly edit?: boolean | 0 | 1 | undefined;
};

/** Prepares an export that an import accepts, with countries by name, because ids differ between accounts. */
export async function prepareExport(context: Context, {list, where, columns, edit}: ExportOptions, file?: string) {
  const lists = (await context.call(types.list)).filter(isNotDeleted);
  if (list === undefined && file !== undefined && file !== '-') refuseMistaken(lists, file);
  const theirs = lists.filter(({id}) => list === undefined || id === list);
  if (list !== undefined && theirs.length === 0) throw noSuch(contactLists.noun, list);
  const total = sum(theirs.map(({contacts_count}) => contacts_count ?? 0));
  const custom = (await context.call(fields.custom)).map(({field_name}) => field_name);
  const asked = columns?.split(',').map(name => name.trim());
  const names = edit
    ? [...new Set(['email', ...(asked ?? editableFields)])]
    : (asked ?? [...reservedFields, ...custom]);
  const paths = names.map(name => (custom.includes(name) ? OWN + name : name));
  const view = await viewOf(context, {where, columns: paths.join(',')}, {shape: contact, columns: []});
  const chosen = [
    ...view.columns.map(
      (path): ContactColumn =>
        path.startsWith(OWN) ? contactColumn(path.slice(OWN.length)) : {head: path, read: toReader(path)},
    ),
    ...(edit ? [await rowColumn(context, list)] : []),
  ];
  const {head, lines} = contactLines(chosen, {onGuard: () => context.notice(GUARD_NOTICE)});
  const isWanted = (one: Loose): boolean =>
    isNotDeleted(one) && (list === undefined || one['contact_type_id'] === list) && (!view.keep || view.keep(one));
  let count = 0;

  /** Contacts as CSV, piece by piece, with their number at the end. */
  async function* text(): AsyncGenerator<string> {
    yield head;
    for await (const batch of context.stream(contacts.list)) {
      const wanted = batch.filter(isWanted);
      if (wanted.length > 0) yield lines(wanted);
      count += wanted.length;
      context.progress.show({label: 'Exporting contacts', done: count, ...(where ? {} : {total})});
    }
    context.progress.clear();
  }
  return {columns: chosen.map(column => column.head), written: () => count, text};
}

async function rowColumn(context: Context, list: number | undefined): Promise<ContactColumn> {
  if (list === undefined) {
    throw new UsageError('--edit needs a list, because a sync changes one list.', {
      hint: 'For example: emk contacts export people.csv --list Newsletter --edit',
    });
  }
  const find = (await readCountries(context))?.find;
  return {head: rowHeader, read: rowCell({...targetOf(await context.account()), list}, find)};
}

/** Refuses a name that may be a list's, of one or without an ending: everybody in a file called `Staff` is nobody's wish. */
function refuseMistaken(lists: ReadonlyArray<{readonly name: string}>, file: string): void {
  const isList = lists.some(({name}) => lowerTrimmed(name) === lowerTrimmed(file));
  if (!isList && /[./\\]/.test(file)) return;
  const [people, everybody] = [shellWord(`${file}.csv`), shellWord(`./${file}`)];
  throw new UsageError(`"${file}" may mean a list, or a file with everybody.`, {
    hint:
      `For the people of that list: emk contacts export ${people} --list ${shellWord(file)}\n` +
      `For everybody, in that file: emk contacts export ${everybody}`,
  });
}

const OWN = 'custom_field.';

const GUARD_NOTICE =
  "Cells that a spreadsheet would run as formulas start with ' in the file. An import removes it; emk contacts list " +
  '-o jsonl has them unchanged.';
