import type {OperationOutput} from '../../api/describe/operation.js';
import type {Admission} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {turnForOne} from '../../commands/verbs/create.js';
import {merged} from '../../commands/verbs/merge.js';
import contacts, {operations} from '../../endpoints/contacts.js';
import {type EmkError, InterruptedError, isSilent, NotFoundError, orUnknown, PartialError} from '../../errors.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {trim} from '../../records/fields/trim.js';
import type {MovePermit, Moves} from '../../resources/shared/move-people.js';
import {nobodyMoves} from '../../who-left/door.js';
import {andList} from '../../words/sentence.js';
import type {ImportSettings} from '../journal/settings.js';
import {type FindCountry, readCountries} from '../run/countries.js';
import {pause} from '../send/interruption.js';
import type {ComparedField} from './compared-field.js';
import {type ComparisonTerms, cellValue} from './read-rows.js';

export type ChangedRow = {
  readonly id: number;
  readonly address: string;
  readonly key: string;
  readonly cells: Readonly<Record<string, string>>;
  /** The fields that the row may change. */
  readonly fields: readonly ComparedField[];
  /** Whether a field still has a value that the change may overwrite; any if the file was not away to be edited. */
  readonly mayOverwrite?: ((field: ComparedField, now: string) => boolean) | undefined;
};

export type Changing = {
  readonly context: Context;
  readonly permit: MovePermit;
  readonly typeId: number;
  readonly terms: ComparisonTerms;
  /** Read when the service shows a contact's country by name. */
  findCountry: FindCountry | undefined;
  readonly settle: ImportSettings['settle'];
  /** Takes people to other addresses; opened when the first one moves. */
  readonly moves: () => Promise<Moves>;
  /** Called when a contact has its address, new or not. */
  arrived(address: string): void;
  /** Whether to wait for a change that does not show at once. */
  patient: boolean;
};

type Contact = OperationOutput<typeof operations.details>;

/** Changes a contact while no other run does. Returns why not (a lost answer: not yet), and throws if more was changed. */
export const changeContact = (changing: Changing, row: ChangedRow): Promise<EmkError | undefined> =>
  changing.context.takeTurns([turnForOne(contacts, row.id)], `the contact ${row.address}`, () => change(changing, row));

/** Reads a contact, writes the row's values, and checks. */
async function change(changing: Changing, row: ChangedRow): Promise<EmkError | undefined> {
  const {context, terms} = changing;
  const current = await read(changing, row);
  if (!current || !isSame(changing, row, current)) return changedMeanwhile(row);
  const left = (contact: Contact): readonly ComparedField[] =>
    row.fields.filter(field => {
      const value = cellValue(field, row.cells[field.name] ?? '', terms.clear);
      return value !== undefined && value !== field.ofContact(contact);
    });
  const fields = left(current);
  if (fields.length === 0) {
    changing.arrived(current.email ?? '');
    return undefined;
  }
  const others = fields.filter(field => row.mayOverwrite?.(field, field.ofContact(current)) === false);
  if (others.length > 0) return changedByOthers(row, others);
  const given = Object.fromEntries(fields.map(field => [field.name, field.written(row.cells[field.name] ?? '')]));
  const country = given['country'] ?? (await countryOf(changing, current)) ?? terms.country;
  if (country === undefined) return withoutCountry(row);
  const form = merged(operations.update, 'contact_id', {...current, country}, {...given, contact_id: row.id});
  const permit = await admitted(changing, current, given);
  const lostAnswer = await context.send(permit, operations.update, form as never).then(() => undefined, orUnknown);
  const after = await readSettled(
    changing,
    row,
    contact => left(contact).length > 0 && Boolean(lostAnswer || changing.patient),
  ).catch(unchecked(row, lostAnswer));
  if (!after) return changedMeanwhile(row);
  assertNothingElse(row, current, after);
  const missing = left(after);
  changing.arrived(after.email ?? '');
  if (missing.length === 0) return undefined;
  if (lostAnswer) return lostAnswer;
  // A service that stores a value in its own form does so for all contacts, so later ones do not wait for it.
  changing.patient = false;
  return shownOtherwise(row, missing);
}

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

/** Reads a contact, and once more after a while where it may still change. */
async function readSettled(
  changing: Changing,
  row: ChangedRow,
  mayChange: (contact: Contact) => boolean,
): Promise<Contact | undefined> {
  const contact = await read(changing, row);
  if (!contact || !mayChange(contact)) return contact;
  await pause(changing.context.host, changing.settle.wait);
  return read(changing, row);
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

/** Whether a contact is still the same person as when the list was read. */
const isSame = ({terms: {key}, typeId}: Changing, row: ChangedRow, contact: Contact): boolean =>
  contact.contact_type_id === typeId &&
  row.key === (key.name === 'email' ? foldAddress(contact.email ?? '') : key.ofContact(contact));

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
    {hint: `No more contacts were changed. To see it: emk people show ${id}`},
  );
}

/** An interruption of the look after a change, which was saved. */
const unchecked =
  ({address}: ChangedRow, lostAnswer: EmkError | undefined) =>
  (error: unknown): never => {
    throw isSilent(error) && !lostAnswer
      ? new InterruptedError(`Interrupted. The change of ${address} was saved, and not yet checked.`, {
          exit: error.exit,
        })
      : error;
  };

/** Fields that the service fills itself. */
const OWN = new Set(['updated_at', 'fullname', 'contact_type']);

const changedMeanwhile = ({address}: ChangedRow): EmkError =>
  new PartialError(`${address} was deleted or replaced in the meantime, so emk did not change it.`);

const changedByOthers = ({address}: ChangedRow, fields: readonly ComparedField[]): EmkError =>
  new PartialError(
    `Somebody changed ${andList(fields.map(({name}) => name))} of ${address} in the meantime, so emk did not change it.`,
  );

const withoutCountry = ({address}: ChangedRow): EmkError =>
  new PartialError(`${address} has no country, and the service changes nobody without one.`);

const shownOtherwise = ({address}: ChangedRow, fields: readonly ComparedField[]): EmkError =>
  new PartialError(
    `The service says that ${address} was changed, but shows another ${andList(fields.map(({name}) => name))}.`,
  );
