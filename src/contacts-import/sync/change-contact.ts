import type {OperationOutput} from '../../api/describe/operation.js';
import type {Admission} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {turnForOne} from '../../commands/verbs/create.js';
import {merged} from '../../commands/verbs/merge.js';
import contacts, {operations} from '../../endpoints/contacts.js';
import {type EmkError, InterruptedError, isSilent, NotFoundError, orUnknown, PartialError} from '../../errors.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import type {MovePermit, Moves} from '../../resources/move-people.js';
import {nobodyMoves} from '../../who-left/door.js';
import {andList} from '../../words/sentence.js';
import type {ImportSettings} from '../journal/settings.js';
import {type FindCountry, readCountries} from '../run/countries.js';
import {pause} from '../send/interruption.js';
import type {ComparedField} from './compared-field.js';
import {type ComparisonTerms, cellValue} from './terms.js';

export type ChangedRow = {
  readonly id: number;
  /** The address in the file. */
  readonly address: string;
  /** The address on the list, by which the contact is known to be the same person. */
  readonly from: string;
  readonly cells: Readonly<Record<string, string>>;
  /** Whether a contact of an edited file is still as it was; any contact is, if the file was not edited. */
  isAsBefore(contact: Loose): boolean;
};

export type Changing = {
  readonly context: Context;
  readonly permit: MovePermit;
  readonly listId: number;
  readonly terms: ComparisonTerms;
  /** The fields that may be changed. */
  readonly fields: readonly ComparedField[];
  /** Read when the service shows a contact's country by name. */
  findCountry: FindCountry | undefined;
  readonly settle: ImportSettings['settle'];
  /** Takes people to other addresses; opened when the first one moves. */
  readonly moves: () => Promise<Moves>;
  /** Whether the first change was looked at: a service that loses what the form cannot hold must not get a second one. */
  isProven: boolean;
};

type Contact = OperationOutput<typeof operations.details>;

/** Changes a contact while no other run does. Returns why not (a lost answer: not yet), and throws if more was changed. */
export const changeContact = (changing: Changing, row: ChangedRow): Promise<EmkError | undefined> =>
  changing.context.takeTurns([turnForOne(contacts, row.id)], `the contact ${row.address}`, () => change(changing, row));

/** Reads a contact, and writes the row's values. The last look at the list finds what the service did not save. */
async function change(changing: Changing, row: ChangedRow): Promise<EmkError | undefined> {
  const {context, terms} = changing;
  const current = await read(changing, row);
  if (!current || Number(current.contact_type_id) !== changing.listId) return changedMeanwhile(row);
  const fields = left(changing, row, current);
  if (fields.length === 0) return undefined;
  if (foldAddress(current.email ?? '') !== row.from) return changedMeanwhile(row);
  if (!row.isAsBefore(current)) return changedByOthers(row);
  const given = Object.fromEntries(fields.map(field => [field.name, field.written(row.cells[field.name] ?? '')]));
  const country = given['country'] ?? (await countryOf(changing, current)) ?? terms.country;
  if (country === undefined) return withoutCountry(row);
  const form = merged(operations.update, 'contact_id', {...current, country}, {...given, contact_id: row.id});
  const permit = await admitted(changing, current, given);
  const lostAnswer = await context.send(permit, operations.update, form as never).then(() => undefined, orUnknown);
  if (lostAnswer || changing.isProven) return lostAnswer;
  return prove(changing, row, current);
}

/** Looks at the first contact that was changed. */
async function prove(changing: Changing, row: ChangedRow, before: Contact): Promise<EmkError | undefined> {
  const {context, settle} = changing;
  try {
    let after = await read(changing, row);
    if (after && left(changing, row, after).length > 0) {
      await pause(context.host, settle.wait);
      after = await read(changing, row);
    }
    if (!after) return changedMeanwhile(row);
    assertNothingElse(row, before, after);
    changing.isProven = true;
    const missing = left(changing, row, after);
    return missing.length === 0 ? undefined : shownOtherwise(row.address, missing);
  } catch (error) {
    throw isSilent(error)
      ? new InterruptedError(`Interrupted. The change of ${row.address} was saved, and not yet checked.`, {
          exit: error.exit,
        })
      : error;
  }
}

/** The fields in which a contact is not yet as its row says. */
const left = ({fields, terms}: Changing, row: ChangedRow, contact: Contact): readonly ComparedField[] =>
  fields.filter(field => {
    const value = cellValue(field, row.cells[field.name] ?? '', terms.clear);
    return value !== undefined && value !== field.ofContact(contact);
  });

/** Takes a person with a new address through the door; a change that moves nobody needs no look. */
async function admitted(
  {permit, moves}: Changing,
  {email}: Contact,
  {email: to = email}: Loose,
): Promise<Admission<'updates'>> {
  const from = email ?? '';
  if (foldAddress(from) === foldAddress(String(to))) return nobodyMoves(permit);
  return (await moves()).take({from, to: String(to)});
}

async function read({context}: Changing, {id}: ChangedRow): Promise<Contact | undefined> {
  try {
    const contact = await context.call(operations.details, {contact_id: id});
    return isNotDeleted(contact) ? contact : undefined;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** The country in the form's terms: details show an id as text, or with some services a name. */
async function countryOf(changing: Changing, {country}: Contact): Promise<number | undefined> {
  const text = trim(String(country ?? ''));
  if (/^0*[1-9]\d*$/.test(text)) return Number(text);
  if (text === '') return undefined;
  changing.findCountry ??= (await readCountries(changing.context))?.find;
  const id = changing.findCountry?.(text)?.id;
  return id === undefined ? undefined : Number(id);
}

/** Throws if other fields changed: a service that loses what the form cannot hold must not get more changes. */
function assertNothingElse({id, address}: ChangedRow, before: Loose, after: Loose): void {
  const alsoChanged = Object.keys(before).filter(
    name =>
      !(name in operations.update.params) &&
      !OWN.has(name) &&
      JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (alsoChanged.length === 0) return;
  throw new PartialError(
    `The change of ${address} also changed ${andList(alsoChanged)}, which cannot be undone by an update.`,
    {hint: `No more contacts were changed. To see it: emk contacts show ${id}`},
  );
}

/** Fields that the service fills itself. */
const OWN = new Set(['updated_at', 'fullname', 'contact_type']);

const changedMeanwhile = ({address}: ChangedRow): EmkError =>
  new PartialError(`${address} was deleted or replaced in the meantime, so emk did not change it.`);

const changedByOthers = ({address}: ChangedRow): EmkError =>
  new PartialError(`Somebody changed ${address} in the meantime, so emk did not change it.`);

const withoutCountry = ({address}: ChangedRow): EmkError =>
  new PartialError(`${address} has no country, and the service changes nobody without one.`);

export const shownOtherwise = (address: string, fields: readonly ComparedField[]): EmkError =>
  new PartialError(
    `The service says that ${address} was changed, but shows another ${andList(fields.map(({name}) => name))}.`,
  );
