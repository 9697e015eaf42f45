import {forEachRecord} from '../../api/answers/record-sources.js';
import type {OperationOutput} from '../../api/describe/operation.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {personHash} from '../../change/effect/crowd.js';
import {turnForOne} from '../../change/records/create-all.js';
import {keptAsChanged, removeRecords, reportOf, wayBack} from '../../change/records/remove-records.js';
import type {StepKind} from '../../change/work/journal.js';
import {rangesOfNumbers} from '../../change/work/ranges.js';
import {stopsEverything, toEmkError} from '../../change/work/stop-errors.js';
import {merged} from '../../commands/verbs/update.js';
import {
  type EmkError,
  NotFoundError,
  orUnknown,
  PartialError,
  ThrottledError,
  UnknownOutcomeError,
  UnreachableError,
} from '../../core/errors.js';
import {andList} from '../../core/words/sentence.js';
import {fileText} from '../../csv/columns/contact-lines.js';
import contacts, {operations} from '../../endpoints/contacts.js';
import type {Done, Failure} from '../../output/results/result.js';
import {nobodyMoves} from '../../people/door.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/path.js';
import {addTo, leavingBook, type Moves, openMoves} from '../../resources/add-to.js';
import type {RowValues} from '../file/contract.js';
import {state} from '../file/rows.js';
import type {ImportJournal} from '../journal/runs.js';
import type {ReadyPlan} from '../run/plan.js';
import {contactsIn, stopIfInterrupted, waitOrStop} from '../send/list.js';
import {type ComparedField, cellValue} from './compare.js';
import {type OldValues, oldValuesOf} from './emk-row.js';

/** What became of some contacts besides what their rows' states say. */
export type Worked = {readonly failed: readonly Failure[]; readonly stopped?: EmkError | undefined};

type ContactDetails = OperationOutput<typeof operations.details>;

/**
 * Changes contacts one by one, with their ids in the journal before. Those whose answers were lost are tried again until
 * `EMK_MAX_WAIT`.
 */
