import type {OperationOutput} from '../../api/describe/operation.js';
import type {Admission, Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import {rangesOfNumbers} from '../../change/work/ranges.js';
import {stopsEverything, toEmkError} from '../../change/work/stop-errors.js';
import {turnForOne} from '../../commands/verbs/find-created.js';
import {merged} from '../../commands/verbs/update-one.js';
import {
  type EmkError,
  InterruptedError,
  isSilent,
  NotFoundError,
  orUnknown,
  PartialError,
  ThrottledError,
  UnknownOutcomeError,
  UnreachableError,
} from '../../core/errors.js';
import {andList} from '../../core/words/sentence.js';
import contacts, {operations} from '../../endpoints/contacts.js';
import type {Failure} from '../../output/results/result.js';
import {nobodyMoves} from '../../people/door.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/path.js';
import {type Moves, openMoves} from '../../resources/add-to.js';
import type {RowValues} from '../file/contract.js';
import {state} from '../file/rows.js';
import type {ImportJournal} from '../journal/runs.js';
import {readCountries} from '../run/countries.js';
import type {Does, Plan} from '../run/plan.js';
import {pause, stopIfInterrupted} from '../send/list.js';
import {type ComparedField, cellValue} from './fields.js';
import {type OldValues, oldValuesOf} from './old-values.js';

/** What became of some contacts besides what their rows' states say. */
export type Worked = {readonly failed: readonly Failure[]; readonly stopped?: EmkError | undefined};

type Changeable = Plan & {readonly list: {readonly id: number}; readonly permit: Permit<Does>};

type Contact = OperationOutput<typeof operations.details>;

/**
 * Changes contacts one by one, with their ids in the journal before. Those whose answers were lost are tried again until
 * `EMK_MAX_WAIT`.
 */
export async function changeContacts(plan: Changeable, journal: ImportJournal): Promise<Worked> {
  const {context, checked, counts, table, settings, permit} = plan;
  const {states} = checked;
  const atDoor = {include_unsubscribed: settings.includeUnsubscribed};
  // Nobody is asked in the middle of the work: the plan skips new addresses of people who left.
  const silent = {...context, ask: {...context.ask, possible: false}};
  let moves: Moves | undefined;
  const oldValues = oldValuesOf(plan, journal);
  const change = changing(plan, oldValues, async () => (moves ??= await openMoves(silent, atDoor, permit)));
  const failed: Failure[] = [];
  let lost: Failure[] = [];

  /** Changes one contact, and moves its row. A row whose answer was lost is still to be changed. */
  const changeOne = async (row: RowValues): Promise<boolean> => {
    const error = await change(row).catch(thrown => orFailed(thrown, context));
    const failure = error && {id: table.idOf(row.line), name: row.address, error};
    const isLost = error instanceof UnknownOutcomeError;
    if (failure) (isLost ? lost : failed).push(failure);
    if (!isLost) states.set(row.line, failure ? state.failed : state.changed);
    const done = counts.change - states.count(state.change);
    context.progress.show({label: 'Changing contacts', done, total: counts.change});
    return isLost;
  };

  /** Goes once over all that are still to be changed, until the service seems to be down for the others too. */
  const once = async (): Promise<void> => {
    lost = [];
    let lostInARow = 0;
    for await (const rows of checked.valuesOf(state.change)) {
      for (const row of rows) {
        stopIfInterrupted(context.host);
        lostInARow = (await changeOne(row)) ? lostInARow + 1 : 0;
        if (lostInARow === MOST_LOST) throw notYet;
      }
    }
    if (lost.length > 0) throw notYet;
  };

  const ids = [...states.lines(state.change)].map(line => table.idOf(line));
  const step = journal.begin('updates', {ids: rangesOfNumbers(ids)});
  let stopped: EmkError | undefined;
  try {
    await context.persist(once);
  } catch (error) {
    if (error !== notYet) stopped = toEmkError(error, context.host);
  } finally {
    oldValues.close();
    context.progress.clear();
  }
  // A request that the service turned away has an answer: the next run has nothing to wait for.
  if (!stopped || (stopped instanceof ThrottledError && lost.length === 0)) journal.answer(step, 'acknowledged');
  moves?.tell();
  return {failed: [...failed, ...lost], stopped};
}

/** Ends a pass after which some answers are still lost, so that another one follows. */
const notYet = new UnreachableError('Answers were lost, so emk looks again at these contacts');

/** Notes the failure of one contact; an error that would stop all others is thrown. */
function orFailed(thrown: unknown, {host}: Plan['context']): EmkError {
  const error = toEmkError(thrown, host);
  if (stopsEverything(error) || error instanceof PartialError) throw thrown;
  return error;
}

/** After this many lost answers in a row, the service is down for the others too. */
const MOST_LOST = 5;

/**
 * Changes single contacts: reads each, and writes the values of its row over it. Returns why a contact was not changed (a lost
 * answer: not yet), and throws if more was changed.
 */
function changing(plan: Changeable, oldValues: OldValues, openDoor: () => Promise<Moves>) {
  const {context, list, table, found, edited, permit} = plan;
  const {terms} = table;
  const fields = [...terms.wanted].flatMap(at => terms.fields[at] ?? []);
  let {findCountry} = plan;
  /** Whether the first change was looked at: a service that loses what the form cannot hold must not get a second one. */
  let isProven = false;

  const changeNow = async (row: RowValues): Promise<EmkError | undefined> => {
    const {line, address, values} = row;
    const current = await read(line);
    if (!current || Number(current.contact_type_id) !== list.id) return replaced(address);
    const open = differing(row, current);
    if (open.length === 0) return undefined;
    const other = isAnother(row, current);
    if (other) return other;
    const given = Object.fromEntries(open.map(field => [field.name, field.written(values[field.name] ?? '')]));
    const country = given['country'] ?? (await countryOf(current)) ?? terms.country;
    if (country === undefined)
      return new PartialError(`${address} has no country, and the service changes nobody without one.`);
    const named = {...given, contact_id: table.idOf(line)};
    const form = merged(operations.update, 'contact_id', {...current, country}, named);
    const admission = await admitted(current, given);
    oldValues.keep(table.idOf(line), current, form);
    const lostAnswer = await context.send(admission, operations.update, form as never).then(() => undefined, orUnknown);
    return lostAnswer || isProven ? lostAnswer : prove(row, current);
  };

  /** Why a contact is not the one that the plan saw. */
  const isAnother = ({line, address}: RowValues, current: Contact): EmkError | undefined => {
    if (foldAddress(current.email ?? '') !== (found.moving.get(line) ?? address)) return replaced(address);
    if (!edited || edited.isAsBefore(line, current)) return undefined;
    return new PartialError(`Somebody changed ${address} in the meantime, so emk did not change it.`);
  };

  /** Looks at the first contact that was changed. Interrupted, it says so: the change itself was saved. */
  const prove = async (row: RowValues, before: Contact): Promise<EmkError | undefined> => {
    try {
      return await lookedAt(row, before);
    } catch (error) {
      if (!isSilent(error)) throw error;
      const saved = `Interrupted. The change of ${row.address} was saved, and not yet checked.`;
      throw new InterruptedError(saved, {exit: error.exit});
    }
  };

  const lookedAt = async (row: RowValues, before: Contact): Promise<EmkError | undefined> => {
    let after = await read(row.line);
    if (after && differing(row, after).length > 0) {
      await pause(context.host, plan.settings.settle.wait);
      after = await read(row.line);
    }
    if (!after) return replaced(row.address);
    requireNothingElse(row.address, before, after);
    isProven = true;
    const missing = differing(row, after);
    return missing.length === 0 ? undefined : shownOtherwise(row.address, missing);
  };

  /** The fields in which a contact is not yet as its row says. */
  const differing = ({values}: RowValues, contact: Contact): readonly ComparedField[] =>
    fields.filter(field => {
      const value = cellValue(field, values[field.name] ?? '', terms.clear);
      return value !== undefined && value !== field.ofContact(contact);
    });

  /** Takes a person with a new address through the door; a change that moves nobody needs no look. */
  const admitted = async ({email}: Contact, {email: to = email}: Loose): Promise<Admission<'updates'>> => {
    const from = email ?? '';
    if (foldAddress(from) === foldAddress(String(to))) return nobodyMoves(permit);
    return (await openDoor()).take({from, to: String(to)});
  };

  const read = async (line: number): Promise<Contact | undefined> => {
    try {
      const contact = await context.call(operations.details, {contact_id: table.idOf(line)});
      return isNotDeleted(contact) ? contact : undefined;
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  };

  /** The country in the form's terms: details show an id as text, or with some services a name. */
  const countryOf = async ({country}: Contact): Promise<number | undefined> => {
    const text = trim(String(country ?? ''));
    if (/^0*[1-9]\d*$/.test(text)) return Number(text);
    if (text === '') return undefined;
    findCountry ??= (await readCountries(context))?.find;
    const id = findCountry?.(text)?.id;
    return id === undefined ? undefined : Number(id);
  };

  // Runs that change one contact take turns.
  return (row: RowValues): Promise<EmkError | undefined> =>
    context.takeTurns([turnForOne(contacts, table.idOf(row.line))], `the contact ${row.address}`, () => changeNow(row));
}

/** Throws if other fields changed: a service that loses what the form cannot hold must not get more changes. */
function requireNothingElse(address: string, before: Contact, after: Contact): void {
  const [was, is]: Loose[] = [before, after];
  const isKept = (name: string) => JSON.stringify(was?.[name]) === JSON.stringify(is?.[name]);
  const others = Object.keys(before).filter(name => !(name in operations.update.params || OWN.has(name)));
  const alsoChanged = others.filter(name => !isKept(name));
  if (alsoChanged.length === 0) return;
  throw new PartialError(
    `The change of ${address} also changed ${andList(alsoChanged)}, which cannot be undone by an update.`,
    {hint: `No more contacts were changed. To see it: emk contacts show ${before.id}`},
  );
}

/** Fields that the service fills itself. */
const OWN = new Set(['updated_at', 'fullname', 'contact_type']);

const replaced = (address: string): EmkError =>
  new PartialError(`${address} was deleted or replaced in the meantime, so emk did not change it.`);

export const shownOtherwise = (address: string, fields: readonly ComparedField[]): EmkError =>
  new PartialError(
    `The service says that ${address} was changed, but shows another ${andList(fields.map(({name}) => name))}.`,
  );
