import type {Context} from '../../commands/command.js';
import {PartialError} from '../../core/errors.js';
import {counted, plural} from '../../core/words/sentence.js';
import {trim} from '../../records/fields/fold-address.js';
import {customValues} from '../../records/fields/path.js';
import type {GoodRow} from '../file/contract.js';
import {type ListedContact, textIn} from './list.js';

/** The part of an import that this needs. */
type First = {readonly tell: Pick<Context, 'warn'>; readonly chunk: number; firstChecked: boolean};

/** Holds the first acknowledged rows against the list, and stops the import where nothing arrives, or not in its column. */
export function checkFirst(
  sending: First,
  rows: readonly GoodRow[],
  contacts: ReadonlyMap<string, ListedContact>,
  complete: boolean,
): void {
  const present = rows.filter(({address}) => contacts.has(address));
  const absent = rows.length - present.length;
  if (complete && present.length === 0) {
    throw new PartialError(
      `The service says it imported the first rows, but ${plural(rows.length, 'the address is not', `none of the ${rows.length} addresses is`)} in the list.`,
      {
        hint: 'emk adds nobody else. See the list: emk contacts list. See what the service accepts: emk contacts sample',
      },
    );
  }
  checkFields(sending, present, contacts);
  sending.firstChecked = true;
  if (!complete || absent === 0) return;
  sending.tell.warn(
    `Chunk ${sending.chunk}: the service says it imported ${counted(rows.length, 'row')}, but ${absent} of them ${plural(absent, 'is', 'are')} not in the list.`,
  );
}

/** Compares the first rows with their contacts: a service that swaps columns does so for all rows. */
function checkFields(
  {tell}: Pick<First, 'tell'>,
  rows: readonly GoodRow[],
  contacts: ReadonlyMap<string, ListedContact>,
): void {
  const pairs = rows.flatMap(row => {
    const contact = contacts.get(row.address);
    return contact ? [{sent: row.values(), contact}] : [];
  });
  const fields = new Set(pairs.flatMap(({sent}) => Object.keys(sent)));
  const verdicts = [...fields].map(field => ({field, verdict: verdictOn(field, pairs)}));
  const missing = verdicts.filter(({verdict}) => verdict === 'lost').map(({field}) => field);
  const changed = verdicts.filter(({verdict}) => verdict === 'changed').map(({field}) => field);
  if (changed.length > 0) {
    tell.warn(
      `The service shows ${changed.join(', ')} differently than in your file. Look at the first contacts of this import.`,
    );
  }
  if (missing.length === 0) return;
  throw new PartialError(
    `${plural(rows.length, 'The first row was', `The first ${rows.length} rows were`)} imported, but ${missing.join(', ')} did not arrive in ${plural(missing.length, 'its column', 'their columns')}.`,
    {
      hint: 'Nobody else was added. Compare your header with "emk contacts sample", and name the columns with --map.',
      fields: Object.fromEntries(missing.map(field => [field, ['did not arrive in its column']])),
    },
  );
}

type Pair = {readonly sent: Readonly<Record<string, string>>; readonly contact: ListedContact};

/** `lost` if the sent text is nowhere or in another column; `changed` if it is only written differently. */
function verdictOn(field: string, pairs: readonly Pair[]): 'fine' | 'changed' | 'lost' {
  const filled = pairs.filter(({sent}) => trim(sent[field] ?? '') !== '');
  if (filled.length === 0) return 'fine';
  if (filled.some(({sent, contact}) => alike(sent[field] ?? '', textIn(contact, field)))) return 'fine';
  const gone = filled.every(({contact}) => trim(textIn(contact, field)) === '');
  const elsewhere = filled.every(({sent, contact}) => isElsewhere(sent[field] ?? '', field, contact));
  if (gone || elsewhere) return 'lost';
  return field === 'country' ? 'fine' : 'changed';
}

const isElsewhere = (text: string, field: string, contact: ListedContact): boolean =>
  Object.keys(contact).some(other => other !== field && !OWN.has(other) && same(text, textIn(contact, other))) ||
  customValues(contact['custom_field']).some(([other]) => other !== field && same(text, textIn(contact, other)));

/** Columns that the service fills itself. */
const OWN = new Set(['id', 'user_id', 'contact_type_id', 'fullname']);

const same = (one: string, other: string): boolean => trim(one).toLowerCase() === trim(other).toLowerCase();

/** Whether both are the same text, number or moment. */
function alike(sent: string, listed: string): boolean {
  if (same(sent, listed)) return true;
  if (trim(listed) === '') return false;
  if (Number(sent) === Number(listed)) return true;
  const digits = (text: string) => text.replace(/\D+/g, '');
  return /^\d{4}-\d\d-\d\d/.test(sent) && digits(listed).startsWith(digits(sent).slice(0, 12));
}