export async function changeContacts(plan: ReadyPlan, journal: ImportJournal): Promise<Worked> {
  const {context, checked, counts, table} = plan;
  const {states} = checked;
  const oldValues = oldValuesOf(plan, journal);
  const {change, tell} = changing(plan, oldValues);
  const failed = new Map<number, Failure>();

  /** Changes one contact, and moves its row. A row whose answer was lost is still to be changed. */
  const changeOne = async (row: RowValues): Promise<boolean> => {
    const error = await change(row).catch(thrown => orFailed(thrown, context));
    if (error) failed.set(row.line, {id: table.idOf(row.line), name: row.address, error});
    else failed.delete(row.line);
    const isLost = error instanceof UnknownOutcomeError;
    if (!isLost) states.set(row.line, error ? state.failed : state.changed);
    const done = counts.change - states.count(state.change);
    context.progress.show({label: 'Changing contacts', done, total: counts.change});
    return isLost;
  };

  /** Goes once over all that are still to be changed, until the service seems to be down for the others too. */
  const once = async (): Promise<void> => {
    let lostInARow = 0;
    for await (const rows of checked.valuesOf(state.change)) {
      for (const row of rows) {
        stopIfInterrupted(context.host);
        lostInARow = (await changeOne(row)) ? lostInARow + 1 : 0;
        if (lostInARow === MOST_LOST) throw notYet;
      }
    }
    if (states.count(state.change) > 0) throw notYet;
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
  const failures = [...failed.values()];
  const isLost = failures.some(({error}) => error instanceof UnknownOutcomeError);
  // A request that the service turned away has an answer: the next run has nothing to wait for.
  if (!stopped || (stopped instanceof ThrottledError && !isLost)) journal.answer(step, 'acknowledged');
  tell();
  return {failed: failures, stopped};
}

/** Ends a pass after which some answers are still lost, so that another one follows. */
const notYet = new UnreachableError('Answers were lost, so emk looks again at these contacts');

/** Notes the failure of one contact; an error that would stop all others is thrown. */
function orFailed(thrown: unknown, {host}: ReadyPlan['context']): EmkError {
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
function changing(plan: ReadyPlan, oldValues: OldValues) {
  const {context, list, table, found, edited, permit, settings, checked} = plan;
  const {terms} = table;
  const fields = [...terms.wanted].flatMap(at => terms.fields[at] ?? []);
  let moves: Moves | undefined;
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
    const given: Loose = Object.fromEntries(open.map(field => [field.name, field.written(values[field.name] ?? '')]));
    const country = given['country'] ?? countryOf(current) ?? terms.country;
    if (country === undefined)
      return new PartialError(`${address} has no country, and the service changes nobody without one.`);
    const named = {...given, contact_id: table.idOf(line)};
    const form = merged(operations.update, 'contact_id', {...current, country}, named);
    const admission = await admitted(current.email ?? '', String(given['email'] ?? current.email));
    oldValues.keep(table.idOf(line), current, form);
    const lostAnswer = await context.send(admission, operations.update, form as never).then(() => undefined, orUnknown);
    if (lostAnswer || isProven) return lostAnswer;
    // An interruption from here on does not deny the change.
    checked.states.set(line, state.changed);
    return prove(row, current);
  };

  /** Why a contact is not the one that the plan saw. */
  const isAnother = ({line, address}: RowValues, current: ContactDetails): EmkError | undefined => {
    if (foldAddress(current.email ?? '') !== (found.moving.get(line) ?? address)) return replaced(address);
    if (!edited || edited.isAsBefore(line, current)) return undefined;
    return new PartialError(`Somebody changed ${address} in the meantime, so emk did not change it.`);
  };

  /** Looks at the first contact that was changed. */
  const prove = async (row: RowValues, before: ContactDetails): Promise<EmkError | undefined> => {
    let after = await read(row.line);
    if (after && differing(row, after).length > 0) {
      await waitOrStop(context.host, settings.settle.wait);
      after = await read(row.line);
    }
    if (!after) return replaced(row.address);
    requireNothingElse(row.address, before, after);
    isProven = true;
    const missing = differing(row, after);
    return missing.length === 0 ? undefined : shownOtherwise(row.address, missing);
  };

  /** The fields in which a contact is not yet as its row says. */
  const differing = ({values}: RowValues, contact: ContactDetails): readonly ComparedField[] =>
    fields.filter(field => {
      const value = cellValue(field, values[field.name] ?? '', terms.clear);
      return value !== undefined && value !== field.ofContact(contact);
    });

  /** Takes a person with a new address through the door, and asks nobody: the plan skips addresses of people who left. */
  const admitted = async (from: string, to: string) => {
    if (foldAddress(from) === foldAddress(to)) return nobodyMoves(permit);
    const silent = {...context, ask: {...context.ask, possible: false}};
    moves ??= await openMoves(silent, {include_unsubscribed: settings.includeUnsubscribed}, permit);
    return moves.take({from, to});
  };

  const read = async (line: number): Promise<ContactDetails | undefined> => {
    try {
      const contact = await context.call(operations.details, {contact_id: table.idOf(line)});
      return isNotDeleted(contact) ? contact : undefined;
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  };

  /** The country in the form's terms: details show an id as text, or with some services a name. */
  const countryOf = ({country}: ContactDetails): number | undefined => {
    const text = trim(String(country ?? ''));
    const id = /^0*[1-9]\d*$/.test(text) ? text : plan.findCountry?.(text)?.id;
    return id === undefined ? undefined : Number(id);
  };

  return {
    // Runs that change one contact take turns.
    change: (row: RowValues): Promise<EmkError | undefined> =>
      context.takeTurns([turnForOne(contacts, table.idOf(row.line))], `the contact ${row.address}`, () =>
        changeNow(row),
      ),
    tell: () => moves?.tell(),
  };
}

/** Throws if other fields changed: a service that loses what the form cannot hold must not get more changes. */
function requireNothingElse(address: string, before: Loose, after: Loose): void {
  const others = Object.keys(before).filter(name => !(name in operations.update.params || OWN.has(name)));
  const alsoChanged = others.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (alsoChanged.length === 0) return;
  throw new PartialError(`The change of ${address} also changed ${andList(alsoChanged)}, which no update can undo.`, {
    hint: `No more contacts were changed. To see it: emk contacts show ${before['id']}`,
  });
}

/** Fields that the service fills itself. */
const OWN = new Set(['updated_at', 'fullname', 'contact_type']);

const replaced = (address: string): EmkError =>
  new PartialError(`${address} was deleted or replaced in the meantime, so emk did not change it.`);

export const shownOtherwise = (address: string, fields: readonly ComparedField[]): EmkError =>
  new PartialError(`${address} was changed, but the service shows another ${andList(fields.map(({name}) => name))}.`);

/** People who are gone: how many were deleted or unsubscribed, and what became of the others. */
export type RemovedPeople = Worked & {readonly done: number};

/** Deletes or unsubscribes people who are gone from the file, and checks the result. */
export function removeGone(plan: ReadyPlan, journal: ImportJournal): Promise<RemovedPeople> {
  const {context, permit, sync, found} = plan;
  const {ids} = found.gone;
  const isStill = isStillGone(plan);
  return sync?.gone === 'delete'
    ? journaled(context, journal, 'deletes', ids, begin => deleteContacts(context, permit, ids, {begin, isStill}))
    : journaled(context, journal, 'unsubscribes', ids, begin => unsubscribe(plan, journal, {begin, isStill}));
}

/** Whether a contact is still on the list and not in the file: it may have moved, or have another address, since the look. */
const isStillGone =
  ({checked, list}: ReadyPlan) =>
  (one: Loose): boolean => {
    const address = foldAddress(fileText(String(one['email'] ?? '')));
    const isHere = Number(one['contact_type_id']) === list.id;
    return isHere && address !== '' && checked.lineOf(address) === 0 && !checked.isLeftOut(address);
  };

type RemovingGone = {readonly begin: () => number; readonly isStill: (contact: Loose) => boolean};

/** Deletes contacts in batches. Those stay that are not what was agreed to any more. */
export async function deleteContacts(
  context: Context,
  permit: Permit<'deletes'>,
  ids: readonly number[],
  {begin, isStill}: RemovingGone,
): Promise<Done> {
  const doomed = {
    ...({of: contacts, listInput: {}, permit, kept: 'copy', by: contacts.key, isStill} as const),
    // The work as a whole has one step, which is answered at its end.
    begins: () => void begin(),
  };
  const removed = await removeRecords(context, doomed, ids);
  const report = reportOf(contacts, ids, removed);
  if (removed.kept && report.done.length > 0) context.notice(wayBack(removed.kept, report.done.length));
  return report;
}

/**
 * Does some work on contacts, with its outcome in the journal, and its beginning once it sends its first request: where the
 * look before that was turned away, the next run has nothing to wait for.
 */
export async function journaled(
  context: Context,
  journal: ImportJournal,
  does: StepKind,
  ids: readonly number[],
  run: (begin: () => number) => Promise<Done>,
): Promise<RemovedPeople> {
  let step: number | undefined;
  const begin = () => (step ??= journal.begin(does, {ids: rangesOfNumbers(ids)}));
  try {
    const {done, failed, stopped} = await context.persist(() => run(begin));
    if (step !== undefined) journal.answer(step, 'acknowledged');
    return {done: done.length, failed, stopped};
  } catch (error) {
    return {done: 0, failed: [], stopped: toEmkError(error, context.host)};
  } finally {
    context.progress.clear();
  }
}

/** Unsubscribes people, and writes down which entries it made, so that an undo can take them back. */
async function unsubscribe(
  {context, account, permit, list, found}: ReadyPlan,
  journal: ImportJournal,
  {begin, isStill}: RemovingGone,
): Promise<Done> {
  const {ids} = found.gone;
  const wanted = new Set(ids);
  const addresses = new Map<number, string>();
  await forEachRecord(contactsIn(context, list.id), one => {
    if (wanted.has(one.id) && one.email !== null && isStill(one)) addresses.set(one.id, trim(one.email));
  });
  let report: Done = {kind: 'done', sentence: '', done: [], failed: []};
  if (addresses.size > 0) {
    const step = begin();
    const hashOf = personHash(account);
    const book = {
      ...leavingBook(context, null, async () => permit),
      added(entries: ReadonlyArray<{readonly id: number; readonly email: string}>) {
        const made = entries.map(({id, email}) => [hashOf(email), id] as const);
        if (made.length > 0) journal.note({kind: 'made', step, made});
      },
    };
    const people = new Map([...addresses.values()].map(email => [foldAddress(email), {email}]));
    report = await addTo(context, book, {people: [...people.values()]});
  }
  // Several contacts may have one address, which may have been unsubscribed before.
  const errors = new Map(report.failed.map(({id, error}) => [foldAddress(String(id)), error]));
  const done: number[] = [];
  const failed: Failure[] = [];
  for (const id of ids) {
    const address = addresses.get(id);
    const error = address === undefined ? keptAsChanged(contacts, id) : errors.get(foldAddress(address));
    if (error) failed.push({id: address ?? id, error});
    else done.push(id);
  }
  return {...report, done, failed};
}
