import {PartialError} from '../../core/errors.js';
import {andList, plural} from '../../core/words/sentence.js';
import {trim} from '../../records/fields/fold-address.js';
import {customValues} from '../../records/fields/path.js';
import type {GoodRow} from '../file/contract.js';
import {type ListedContact, textIn} from './list.js';

/** Holds the first acknowledged rows against the list, and stops the import where nothing arrives, or not in its column. */
export function checkFirst(
  rows: readonly GoodRow[],
  contacts: ReadonlyMap<string, ListedContact>,
  isComplete: boolean,
): void {
  const pairs = rows.flatMap(row => {
    const contact = contacts.get(row.address);
    return contact ? [{sent: row.values, contact}] : [];
  });
  if (isComplete && pairs.length === 0) {
    throw new PartialError(
      `The service says it imported the first rows, but ${plural(rows.length, 'the address is not', `none of the ${rows.length} addresses is`)} in the list.`,
      {
        hint: 'emk adds nobody else. See the list: emk contacts list. See what the service accepts: emk contacts sample',
      },
    );
  }
  const fields = [...new Set(pairs.flatMap(({sent}) => Object.keys(sent)))];
  // A service that swaps columns does so for all rows.
  const lost = fields.filter(field => {
    const filled = pairs.filter(({sent}) => trim(sent[field] ?? '') !== '');
    return filled.length > 0 && filled.every(pair => isLost(field, pair));
  });
  if (lost.length === 0) return;
  const first = plural(pairs.length, 'The first row was', `The first ${pairs.length} rows were`);
  throw new PartialError(
    `${first} imported, but ${andList(lost)} did not arrive in ${plural(lost.length, 'its column', 'their columns')}.`,
    {
      hint: 'Nobody else was added. Compare your header with "emk contacts sample", and name the columns with --map.',
      fields: Object.fromEntries(lost.map(field => [field, ['did not arrive in its column']])),
    },
  );
}

type Pair = {readonly sent: Readonly<Record<string, string>>; readonly contact: ListedContact};

/** Whether a text that was sent is nowhere, or in another column. The service may write it differently in its own. */
function isLost(field: string, {sent, contact}: Pair): boolean {
  const [text, listed] = [sent[field] ?? '', textIn(contact, field)];
  if (trim(listed) === '') return true;
  if (isSame(text, listed) || Number(text) === Number(listed)) return false;
  const others = [...Object.keys(contact).filter(name => !OWN.has(name)), ...customNames(contact)];
  return others.some(other => other !== field && isSame(text, textIn(contact, other)));
}

const customNames = (contact: ListedContact): readonly string[] =>
  customValues(contact['custom_field']).map(([name]) => name);

/** Columns that the service fills itself. */
const OWN = new Set(['id', 'user_id', 'contact_type_id', 'fullname']);

const isSame = (one: string, other: string): boolean => trim(one).toLowerCase() === trim(other).toLowerCase();
