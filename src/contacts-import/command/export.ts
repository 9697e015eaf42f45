import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {noSuch} from '../../commands/not-found.js';
import {viewOf} from '../../commands/view.js';
import {type ContactColumn, contactColumn, contactLines} from '../../csv/columns/contact-lines.js';
import contactTypes, {operations as types} from '../../endpoints/contact-types.js';
import {contact, operations as contacts} from '../../endpoints/contacts.js';
import {operations as fields, reservedFields} from '../../endpoints/fields.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {toReader} from '../../records/fields/path.js';

type ExportOptions = {
  readonly type?: number | undefined;
  readonly where?: readonly string[] | undefined;
  readonly columns?: string | undefined;
  readonly raw?: boolean | 0 | 1 | undefined;
  /** Whether a contact is one of those chosen individually. */
  readonly only?: ((contact: Loose) => boolean) | undefined;
  /** The header of a last column with the ids of the contacts. */
  readonly mark?: string | undefined;
};

/** Contacts as CSV, piece by piece, with their number at the end. */
export type Export = {
  readonly columns: readonly string[];
  readonly written: () => number;
  /** The ids of the written contacts, in their order. */
  readonly ids: readonly number[];
  text(): AsyncGenerator<string>;
};

/** Prepares an export that an import accepts, with countries by name, because ids differ between accounts. */
export async function prepareExport(
  context: Context,
  {type, where, columns, raw, only = () => true, mark}: ExportOptions,
): Promise<Export> {
  const custom = (await context.call(fields.custom)).map(({field_name}) => field_name);
  const paths = (columns?.split(',') ?? [...reservedFields, ...custom])
    .map(name => name.trim())
    .map(name => (custom.includes(name) ? OWN + name : name));
  const view = await viewOf(context, {where, columns: paths.join(',')}, {shape: contact, columns: []});
  const chosen = [
    ...view.columns.map(
      (path): ContactColumn =>
        path.startsWith(OWN) ? contactColumn(path.slice(OWN.length)) : {head: path, read: toReader(path)},
    ),
    ...(mark ? [{head: mark, read: toReader('id')}] : []),
  ];
  const total = await countOf(context, type);
  const {head, lines} = contactLines(chosen, {raw: Boolean(raw), onGuard: () => context.notice(GUARD_NOTICE)});
  const ids: number[] = [];

  async function* text(): AsyncGenerator<string> {
    yield head;
    for await (const batch of context.stream(contacts.list)) {
      const wanted = batch.filter(
        record => isWanted(record, type) && (!view.keep || view.keep(record)) && only(record),
      );
      if (wanted.length > 0) yield lines(wanted);
      for (const {id} of wanted) ids.push(id);
      context.progress.show({label: 'Exporting contacts', done: ids.length, ...(where ? {} : {total})});
    }
    context.progress.clear();
  }

  return {columns: chosen.map(column => column.head), written: () => ids.length, ids, text};
}

const isWanted = ({contact_type_id, deleted_at}: Loose, type: number | undefined): boolean =>
  isNotDeleted({deleted_at}) && (type === undefined || contact_type_id === type);

/** How many contacts the service counts, in one list or all. Throws if there is no such list. */
async function countOf({call}: Context, type: number | undefined): Promise<number> {
  const wanted = (await call(types.list)).filter(one => isNotDeleted(one) && (type === undefined || one.id === type));
  if (type !== undefined && wanted.length === 0) throw noSuch(contactTypes.noun, type);
  return wanted.reduce((sum, {contacts_count = 0}) => sum + contacts_count, 0);
}

const OWN = 'custom_field.';

const GUARD_NOTICE =
  "Cells that a spreadsheet would run as formulas start with ' in the file. An import removes it; --raw writes " +
  'them unchanged.';
